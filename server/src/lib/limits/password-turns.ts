import type { PasswordHashing } from "../../ports/password-hashing.ts";
import { Turns, type TurnCounts, type TurnsOptions } from "./turns.ts";

/** Limits concurrent password work to the number of processors. */
export interface PasswordTurns {
  /**
   * Does the work once it has its turn: all that comes with a password, so that a refused request has cost nothing. Throws
   * `unavailable` at once when too many wait already: load is shed, not queued.
   */
  turn<T>(work: (hashing: PasswordHashing) => Promise<T>): Promise<T>;
  counts(): TurnCounts;
}

export function passwordTurns(hashing: PasswordHashing, options: TurnsOptions): PasswordTurns {
  const turns = new Turns({ refusal: "Too many passwords are being checked.", ...options });
  return { turn: (work) => turns.run("everybody", () => work(hashing)), counts: () => turns.counts() };
}
