import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { madeAsset, upload, type MadeAsset } from "../../../../../../test/kit/assets.ts";
import { startServer, TestClock, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { fileOf, keysOf } from "../../../../../../test/kit/stored-file.ts";
import { adminBase } from "../../../../lib/http/operation.ts";
import { StoreUnavailable, type ObjectStore } from "../../../../ports/object-store.ts";
import { objectKey, objectPrefix } from "../object-key.ts";
import { sweepMedia } from "./sweep-media.ts";
import { longTest } from "../../../../../../test/kit/sampled.ts";

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;

const clock = new TestClock();
const storedAt = new Map<string, Date>();
/** What a deletion waits for, or fails with. */
let beforeDelete: (key: string) => Promise<void> = async () => undefined;

/** A store with the clock of the test. */
function timed(store: ObjectStore): ObjectStore {
  return {
    put: (key, file) => {
      storedAt.set(key, clock.now());
      return store.put(key, file);
    },
    get: (key, range) => store.get(key, range),
    localPath: (key) => store.localPath(key),
    head: (key) => store.head(key),
    delete: async (key) => {
      await beforeDelete(key);
      await store.delete(key);
    },
    async *list(prefix) {
      for await (const object of store.list(prefix)) yield { ...object, storedAt: storedAt.get(object.key) ?? object.storedAt };
    },
    check: () => store.check(),
  };
}

let server: TestServer;
let scratch: string;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer({ clock, throughStore: timed });
  scratch = await mkdtemp(join(tmpdir(), "vitrine-sweep-"));
});
beforeEach(async () => {
  beforeDelete = async () => undefined;
  site = await server.addSite({});
  owner = await addMember(server, site, "OWNER");
});
afterAll(async () => {
  await server.stop();
  await rm(scratch, { recursive: true, force: true });
});

const sweep = () => sweepMedia.run(server.deps);
const notes = () => Buffer.from(`Notes ${randomUUID()}`);
const shaOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const createAsset = (bytes = notes()) => madeAsset({ server, site, owner }, bytes);
/** Of this site. */
const listKeys = async () => (await keysOf(server.deps.store, objectPrefix(site.id))).map((key) => key.slice(objectPrefix(site.id).length));
const counted = async () =>
  (await server.deps.sql<{ bytes: number }>`select bytes::float8 as bytes from asset_totals where site_id = ${site.id}`)[0]?.bytes;
/** Past the memory of public answers. */
const readAt = async ({ url }: Pick<MadeAsset, "url">) =>
  (await fetch(server.url + new URL(url).pathname, { headers: { range: "bytes=0-0" } })).status;
/** Sessions end after some time. */
const later = async (ms: number) => {
  clock.advance(ms);
  owner = await addMember(server, site, "OWNER");
};
const remove = async ({ id, revision }: Pick<MadeAsset, "id" | "revision">) => {
  const { status, text } = await server.ask(`${adminBase}/sites/${site.slug}/assets/${id}`, {
    method: "DELETE",
    headers: { ...owner.headers, "if-match": `"${revision}"` },
  });
  if (status !== 204) throw new Error(text);
};
const replace = async ({ id, revision }: MadeAsset, bytes: Buffer): Promise<MadeAsset> => {
  const { status, json, text } = await upload(server, site, owner, bytes, {
    path: `assets/${id}/replace`,
    name: "new.txt",
    headers: { "if-match": `"${revision}"` },
  });
  if (status !== 200) throw new Error(text);
  return (json as { data: MadeAsset }).data;
};
const putOrphan = async (key: string, bytes: Buffer) => server.deps.store.put(key, await fileOf(scratch, bytes));

test("the bytes before a replacement stay for a day when the asset is deleted", async () => {
  const old = await createAsset();
  await later(3 * hourMs);
  const current = await replace(old, notes());
  await later(dayMs - hourMs);
  await remove(current);
  await later(2 * hourMs);
  await sweep();
  expect((await listKeys()).sort()).toEqual([old.sha256, current.sha256].sort());
  await later(dayMs);
  await sweep();
  expect([await listKeys(), await counted()]).toEqual([[], 0]);
});

test("an upload of the same bytes while they are removed waits, and never ends without its bytes", async () => {
  const makeIdle = async (bytes: ReturnType<typeof notes>) => remove(await createAsset(bytes));
  const makeOrphan = (bytes: Buffer) => putOrphan(objectKey(site.id, shaOf(bytes)), bytes);
  for (const make of [makeIdle, makeOrphan]) {
    const same = notes();
    await make(same);
    await later(dayMs + 1);
    const key = objectKey(site.id, shaOf(same));
    let goOn: () => void = () => undefined;
    const isDeleting = new Promise<void>((reached) => {
      beforeDelete = (asked) =>
        asked === key
          ? new Promise((resolve) => {
              goOn = resolve;
              reached();
            })
          : Promise.resolve();
    });
    const sweeping = sweep();
    await isDeleting;
    let isDone = false;
    const again = createAsset(same).finally(() => (isDone = true));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(isDone).toBe(false);
    goOn();
    await sweeping;
    expect(await readAt(await again)).toBe(206);
    expect(await listKeys()).toContain(shaOf(same));
    beforeDelete = async () => undefined;
  }
});

longTest("uploads and sweeps at the same time leave each asset with its bytes", async () => {
  const all = await Promise.all(Array.from({ length: 8 }, notes).map(async (bytes) => ({ bytes, asset: await createAsset(bytes) })));
  for (const { asset } of all) await remove(asset);
  await later(dayMs + 1);
  const [uploaded] = await Promise.all([Promise.all(all.map(({ bytes }) => createAsset(bytes))), sweep(), sweep()]);
  expect(await Promise.all(uploaded.map(readAt))).toEqual(uploaded.map(() => 206));
  await sweep();
  expect(await Promise.all(uploaded.map(readAt))).toEqual(uploaded.map(() => 206));
  expect(await counted()).toBe(all.reduce((sum, { bytes }) => sum + bytes.length, 0));
});

test("a sweep that the store interrupts is finished by a later one, and counts nothing twice", async () => {
  const [asset, keptAsset] = [await createAsset(), await createAsset()];
  const orphan = notes();
  await putOrphan(objectKey(site.id, shaOf(orphan)), orphan);
  await remove(asset);
  await later(dayMs + 1);
  beforeDelete = () => Promise.reject(new StoreUnavailable("away"));
  await expect(sweep()).rejects.toThrow("away");
  beforeDelete = async (key) => {
    if (key.endsWith(shaOf(orphan))) throw new StoreUnavailable("away");
  };
  await later(hourMs + 1);
  await expect(sweep()).rejects.toThrow("away");
  beforeDelete = async () => undefined;
  await later(hourMs + 1);
  await sweep();
  expect([await listKeys(), await counted()]).toEqual([[keptAsset.sha256], Buffer.byteLength(`Notes ${randomUUID()}`)]);
});
