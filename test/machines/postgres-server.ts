import { execFile } from "node:child_process";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { HeardClient } from "../../server/src/adapters/postgres.ts";
import { freePort } from "../kit/free-port.ts";
import { folderFor, program, unprivileged } from "./programs.ts";

/** A PostgreSQL of the test's own, which it may stop, pause and copy. */
export interface PostgresServer {
  port: number;
  /** The URL of the database for Vitrine. */
  url: string;
  /** `immediate` is a crash: nothing is flushed, and the start recovers. */
  restart(mode: "fast" | "immediate"): Promise<void>;
  stop(mode: "fast" | "immediate"): Promise<void>;
  start(): Promise<void>;
  /** Runs a statement as the superuser. */
  run<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** A replica of this one. */
  startReplica(): Promise<PostgresServer>;
  remove(): Promise<void>;
}

const settings = (port: number, folder: string) => `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${folder}'
shared_buffers = 32MB
max_connections = 60
fsync = off
wal_level = replica
`;

/** `inside`: the folder for its own. */
export async function startPostgresServer(inside?: string): Promise<PostgresServer> {
  const as = await unprivileged();
  const folder = await folderFor(as, inside);
  const data = join(folder.path, "data");
  await promisify(execFile)(program("initdb"), ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"], as);
  const server = await started(data, folder, as);
  await server.run("create database vitrine");
  return server;
}

async function started(
  data: string,
  folder: Awaited<ReturnType<typeof folderFor>>,
  as: { uid?: number; gid?: number },
): Promise<PostgresServer> {
  const port = await freePort();
  await appendFile(join(data, "postgresql.conf"), settings(port, folder.path));
  const control = async (...args: string[]) => {
    // Its children keep its output open, so nothing of it is read.
    await promisify(execFile)(program("pg_ctl"), ["-D", data, "-w", "-t", "60", "-l", join(folder.path, "log"), ...args], as);
  };
  await control("start");
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/vitrine`,
    restart: (mode) => control("restart", "-m", mode),
    stop: (mode) => control("stop", "-m", mode),
    start: () => control("start"),
    run: async (statement) => {
      const client = new HeardClient(`postgres://postgres@127.0.0.1:${port}/postgres`);
      await client.connect();
      try {
        return (await client.query(statement)).rows as never[];
      } finally {
        await client.end();
      }
    },
    startReplica: async () => {
      const copy = await folderFor(as);
      const copied = join(copy.path, "data");
      const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
      await promisify(execFile)(program("pg_basebackup"), [...from, "-D", copied, "-R", "-X", "stream", "-c", "fast", "--no-sync"], as);
      return started(copied, copy, as);
    },
    remove: async () => {
      await control("stop", "-m", "immediate").catch(() => undefined);
      await folder.remove();
    },
  };
}
