import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** A server of raw bytes, which treats each connection by its mode. */
export interface HostileServer {
  port: number;
  mode(socket: Socket): void;
  connections(): number;
  close(): Promise<void>;
}

export async function startHostileServer(): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on("error", () => undefined).on("close", () => sockets.delete(socket)));
    hostile.mode(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const hostile: HostileServer = {
    port: (server.address() as AddressInfo).port,
    mode: () => undefined,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return hostile;
}

/** Sends these bytes in response to each HTTP request, which may come in several pieces. */
export function answering(answer: (socket: Socket, request: string) => void): HostileServer["mode"] {
  return (socket) => {
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const [head, body] = text.split("\r\n\r\n");
      if (/^transfer-encoding: *chunked/im.test(head ?? "") && !text.endsWith("0\r\n\r\n")) return;
      if (body === undefined || body.length < Number(/content-length: *(\d+)/i.exec(head ?? "")?.[1] ?? 0)) return;
      const request = text;
      text = "";
      answer(socket, request);
    });
  };
}

/** Sends a piece again and again until the connection closes, up to half a gigabyte. */
export function sendEndlessly(socket: Socket, piece: string): void {
  let left = (512 * 1024 * 1024) / piece.length;
  const more = () => {
    while (!socket.destroyed && left-- > 0) if (!socket.write(piece)) return void socket.once("drain", more);
  };
  more();
}

/** The largest growth of this process during some work, in MiB. */
export async function growthDuring(work: () => Promise<void>): Promise<number> {
  const rss = () => process.memoryUsage.rss() / 1024 / 1024;
  const before = rss();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, rss())), 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(highest, rss()) - before;
}
