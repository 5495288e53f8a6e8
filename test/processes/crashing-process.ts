import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { buildProgram } from "../kit/build-program.ts";
import type { Actions, StartOptions } from "./crashing-server.ts";

const program = new URL("crashing-server.ts", import.meta.url);

/** A server in a process that may die at any time: then its calls reject. */
export interface CrashingProcess extends Omit<Actions, "start"> {
  url: string;
  kill(): Promise<void>;
}

/** Starts servers one after the other, each exactly when it is needed: the next process has loaded its code by then. */
export function crashingProcesses(): { next(options: StartOptions): Promise<CrashingProcess>; close(): Promise<void> } {
  const all = new Set<ChildProcess>();
  const prepare = (): ChildProcess => {
    const child = fork(buildProgram(program), { execArgv: [], serialization: "advanced" });
    all.add(child.once("exit", () => all.delete(child)));
    return child;
  };
  let spare = prepare();
  return {
    next: async (options) => {
      const child = spare;
      const ask = asker(child);
      const { url } = await ask("start", [options]);
      spare = prepare();
      const controls = { url, kill: () => end(child) };
      return new Proxy(controls as CrashingProcess, {
        get: (_target, name) => {
          if (Object.hasOwn(controls, name)) return controls[name as keyof typeof controls];
          // An `await` looks for `then`: this is not a promise.
          return name === "then" ? undefined : (...args: unknown[]) => ask(name as keyof Actions, args);
        },
      });
    },
    close: async () => void (await Promise.all([...all].map(end))),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

function asker(child: ChildProcess) {
  const waiting = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  let asked = 0;
  const died = () => {
    for (const { reject } of waiting.values()) reject(new Error("The process died."));
    waiting.clear();
  };
  child.on("message", ({ id, value, error }: { id: number; value: never; error?: string }) => {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error === undefined) resolve?.(value);
    else reject?.(new Error(error));
  });
  child.once("exit", died);
  return <Action extends keyof Actions>(action: Action, args: unknown[]): ReturnType<Actions[Action]> =>
    new Promise((resolve, reject) => {
      const id = (asked += 1);
      waiting.set(id, { resolve, reject });
      if (!child.connected) died();
      else child.send({ id, action, args }, (error) => error && died());
    }) as ReturnType<Actions[Action]>;
}
