const dayMs = 24 * 60 * 60_000;

/** A deleted site can be restored for so long. */
const restorableMs = 14 * dayMs;
/** Its data are removed after that, and some time more: the clocks of two machines are not the same. */
export const keptMs = restorableMs + 60 * 60_000;

/** Sites that were deleted after this instant can be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - restorableMs);
}

/** A site that was deleted then can be restored until this instant. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + restorableMs);
}
