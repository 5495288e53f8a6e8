import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PostgresServer } from "./postgres-server.ts";
import { freePort } from "../kit/free-port.ts";
import { folderFor, startProgram, unprivileged, type Started } from "./programs.ts";

/** A PgBouncer in transaction mode before a PostgreSQL, as Debian packages it: it carries no prepared statements. */
export interface Pooler {
  url: string;
  port: number;
  start(): Promise<void>;
  end(signal?: NodeJS.Signals): Promise<void>;
  remove(): Promise<void>;
}

export async function startPooler(postgres: PostgresServer, connections: number): Promise<Pooler> {
  const as = await unprivileged();
  const folder = await folderFor(as);
  const port = await freePort();
  const file = join(folder.path, "pgbouncer.ini");
  await writeFile(join(folder.path, "users.txt"), '"postgres" ""\n');
  await writeFile(
    file,
    `[databases]
vitrine = host=127.0.0.1 port=${postgres.port} dbname=vitrine
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder.path, "users.txt")}
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
`,
  );
  let running: Started | undefined;
  const start = async () => {
    running = await startProgram("pgbouncer", ["-q", file], port, as);
  };
  await start();
  const end = async (signal?: NodeJS.Signals) => {
    await running?.end(signal);
    running = undefined;
  };
  return {
    port,
    start,
    end,
    url: `postgres://postgres@127.0.0.1:${port}/vitrine`,
    remove: async () => {
      await end("SIGKILL");
      await folder.remove();
    },
  };
}
