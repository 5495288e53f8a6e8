import type { Socket } from "node:net";

/**
 * Work that a client waits for longer than a connection may be silent: while a film is stored far away, or a variant is made on a busy machine.
 * The work has limits of its own.
 */
export async function withoutSilenceLimit<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  const { timeout = 0 } = socket;
  socket.setTimeout(0);
  try {
    return await work();
  } finally {
    socket.setTimeout(timeout);
  }
}
