import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** The queue of a listening socket holds 511. */
const atOnce = 200;

/** Connections that discard their input and send nothing by themselves, each from an address of its choice within 127.0.0.0/8. */
export async function openConnections(port: number, count: number, addressOf: (index: number) => string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - sockets.length) }, (_, index) =>
      connect({ port, host: "127.0.0.1", localAddress: addressOf(sockets.length + index) }),
    );
    for (const socket of some) socket.on("error", () => undefined).resume();
    await Promise.all(some.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
    sockets.push(...some);
  }
  return sockets;
}

export function closeAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

/** The client addresses 127.1.0.1, 127.1.0.2 … */
export const client = (index: number) => `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`;
