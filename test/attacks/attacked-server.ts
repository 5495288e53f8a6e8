import { readFile } from "node:fs/promises";
import { inject } from "vitest";
import { openTestDatabase } from "../kit/database.ts";
import { publishSite, quiet, type PublishedSite } from "../machines/site.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";

/** A real server with a site, on a database of its own, whose limits are those of production. */
export interface AttackedServer extends ServingProcess {
  port: number;
  site: PublishedSite;
  /** Of the server and of commands. */
  env: Readonly<Record<string, string>>;
  /** Memory of the process, in MiB. */
  residentMiB(): Promise<number>;
  /** Ends the server and removes its files. */
  remove(): Promise<void>;
}

/** `prepare`: changes the database before the server opens it, which nobody can do beside it if it is the embedded one. */
export async function startAttackedServer(
  more: Readonly<Record<string, string>> = {},
  prepare?: (env: Readonly<Record<string, string>>) => Promise<void>,
): Promise<AttackedServer> {
  const folder = await scratchFolder();
  const database = inject("database") === "postgres" ? await openTestDatabase() : undefined;
  const env = {
    ...quiet,
    ...(database ? { DATABASE_URL: database.url ?? "" } : {}),
    DATA_DIR: folder.path,
    HOST: "127.0.0.1",
    RATE_LIMITS: "on",
    RATE_LIMIT_PROCESSOR_MS_PER_SECOND: "50",
    ...more,
  };
  const site = await publishSite(env);
  await prepare?.(env);
  const server = await serveProcess([], env);
  return {
    ...server,
    port: Number(new URL(server.url).port),
    site,
    env,
    residentMiB: () => residentMiB(server.pid),
    remove: async () => {
      await server.end("SIGKILL");
      await database?.drop();
      await folder.remove();
    },
  };
}

/** Memory of a process, in MiB. Linux only, like these tests. */
async function residentMiB(pid: number): Promise<number> {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
