import { once } from "node:events";
import { createServer } from "node:http";

/** Serves the metrics on a port of their own, at any path. Resolves to what ends that. */
export async function serveMetrics(host: string, port: number, metrics: () => Promise<string>): Promise<() => Promise<void>> {
  const server = createServer((_request, response) => {
    void metrics().then(
      (text) => response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, "listening");
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
}
