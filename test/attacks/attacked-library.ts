import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openEmbeddedDatabase } from "../../server/src/adapters/embedded-database.ts";
import { openObjectFolder } from "../../server/src/adapters/object-folder.ts";
import { connectPostgres } from "../../server/src/adapters/postgres.ts";
import { systemClock, systemIds } from "../../server/src/adapters/system.ts";
import { sweepMedia } from "../../server/src/features/content/media/tasks/sweep-media.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import type { Clock } from "../../server/src/ports/clock.ts";
import type { Database } from "../../server/src/ports/database.ts";
import type { ObjectStore } from "../../server/src/ports/object-store.ts";
import { addMember } from "../kit/admins.ts";
import { keysOf } from "../kit/stored-file.ts";
import { serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { startAttackedServer, type AttackedServer } from "./attacked-server.ts";

interface Uploaded {
  status: number;
  /** Of the problem; undefined after a success. */
  code: string | undefined;
  asset: { id: string; url: string; sha256: string; name: string; contentType: string } | undefined;
}

/** The media library of a server in a process of its own, and people who may upload to it. */
export interface AttackedLibrary {
  readonly server: Pick<AttackedServer, "url" | "port" | "env">;
  slug: string;
  /** The headers of each person's session. */
  people: readonly Readonly<Record<string, string>>[];
  path: string;
  upload(bytes: Uint8Array, options?: { type?: string; name?: string; person?: number }): Promise<Uploaded>;
  /** Highest memory so far, in MiB: of the server, of the process that works on pictures, and of both together. */
  memory(): { server: number; pictures: number; together: number };
  /** Kills the server, and starts it again. Memory is watched no more. */
  crash(): Promise<void>;
  /** Ends the server, and sweeps its store as two days later. Returns what was left on the disk, and each object that is not as an asset names it. */
  sweepUp(): Promise<{ uploads: string[]; errors: string[]; assets: number; objects: number }>;
  remove(): Promise<void>;
}

const dayMs = 24 * 60 * 60_000;

/** `openStore`: if files are not in the server's own folder. */
export async function startAttackedLibrary({
  settings = {},
  people: number = 1,
  openStore,
}: { settings?: Readonly<Record<string, string>>; people?: number; openStore?: () => ObjectStore } = {}): Promise<AttackedLibrary> {
  const people: Readonly<Record<string, string>>[] = [];
  let slug = "";
  const server = await startAttackedServer({ RATE_LIMITS: "off", ...settings }, async (env) => {
    const sql = await openDatabase(env);
    try {
      const [site] = await sql<{ id: string; slug: string }>`select id, slug from sites`;
      if (!site) throw new Error("There is no site.");
      slug = site.slug;
      const deps = { sql, clock: systemClock, ids: systemIds };
      for (let each = 0; each < number; each += 1) people.push((await addMember({ deps } as never, site, "OWNER")).headers);
    } finally {
      await sql.close();
    }
  });
  const watch = watchMemory(server.pid);
  let running: ServingProcess = server;
  const place = { env: server.env, url: server.url, port: server.port };
  const path = `${adminBase}/sites/${slug}/assets`;
  const dataDir = server.env.DATA_DIR ?? "";
  return {
    server: place,
    slug,
    people,
    path,
    upload: async (bytes, { type = "application/octet-stream", name = "file", person = 0 } = {}) => {
      const headers = { ...people[person], "content-type": type, "content-disposition": `attachment; filename="${name}"` };
      const answer = await fetch(place.url + path, { method: "POST", headers, body: bytes as Uint8Array<ArrayBuffer> });
      const body = (await answer.json()) as { data?: Uploaded["asset"]; code?: string };
      return { status: answer.status, code: body.code, asset: body.data };
    },
    memory: watch.highest,
    crash: async () => {
      watch.stop();
      await running.end("SIGKILL");
      running = await serveProcess([], server.env);
      Object.assign(place, { url: running.url, port: Number(new URL(running.url).port) });
    },
    sweepUp: async () => {
      watch.stop();
      await running.end("SIGTERM");
      const sql = await openDatabase(server.env);
      try {
        const store = openStore?.() ?? (await openObjectFolder(join(dataDir, "media")));
        const left = await readdir(join(dataDir, "uploads")).catch(() => []);
        const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + 2 * dayMs) };
        const media = { uploads: join(dataDir, "uploads"), publicUrl: place.url, maxBytes: 0, maxVideoBytes: 0, quotaMb: 0 };
        const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
        await sweepMedia.run({ sql, clock, ids: systemIds, store, media, log } as never);
        return { uploads: left, ...(await compare(sql, store)) };
      } finally {
        await sql.close();
      }
    },
    remove: async () => {
      watch.stop();
      await running.end("SIGKILL");
      await server.remove();
    },
  };
}

async function openDatabase(env: Readonly<Record<string, string>>): Promise<Database> {
  if (!env.DATABASE_URL) return openEmbeddedDatabase({ folder: join(env.DATA_DIR ?? "", "database") });
  return connectPostgres({ url: env.DATABASE_URL, poolSize: 2, preparedStatements: true, onIdleError: () => undefined });
}

/** Objects that no asset names, those that are not what their names say, and files of assets that are not there. */
async function compare(sql: Database, store: ObjectStore): Promise<{ errors: string[]; assets: number; objects: number }> {
  const rows = await sql<{ siteId: string; sha256: string }>`
    select distinct files.site_id as "siteId", files.sha256
    from assets
    join asset_files as files on files.site_id = assets.site_id and files.id = assets.file_id`;
  const variants = await sql<{
    key: string;
    sha256: string;
  }>`select object_key as key, sha256 from asset_variants where sha256 is not null`;
  const named = new Map([
    ...rows.map(({ siteId, sha256 }) => [`sites/${siteId}/${sha256}`, sha256] as const),
    ...variants.map(({ key, sha256 }) => [key, sha256] as const),
  ]);
  const keys = await keysOf(store, "sites/");
  const errors: string[] = [];
  for (const key of keys) {
    const storedFile = named.has(key) ? await store.get(key) : undefined;
    if (!storedFile) {
      errors.push(`nothing names ${key}`);
      continue;
    }
    const hash = createHash("sha256");
    for await (const chunk of storedFile.stream) hash.update(chunk as Buffer);
    if (hash.digest("hex") !== named.get(key)) errors.push(`${key} has other bytes`);
  }
  for (const key of named.keys()) if (!keys.includes(key)) errors.push(`${key} is not there`);
  return { errors, assets: rows.length, objects: keys.length };
}

/** Linux only, like all attacks. */
function watchMemory(pid: number) {
  const highest = { server: 0, pictures: 0, together: 0 };
  const residentOf = async (of: number | string) =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${of}/status`, "utf8").catch(() => ""))?.[1] ?? 0) / 1024;
  const look = async () => {
    const serverBytes = await residentOf(pid);
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")).trim().split(" ").filter(Boolean);
    const pictures = (await Promise.all(children.map(residentOf))).reduce((sum, one) => sum + one, 0);
    highest.server = Math.max(highest.server, serverBytes);
    highest.pictures = Math.max(highest.pictures, pictures);
    highest.together = Math.max(highest.together, serverBytes + pictures);
  };
  const timer = setInterval(() => void look(), 20);
  return {
    stop: () => clearInterval(timer),
    highest: () => ({ server: Math.round(highest.server), pictures: Math.round(highest.pictures), together: Math.round(highest.together) }),
    reset: () => void Object.assign(highest, { server: 0, pictures: 0, together: 0 }),
  };
}
