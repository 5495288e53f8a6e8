import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Viewer {
  /** The page that shows a site's pages, of an origin of its own. */
  url: string;
  /** Has the server answer what the viewer may ask for. */
  serveFrom(server: Server): void;
  close(): Promise<void>;
}

/** The viewer itself, and what the public may read. Nothing of the studio, and nothing that a session opens. */
const open = /^\/(demo|media|api\/public\/v1|api\/v1\/shop)\//;

/**
 * Opens a second port for the viewer of pages that the studio frames. The frame has to have another origin than the studio: what a site's own content shows
 * there must not reach the session. A port in use is not an obstacle.
 */
export async function openViewer({ host, port, publicUrl }: { host: string; port: number; publicUrl: string }): Promise<Viewer> {
  let behind: Server | undefined;
  const server = createServer((request, response) => {
    if (behind && open.test(request.url ?? "")) behind.emit("request", request, response);
    else response.writeHead(behind ? 404 : 503, { "content-type": "text/plain" }).end();
  });
  await listen(server, host, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRINUSE") throw error;
    return listen(server, host, 0);
  });
  const { hostname } = new URL(publicUrl);
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}/demo/site`,
    serveFrom: (from) => (behind = from),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  await once(server, "listening");
}
