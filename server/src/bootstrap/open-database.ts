import type { Config } from "../config.ts";
import { takeDataFolder, type DataFolder } from "../adapters/data-folder.ts";
import { KeyRing } from "../lib/secrets/secret.ts";
import { DatabaseUnavailable, type Database } from "../ports/database.ts";

export interface OpenDatabase {
  sql: Database;
  secrets: KeyRing;
  /** For the embedded database only. */
  folder: DataFolder | undefined;
  close(): Promise<void>;
}

/** The configured replicas for reads of published content. One that is down now may come later. */
export async function openReplicas({ database }: Config, onIdleError: (error: Error) => void): Promise<Database[]> {
  if (database.kind === "embedded" || database.replicaUrls.length === 0) return [];
  const { connectPostgres } = await import("../adapters/postgres.ts");
  const { poolSize, preparedStatements } = database;
  return database.replicaUrls.map((url) => connectPostgres({ url, poolSize, preparedStatements, onIdleError }));
}

/**
 * The configured database. Throws DataFolderInUse, or DatabaseUnavailable when a server does not respond. `onStopped` is called when
 * the embedded one stops.
 */
export async function openDatabase(
  config: Config,
  onIdleError: (error: Error) => void,
  onStopped: (error: Error) => void = () => undefined,
): Promise<OpenDatabase> {
  // Loads only the adapter that is needed: each brings a library that takes time to start and memory.
  if (config.database.kind === "postgres") {
    const { connectPostgres } = await import("../adapters/postgres.ts");
    const sql = connectPostgres({ ...config.database, onIdleError });
    try {
      await sql`select 1 as one`;
    } catch (error) {
      await sql.close();
      if (!(error instanceof DatabaseUnavailable)) throw error;
      throw new DatabaseUnavailable(`${error.message} It should be ${sql.description}; see DATABASE_URL.`, { cause: error });
    }
    if (!config.secretKeys) throw new Error("The server has no key: readConfig should have refused that.");
    return { sql, secrets: new KeyRing(config.secretKeys), folder: undefined, close: () => sql.close() };
  }
  const { openEmbeddedDatabase } = await import("../adapters/embedded-database.ts");
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
