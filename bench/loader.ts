import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { endProcess } from "./process.ts";
import type { Load, LoadReport, LoadResult } from "./load.ts";

/** The load generator, in a process of its own so that it shares no event loop with anything that is measured. */
export interface Loader {
  /** One measurement at a time. Rejects when a server answered anything but what was expected. */
  run(load: Load): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startLoader(): Loader {
  const child = fork(fileURLToPath(new URL("load.ts", import.meta.url)), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ended = once(child, "exit").then(() => {
    throw new Error("The load generator ended.");
  });
  ended.catch(() => undefined);
  return {
    run: async (load) => {
      const reported = once(child, "message") as Promise<[LoadReport]>;
      child.send(load);
      const [report] = await Promise.race([reported, ended]);
      if ("failure" in report) throw new Error(`The load on port ${load.port} failed: ${report.failure}`);
      return report.result;
    },
    stop: () => endProcess(child),
  };
}
