import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { buildProgram } from "../test/kit/build-program.ts";
import { endProcess, type ServerProcess } from "./process.ts";
import type { Scratch } from "./scratch.ts";

/** Starts one of the bare servers, which gets its task as a message and returns its port. */
export async function startBare(scratch: Scratch, module: string, task: object): Promise<ServerProcess> {
  const child = fork(buildProgram(new URL(module, import.meta.url)), { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const stop = () => endProcess(child);
  scratch.later(stop);
  const ended = once(child, "exit").then(() => {
    throw new Error(`${module} ended.`);
  });
  ended.catch(() => undefined);
  const told = once(child, "message") as Promise<[{ port: number }]>;
  child.send(task);
  const [{ port }] = await Promise.race([told, ended]);
  return { pid: child.pid as number, port, stop };
}

/** In the bare server's process: builds the handler from the task and serves it. */
export function serveBare<Task>(handlerFor: (task: Task) => RequestListener | Promise<RequestListener>): void {
  process.on("disconnect", () => process.exit());
  process.once("message", (task: Task) => void listen(handlerFor(task)));
}

async function listen(handler: RequestListener | Promise<RequestListener>): Promise<void> {
  // The same as Vitrine's, because they show in the response's headers and in how often a client must reconnect.
  const server = createServer({ keepAliveTimeout: 65_000 }, await handler);
  server.maxRequestsPerSocket = 10_000;
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
}
