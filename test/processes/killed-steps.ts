import type { CrashingProcess } from "./crashing-process.ts";

export interface KilledFlow<Begun, Result> {
  /** The running process. */
  server(): CrashingProcess;
  /** Kills it, and starts the next one. */
  restart(): Promise<void>;
  begin(): Promise<Begun>;
  act(begun: Begun): Promise<Result>;
  /** Knows what the client was told: undefined if it was told nothing. */
  recover(begun: Begun, result: Result | undefined, step: number): Promise<void>;
}

/**
 * Kills a process before one of the first steps of `act`, and before every step that is a stride later, until it completes; then it is killed after
 * the last. Each time a new process takes over. Chance chooses the first one, so that all steps have their turn in some runs. Resolves with the number of steps.
 */
export async function killAtSteps<Begun, Result>(stride: number, flow: KilledFlow<Begun, Result>): Promise<number> {
  for (let step = 1 + Math.floor(Math.random() * stride); ; step += stride) {
    const begun = await flow.begin();
    await flow.server().dieBefore(step);
    const result = await flow.act(begun).catch(() => undefined);
    const steps = await flow
      .server()
      .steps()
      .catch(() => undefined);
    await flow.restart();
    await flow.recover(begun, result, step).catch((error: unknown) => {
      throw Object.assign(error as Error, { message: `Killed before step ${step}: ${(error as Error).message}` });
    });
    if (steps !== undefined) return steps;
  }
}
