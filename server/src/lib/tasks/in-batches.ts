/** Rows that one statement deletes, unless they are large: it has two seconds. */
export const deletedAtOnce = 10_000;

/** Deletes until nothing is left. `remove` deletes at most `atOnce` rows and resolves with their number. */
export async function deleteInBatches(remove: () => Promise<unknown[]>, atOnce: number = deletedAtOnce): Promise<void> {
  while ((await remove()).length === atOnce);
}

/**
 * The same for the tables of sites, one site after the other: no statement deletes from two sites, so that the tables may be
 * distributed by site. `find` resolves with sites that have something to delete, some of them or all; none twice.
 */
export async function deleteSiteBySite(
  find: () => Promise<readonly { siteId: string }[]>,
  remove: (siteId: string) => Promise<unknown[]>,
  atOnce: number = deletedAtOnce,
): Promise<void> {
  for (;;) {
    let deleted = 0;
    for (const { siteId } of await find()) {
      await deleteInBatches(async () => {
        const removed = await remove(siteId);
        deleted += removed.length;
        return removed;
      }, atOnce);
    }
    if (deleted === 0) return;
  }
}
