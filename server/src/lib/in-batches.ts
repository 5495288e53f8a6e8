/** Rows that one statement deletes, unless they are large: it has two seconds. */
export const deletedAtOnce = 10_000;

/** Deletes until nothing is left. `remove` deletes at most `atOnce` rows and resolves with those that it did. */
export async function deleteInBatches(remove: () => Promise<unknown[]>, atOnce: number = deletedAtOnce): Promise<void> {
  while ((await remove()).length === atOnce);
}
