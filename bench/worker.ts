import { fork } from "node:child_process";
import { once } from "node:events";
import { buildProgram } from "../test/kit/build-program.ts";
import { endProcess } from "./process.ts";

/** A process of its own that runs tasks, so that it shares no event loop with anything else that is measured. */
export interface Worker<Task, Result> {
  pid: number;
  /** One at a time. Rejects with the error of the process. */
  run(task: Task): Promise<Result>;
  stop(): Promise<void>;
}

type Message<Result> = { result: Result } | { failure: string };

/** Starts a module that serves tasks, and sends it their common data once. */
export function startWorker<Setup extends object, Task extends object, Result>(module: string, setup: Setup): Worker<Task, Result> {
  const child = fork(buildProgram(new URL(module, import.meta.url)), { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ended = once(child, "exit").then(() => {
    throw new Error(`${module} ended.`);
  });
  ended.catch(() => undefined);
  child.send(setup);
  return {
    pid: child.pid as number,
    run: async (task) => {
      const told = once(child, "message") as Promise<[Message<Result>]>;
      child.send(task);
      const [message] = await Promise.race([told, ended]);
      if ("failure" in message) throw new Error(message.failure);
      return message.result;
    },
    stop: () => endProcess(child),
  };
}

/** In the worker's process: runs the received tasks, after it has received their common data. */
export function serveTasks<Setup, Task, Result>(begin: (setup: Setup) => (task: Task) => Promise<Result>): void {
  const send = (message: Message<Result>) => process.send?.(message);
  process.on("disconnect", () => process.exit());
  process.once("message", (setup: Setup) => {
    const work = begin(setup);
    process.on("message", (task: Task) => {
      work(task).then(
        (result) => send({ result }),
        (error: unknown) => send({ failure: String(error) }),
      );
    });
  });
}
