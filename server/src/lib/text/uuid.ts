/** Matches no row: used in place of a given id that cannot be one. */
export const noUuid = "00000000-0000-0000-0000-000000000000";

/** Whether a text is a UUID in the one accepted spelling. A database would treat others as the same id. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}
