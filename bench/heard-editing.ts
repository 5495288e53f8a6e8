import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { editing, type Editing } from "./editing.ts";
import { asSteps, listeningDatabase, listeningIds, startHeardServer, type Said } from "./listening.ts";
import { heardRevision, type DatabaseStep } from "./replay.ts";

/** The server's calls to its database for a saved draft, and for each list. */
export interface HeardEditing {
  save: DatabaseStep[];
  list: DatabaseStep[];
  listAssets: DatabaseStep[];
}

/** Runs the server in this process between recording handles, and edits the first page: twice, because cached data is read the first time only. */
export async function hearEditing(url: string, about: Omit<Editing, "port">): Promise<HeardEditing> {
  let said: Said[] = [];
  let ids = new Map<string, string>();
  const at = new Date();
  const database = connectPostgres({ url, poolSize: 2, preparedStatements: true, onIdleError: () => undefined });
  const server = await startHeardServer({
    sql: listeningDatabase(database, (step) => said.push(step)),
    ids: listeningIds(() => ids),
    clock: { now: () => at, monotonicMs: () => 0 },
  });
  const hear = async (work: () => Promise<void>) => {
    [said, ids] = [
      [],
      new Map([
        [page?.id ?? "", "document"],
        [page?.translationId ?? "", "translation"],
      ]),
    ];
    await work();
    return asSteps(said, ids, at).filter((step) => step.kind !== "processor");
  };
  const [page] = about.pages;
  try {
    const editors = editing({ ...about, port: server.port });
    await editors.save(0);
    await editors.list(0);
    await editors.listAssets(0);
    const list = await hear(() => editors.list(0));
    const listAssets = await hear(() => editors.listAssets(0));
    await database`update translations set revision = ${heardRevision} where id = ${page?.translationId ?? systemIds.next()}`;
    const later = editing({ ...about, port: server.port });
    await later.open(0);
    const save = await hear(() => later.save(0));
    return { save, list, listAssets };
  } finally {
    await server.close();
    await database.close();
  }
}
