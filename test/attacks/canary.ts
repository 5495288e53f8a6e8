import { startHostileServer } from "./hostile-server.ts";

/** A listener that no program should contact. Records each connection and its data. */
export interface Canary {
  port: number;
  connections(): number;
  heard(): string[];
  close(): Promise<void>;
}

/** Has recorded one request before it is used: a canary that notices nothing would confirm any promise. */
export async function startCanary(): Promise<Canary> {
  const server = await startHostileServer();
  const heard: string[] = [];
  server.mode = (socket) => {
    const at = heard.push("") - 1;
    socket.on("data", (chunk) => {
      heard[at] = `${heard[at] ?? ""}${chunk.toString("latin1")}`;
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}");
    });
  };
  await (await fetch(`http://127.0.0.1:${server.port}/control`, { headers: { "x-control": "heard" } })).text();
  if (server.connections() !== 1 || !heard[0]?.includes("x-control: heard")) throw new Error("The canary notices nothing.");
  return { port: server.port, connections: server.connections, heard: () => heard, close: server.close };
}
