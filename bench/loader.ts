import type { Load, LoadResult } from "./load.ts";
import { startWorker } from "./worker.ts";

/** The load generator. */
export interface Loader {
  pid: number;
  /** One measurement at a time. Rejects after an unexpected response. */
  run(load: Load): Promise<LoadResult>;
  stop(): Promise<void>;
}

export function startLoader(): Loader {
  const { pid, run, stop } = startWorker<object, Load, LoadResult>("load.ts", {});
  return {
    pid,
    run: (load) =>
      run(load).catch((error: unknown) => {
        throw new Error(`The load on port ${load.port} failed: ${(error as Error).message}`);
      }),
    stop,
  };
}
