/** Rows that one statement deletes at most: it has two seconds, however much there is to delete. */
export const deletedAtOnce = 10_000;

/** Deletes until nothing is left. `remove` deletes at most `deletedAtOnce` rows and resolves with those that it did. */
export async function deleteInBatches(remove: () => Promise<unknown[]>): Promise<void> {
  while ((await remove()).length === deletedAtOnce);
}
