import { invalidMember } from "../../../lib/http/problem.ts";

/** The instant of a member `expiresAt`. Throws `validation_failed` for one that is over: a card would be worth nothing at once. */
export function instantOf(text: string | null | undefined, now: Date): Date | null {
  if (text === undefined || text === null) return null;
  const at = new Date(text);
  if (at <= now) throw invalidMember("/expiresAt", "past", "must be in the future: block the card if nobody may spend it");
  return at;
}
