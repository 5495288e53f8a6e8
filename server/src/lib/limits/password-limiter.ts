import type { Clock } from "../../ports/clock.ts";
import type { PasswordHashing } from "../../ports/password-hashing.ts";
import { growing } from "./token-bucket.ts";
import { ConcurrencyLimiter, type ConcurrencyCounts, type ConcurrencyOptions } from "./concurrency-limiter.ts";

/** A wrong password counts against its client for so long. */
const suspectMs = 15 * 60_000;
/** A queue in which somebody waits so long is flooded: people give up about then, and programs do not. */
const floodedAfterMs = 500;
/** The most recently seen ones are remembered. */
const mostSuspects = 10_000;

/** Whose password it is, and who sent it. */
export interface PasswordOwner {
  /** A site's id, for its customers; all admins share one queue, and all who sign up another one. */
  group: string;
  /** The address of the client, as rate limits know it. */
  client: string;
}
export const adminsGroup = "admins";
export const signupGroup = "signup";

/** Limits concurrent password work to the number of processors, in turns between sites, admins and signups. */
export interface PasswordLimiter {
  /**
   * Does the work once it has its turn: all that comes with a password, so that a refused request has cost nothing. Throws
   * `unavailable` when too many of its group wait already, or after too long: load is shed, not queued. Clients that sent a wrong password
   * lately wait in a queue of their own, so that a flood of guesses holds up neither the customers of its site nor anybody else; and in a
   * flooded queue the last one has the next turn, so that first guesses of many addresses hold up nobody who comes after them.
   */
  turn<T>(owner: PasswordOwner, work: (hashing: PasswordHashing) => Promise<T>): Promise<T>;
  counts(): ConcurrencyCounts;
}

export function passwordLimiter(
  hashing: PasswordHashing,
  clock: Pick<Clock, "monotonicMs">,
  options: Pick<ConcurrencyOptions, "inAll" | "maxWaiting">,
): PasswordLimiter {
  const turns = new ConcurrencyLimiter({
    ...options,
    atOnce: Infinity,
    maxWaitMs: 10_000,
    newestFirst: { afterMs: floodedAfterMs, nowMs: () => clock.monotonicMs() },
    refusal: "Too many passwords are being checked.",
  });
  const suspects = growing<{ untilMs: number }>(mostSuspects);
  const isSuspect = (client: string) => (suspects.get(client)?.untilMs ?? 0) > clock.monotonicMs();
  return {
    turn: ({ group, client }, work) => {
      const verify: PasswordHashing["verify"] = async (storedHash, password) => {
        const matches = await hashing.verify(storedHash, password);
        if (!matches) suspects.set(client, { untilMs: clock.monotonicMs() + suspectMs });
        return matches;
      };
      return turns.run(isSuspect(client) ? `${group} suspects` : group, () => work({ hash: (password) => hashing.hash(password), verify }));
    },
    counts: () => turns.counts(),
  };
}
