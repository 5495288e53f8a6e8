import { parentPort, type Transferable } from "node:worker_threads";
import type { FromThread, SentError, ToThread } from "./messages.ts";

/** Calls a function of the thread that hosts this one. Rejects with what it threw. */
export type CallHost = (name: string, ...args: unknown[]) => Promise<unknown>;

/** A result whose memory is handed over instead of copied. */
export class Transferred {
  readonly value: unknown;
  readonly memory: readonly Transferable[];
  constructor(value: unknown, memory: readonly Transferable[]) {
    this.value = value;
    this.memory = memory;
  }
}

/** Does the jobs that this thread is sent, one after another. */
export function serveThread(work: (input: unknown, call: CallHost) => Promise<unknown>): void {
  const port = parentPort;
  if (!port) throw new Error("This program runs in a thread.");
  const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let nextId = 0;
  const send = (message: FromThread, memory: readonly Transferable[] = []) => port.postMessage(message, memory);
  const call: CallHost = (name, ...args) =>
    new Promise((resolve, reject) => {
      calls.set((nextId += 1), { resolve, reject });
      send({ kind: "call", id: nextId, name, args });
    });
  const run = async (input: unknown) => {
    try {
      const result = await work(input, call);
      if (result instanceof Transferred) send({ kind: "result", value: result.value }, result.memory);
      else send({ kind: "result", value: result });
    } catch (error) {
      const { name = "Error", message = String(error), ref } = error as Partial<SentError>;
      send({ kind: "error", error: { name, message, ...(ref !== undefined && { ref }) } });
    }
  };
  port.on("message", (message: ToThread) => {
    if (message.kind === "job") return void run(message.job);
    const waiting = calls.get(message.id);
    calls.delete(message.id);
    if (message.kind === "answer") waiting?.resolve(message.value);
    else waiting?.reject(Object.assign(new Error(message.error.message), message.error));
  });
}
