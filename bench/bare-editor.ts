import { barePool } from "./bare-pool.ts";
import { runEditors, type EditedPage, type EditingTask } from "./editing.ts";
import { ownIds, replay, type DatabaseStep } from "./replay.ts";
import { clients } from "./checkout-client.ts";
import { serveTasks } from "./worker.ts";

/** The statements that the bare loop repeats, and where. */
export interface BareEditor {
  database: { url: string; poolSize: number };
  save: readonly DatabaseStep[];
  list: readonly DatabaseStep[];
  listAssets: readonly DatabaseStep[];
  /** One for each client, with the revision of its draft. */
  pages: readonly (EditedPage & { revision: number })[];
}

/** Edits with the server's statements, and with nothing around them. */
serveTasks(({ database, pages, ...steps }: BareEditor) => {
  const pool = barePool(database);
  const revisions = pages.map(({ revision }) => revision);
  const readAll = async (read: readonly DatabaseStep[]) => {
    for (const step of read) await replay(pool, step, ownIds());
  };
  const editors = {
    save: async (client: number) => {
      const { id: document, translationId: translation } = pages[client % clients] as EditedPage;
      const ids = ownIds({ document, translation }, revisions[client]);
      for (const step of steps.save) await replay(pool, step, ids);
      revisions[client] = (revisions[client] ?? NaN) + 1;
    },
    list: () => readAll(steps.list),
    listAssets: () => readAll(steps.listAssets),
  };
  return (task: EditingTask) => runEditors(editors, task);
});
