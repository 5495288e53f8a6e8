const dayMs = 24 * 60 * 60_000;

/** A session ends this long after its last request. */
export const idleMs = 14 * dayMs;
/** A session ends this long after its sign-in, in any case. */
export const longestMs = 90 * dayMs;
/** How long a person has for the second factor. */
export const secondFactorMs = 10 * 60_000;
/** Uses are noted no more often. */
export const notedEveryMs = 60_000;
/** How long a browser is known after its last sign-in. */
export const knownBrowserMs = 400 * dayMs;

/** Whether a session is over by its times alone. */
export function isOver({ lastSeenAt, expiresAt }: { lastSeenAt: Date; expiresAt: Date }, now: Date): boolean {
  return expiresAt <= now || lastSeenAt.getTime() + idleMs <= now.getTime();
}
