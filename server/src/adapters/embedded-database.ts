import { existsSync, openAsBlob } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { fuzzystrmatch } from "@electric-sql/pglite/contrib/fuzzystrmatch";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PGlite, type Extension, type PGliteOptions } from "@electric-sql/pglite";
import { DatabaseUnavailable, type Database, type Sql, type SqlValue, type Transaction } from "../ports/database.ts";
import { NamedStatements } from "./named-statements.ts";
import { statementOf } from "./sql-text.ts";
import { transactionGuard } from "./transaction-guard.ts";
import { packageFolder } from "../lib/package-folder.ts";

export interface EmbeddedOptions {
  /** The folder of the database; absent: in memory, gone when closed. Only one process may open it: lock it first. */
  folder?: string;
  /** A dump to begin with, in memory. */
  seed?: Blob;
  /** Called once when the engine stops, mostly because the disk is full: no statement succeeds until the next start. */
  onStopped?(error: Error): void;
}

// PGlite's own parameters, because setting any replaces them all, and then ours: with the buffers of a server, a page cache for
// hundreds of connections would lie beside a database that has one connection and fits the system's cache.
const startParams = [
  ...["--single", "-F", "-O", "-j"],
  ...["search_path=public", "exit_on_error=false", "log_checkpoints=false", "io_method=sync"].flatMap((setting) => ["-c", setting]),
  ...["max_worker_processes=0", "max_parallel_workers=0", "max_parallel_workers_per_gather=0"].flatMap((setting) => ["-c", setting]),
  ...["max_parallel_maintenance_workers=0", "shared_buffers=16MB", "max_connections=4"].flatMap((setting) => ["-c", setting]),
];

// PGlite compiles its extensions all at once, and Emscripten's loader resolves their symbols in one shared
// table (https://github.com/emscripten-core/emscripten/issues/21571). An extension that is ready while another is missing there
// gives up halfway, but its entries in the table are called for ever after: functions without their data, and the first
// call breaks the engine. So none is compiled beforehand: PostgreSQL loads each when it is first used.
const loadedWhenUsed: Extension = {
  name: "loaded when used",
  setup: (_engine, loaderOptions: object) => Promise.resolve({ emscriptenOpts: { ...loaderOptions, noWasmDecoding: true } }),
};

/** The extensions that migrations request with `create extension`: an engine has only those that it was opened with. */
export const extensions = { loadedWhenUsed, btree_gin, fuzzystrmatch, pg_trgm };

/** Whether an engine still responds. */
class EngineState {
  readonly #onStopped: ((error: Error) => void) | undefined;
  stopped: DatabaseUnavailable | undefined;

  constructor(onStopped?: (error: Error) => void) {
    this.#onStopped = onStopped;
  }

  requireRunning(): void {
    if (this.stopped) throw this.stopped;
  }

  stop(): void {
    if (this.stopped) return;
    this.stopped = new DatabaseUnavailable(stoppedBecause);
    this.#onStopped?.(this.stopped);
  }
}

const stoppedBecause =
  "The embedded database stopped, most likely because the disk of DATA_DIR is full: make room there, then start the server again.";

// PostgreSQL ends when it can write no further (PANIC), and starts again from its log. Here it is a part of this process, in which
// PGlite would go on to call it, and never return: it would block every request, and the signal to stop.
function noticingAbort(state: EngineState): Extension {
  return {
    name: "noticing an abort",
    setup: (_engine, loaderOptions: object) => Promise.resolve({ emscriptenOpts: { ...loaderOptions, onAbort: () => state.stop() } }),
  };
}

function callOnlyWhileRunning(engine: PGlite, state: EngineState): void {
  const call = engine.execProtocolRawSync.bind(engine);
  engine.execProtocolRawSync = (message) => {
    state.requireRunning();
    const answer = call(message);
    // The call during which it stopped has failed, and the answer may not say so: a commit, for one.
    state.requireRunning();
    return answer;
  };
}

/** An empty database of this version of PGlite, which the build has made. */
export const emptyDatabase = fileURLToPath(new URL("dist/empty-database.tgz", packageFolder));

/** PostgreSQL inside this process. One statement at a time; a transaction delays everything else until it ends. */
export async function openEmbeddedDatabase({ folder, seed, onStopped }: EmbeddedOptions): Promise<Database> {
  const state = new EngineState(onStopped);
  const options: PGliteOptions = { startParams, extensions: { ...extensions, noticingAbort: noticingAbort(state) } };
  const open = () => (folder === undefined ? openInMemory(options, seed) : openFolder(options, folder));
  const engine = await open().catch((error: unknown) => {
    throw error instanceof Error ? error : new Error(`The embedded database cannot be opened (${reasonOf(error)}).`);
  });
  callOnlyWhileRunning(engine, state);

  return overEngine(engine, folder ? `the embedded database in ${folder}` : "an embedded database in memory", state);
}

async function openInMemory(options: PGliteOptions, seed: Blob | undefined): Promise<PGlite> {
  return PGlite.create({ ...options, loadDataDir: seed ?? (await openAsBlob(emptyDatabase)) });
}

/** Makes the database if there is none. One that a process was killed over is made anew. */
async function openFolder(options: PGliteOptions, folder: string): Promise<PGlite> {
  const unfinished = `${folder}.unfinished`;
  const wasKilled = existsSync(unfinished);
  if (existsSync(join(folder, "PG_VERSION")) && !wasKilled) return PGlite.create({ ...options, dataDir: folder });
  await writeFile(unfinished, "");
  if (wasKilled) for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  const engine = await PGlite.create({ ...options, dataDir: folder, loadDataDir: await openAsBlob(emptyDatabase) });
  await rm(unfinished);
  return engine;
}

/** Emscripten's file system throws objects that are not errors, with a number of WASI (`__wasi_errno_t`): 51 is ENOSPC. */
function reasonOf(thrown: unknown): string {
  const { errno } = (thrown ?? {}) as { errno?: number };
  return errno === 51
    ? "the disk is full: make room where DATA_DIR is, then start again"
    : `error ${errno ?? String(thrown)} of its file system`;
}

/** The port over a running engine. */
export function overEngine(engine: PGlite, description: string, state = new EngineState()): Database {
  const statements = new NamedStatements(engine);
  const run = <Row extends object>(strings: TemplateStringsArray, values: readonly SqlValue[]): Promise<Row[]> =>
    engine.runExclusive(async () => {
      await engine._checkReady();
      return statements.run<Row>(statementOf(strings), values);
    });

  let transactions = 0;
  const sql: Sql = (strings, ...values) => {
    transactionGuard.refuseOuterHandle();
    // As PGlite's own `query` does, to wait until no transaction runs.
    return engine._runExclusiveTransaction(() => run(strings, values));
  };

  return Object.assign(sql, {
    begin: async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
      transactionGuard.refuseOuterHandle();
      return engine.transaction<T>((handle) => {
        const tx: Sql = async (strings, ...values) => {
          if (handle.closed) throw new Error("The transaction is over.");
          return run(strings, values);
        };
        const script = async (text: string): Promise<void> => {
          await handle.exec(text);
          statements.forget();
        };
        transactions += 1;
        return transactionGuard.run(() => work(Object.assign(tx, { script }))).finally(() => (transactions -= 1));
      });
    },
    listen: async (channel: string, onNotification: (payload: string) => void) => void (await engine.listen(channel, onNotification)),
    // A stopped engine would be asked to write its data.
    close: async () => (state.stopped ? undefined : engine.close()),
    isHeldExclusively: () => transactions > 0,
    description,
  });
}
