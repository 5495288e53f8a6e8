import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HeardClient } from "../server/src/adapters/postgres.ts";

/** Databases and folders of the bench's own, and everything else to undo at the end. */
export interface Scratch {
  /** A new database on the PostgreSQL server, a copy of another of them if that is given. Returns its URL. */
  database(copyOf?: string): Promise<string>;
  /** Runs one statement on one of them. */
  on(url: string, statement: string): Promise<unknown>;
  /** A new empty folder. */
  folder(): Promise<string>;
  /** `15.4`, say. */
  postgresVersion(): Promise<string>;
  later(undo: () => Promise<unknown>): void;
  /** Undoes everything, the last first, and all of it even when something fails. */
  clear(): Promise<void>;
}

export function openScratch(adminUrl: string): Scratch {
  const undoing: (() => Promise<unknown>)[] = [];
  let databases = 0;

  const on = async <Row extends object>(url: string, statement: string): Promise<Row[]> => {
    const client = new HeardClient({ connectionString: url, connectionTimeoutMillis: 60_000 });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const admin = <Row extends object>(statement: string) => on<Row>(adminUrl, statement);

  return {
    on,
    database: async (copyOf) => {
      const name = `vitrine_bench_${process.pid}${(databases += 1) > 1 ? `_${databases}` : ""}`;
      await admin(`create database ${name}${copyOf ? ` template ${new URL(copyOf).pathname.slice(1)}` : ""}`);
      undoing.push(() => admin(`drop database ${name} with (force)`));
      const url = new URL(adminUrl);
      url.pathname = `/${name}`;
      return url.href;
    },
    folder: async () => {
      const path = await mkdtemp(join(tmpdir(), "vitrine-bench-"));
      undoing.push(() => rm(path, { recursive: true, force: true }));
      return path;
    },
    postgresVersion: async () => {
      const [row] = await admin<{ server_version: string }>("show server_version");
      return row?.server_version.split(" ")[0] ?? "unknown";
    },
    later: (undo) => void undoing.push(undo),
    clear: async () => {
      for (const undo of undoing.splice(0).reverse()) {
        await undo().catch((error: unknown) => process.stderr.write(`Not cleared: ${String(error)}\n`));
      }
    },
  };
}
