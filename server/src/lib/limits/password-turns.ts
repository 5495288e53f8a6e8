import type { PasswordHashing } from "../../ports/password-hashing.ts";
import { Turns, type TurnCounts, type TurnsOptions } from "./turns.ts";

/** Lets so much be done with passwords at once as there are processors for. */
export interface PasswordTurns {
  /**
   * Does the work once it has its turn: all that comes with a password, so that what is refused has cost nothing. Throws
   * `unavailable` at once when too many wait already: work is shed, not piled up.
   */
  turn<T>(work: (hashing: PasswordHashing) => Promise<T>): Promise<T>;
  counts(): TurnCounts;
}

export function passwordTurns(hashing: PasswordHashing, options: TurnsOptions): PasswordTurns {
  const turns = new Turns({ refusal: "Too many passwords are being checked.", ...options });
  return { turn: (work) => turns.run("everybody", () => work(hashing)), counts: () => turns.counts() };
}
