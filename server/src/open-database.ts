import type { Config } from "./config.ts";
import { takeDataFolder, type DataFolder } from "./adapters/data-folder.ts";
import { KeyRing } from "./lib/secrets/secret.ts";
import { DatabaseUnavailable, type Database } from "./ports/database.ts";

export interface OpenDatabase {
  sql: Database;
  secrets: KeyRing;
  /** Of the embedded database only. */
  folder: DataFolder | undefined;
  close(): Promise<void>;
}

/** The copies of the settings' database that published content may be read from. One that is away now may come later. */
export async function openReplicas({ database }: Config, onIdleError: (error: Error) => void): Promise<Database[]> {
  if (database.kind === "embedded" || database.replicaUrls.length === 0) return [];
  const { connectPostgres } = await import("./adapters/postgres.ts");
  const { poolSize, preparedStatements } = database;
  return database.replicaUrls.map((url) => connectPostgres({ url, poolSize, preparedStatements, onIdleError }));
}

/**
 * The database of the settings. Throws DataFolderInUse, or DatabaseUnavailable when a server does not answer. `onStopped` is told when
 * the embedded one gives up.
 */
export async function openDatabase(
  config: Config,
  onIdleError: (error: Error) => void,
  onStopped: (error: Error) => void = () => undefined,
): Promise<OpenDatabase> {
  // Only the adapter that is needed is loaded: each brings a library that takes time to start and memory to keep.
  if (config.database.kind === "postgres") {
    const { connectPostgres } = await import("./adapters/postgres.ts");
    const sql = connectPostgres({ ...config.database, onIdleError });
    try {
      await sql`select 1 as one`;
    } catch (error) {
      await sql.close();
      if (!(error instanceof DatabaseUnavailable)) throw error;
      throw new DatabaseUnavailable(`${error.message} It should be ${sql.description}; see DATABASE_URL.`, { cause: error });
    }
    if (!config.secretKeys) throw new Error("readConfig lets no server start without a key.");
    return { sql, secrets: new KeyRing(config.secretKeys), folder: undefined, close: () => sql.close() };
  }
  const { openEmbeddedDatabase } = await import("./adapters/embedded-database.ts");
  const folder = await takeDataFolder(config.dataDir);
  try {
    const secrets = new KeyRing(config.secretKeys ?? (await folder.secretKeys()));
    const sql = await openEmbeddedDatabase({ folder: folder.databasePath, onStopped });
    const close = async () => {
      await sql.close();
      await folder.release();
    };
    return { sql, secrets, folder, close };
  } catch (error) {
    await folder.release();
    throw error;
  }
}
