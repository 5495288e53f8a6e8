import { createHash, randomUUID } from "node:crypto";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { srcset } from "../../../../../../client/src/srcset.ts";
import { addMember, asAdmin, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { anyPicture, madeAsset, upload, type MadeAsset } from "../../../../../../test/kit/assets.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { objectKey, objectPrefix } from "../object-key.ts";
import { sweepMedia } from "./sweep-media.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
/** A removal from the store waits for it, once it is set. */
let removal: Promise<void> | undefined;
let removals = 0;
beforeAll(async () => {
  server = await startServer({
    throughStore: (store) => ({
      ...store,
      delete: async (key) => {
        removals += 1;
        await removal;
        await store.delete(key);
      },
    }),
  });
  site = await server.addSite({ site: { settings: { media: { quotaMb: 3 } } } });
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const sweep = () => sweepMedia.run(server.deps);
const isStored = async ({ sha256 }: { sha256: string }) => (await server.deps.store.head(objectKey(site.id, sha256))) !== undefined;
const remove = ({ id, revision }: MadeAsset) => asAdmin(server, owner).delete(`/sites/${site.slug}/assets/${id}`, { revision });
const createAsset = (bytes?: Uint8Array) => madeAsset({ server, site, owner }, bytes);
const read = async ({ url }: { url: string }) => (await fetch(server.url + new URL(url).pathname)).status;
const used = async () => {
  const [total] = await server.deps.sql<{ bytes: number }>`select bytes::int as bytes from asset_totals where site_id = ${site.id}`;
  return total?.bytes ?? 0;
};
/** An owner, as a session ends after two weeks. */
const signInAgain = async () => void (owner = await addMember(server, site, "OWNER"));

test("bytes go a day after the last asset that shows them, with their variants, and count no more", async () => {
  const before = await used();
  const asset = await createAsset(await anyPicture({ width: 200, height: 200 }));
  const [variant = ""] = srcset(asset)?.split(" ") ?? [];
  expect(await read({ url: variant })).toBe(200);
  expect(await used()).toBeGreaterThan(before);
  expect((await remove(asset)).status).toBe(204);
  server.clock.advance(23 * hourMs);
  await sweep();
  expect(await isStored(asset)).toBe(true);
  server.clock.advance(2 * hourMs);
  await sweep();
  expect(await isStored(asset)).toBe(false);
  const left = [];
  for await (const { key } of server.deps.store.list(objectPrefix(site.id))) if (key.includes(asset.sha256)) left.push(key);
  expect([left, await used()]).toEqual([[], before]);
});

test("bytes that an asset shows stay, however old", async () => {
  const asset = await createAsset();
  server.clock.advance(400 * dayMs);
  await sweep();
  expect([await isStored(asset), await read(asset)]).toEqual([true, 200]);
  await signInAgain();
});

test("the address of a replaced file goes on for a day", async () => {
  const asset = await createAsset();
  const headers = { "if-match": '"1"' };
  await upload(server, site, owner, await anyPicture(), { path: `assets/${asset.id}/replace`, headers });
  server.clock.advance(23 * hourMs);
  await sweep();
  expect(await read(asset)).toBe(200);
  server.clock.advance(2 * hourMs);
  await sweep();
  await server.directory.poll();
  server.clock.advance(2_000);
  expect(await isStored(asset)).toBe(false);
});

test("an upload whose process died before it was acknowledged leaves nothing", async () => {
  const asset = await createAsset();
  // As if the process had ended between the store and the last transaction.
  await server.deps.sql`delete from assets where site_id = ${site.id} and id = ${asset.id}`;
  await server.deps.sql`update asset_files set stored_at = null where site_id = ${site.id} and sha256 = ${asset.sha256}`;
  server.clock.advance(25 * hourMs);
  await sweep();
  expect(await isStored(asset)).toBe(false);
});

test("objects that no row names go after a day, and those of other programs stay", async () => {
  const bytes = Buffer.from(`An orphan ${randomUUID()}`);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const keys = [objectKey(site.id, sha256), `${objectKey(site.id, sha256)}.64xauto.webp`, objectKey(randomUUID(), sha256), "backups/other"];
  for (const key of keys) {
    const path = join(server.deps.media.uploads, randomUUID());
    await writeFile(path, bytes);
    await server.deps.store.put(key, { path, bytes: bytes.length, sha256, contentType: "text/plain" });
  }
  const areStored = async () => Promise.all(keys.map(async (key) => (await server.deps.store.head(key)) !== undefined));
  // The store has the time of the machine, and the test's clock stands elsewhere.
  const monotonicMs = () => server.clock.monotonicMs();
  const at = (hours: number) => ({ ...server.deps, clock: { now: () => new Date(Date.now() + hours * hourMs), monotonicMs } });
  await sweepMedia.run(at(23));
  expect(await areStored()).toEqual([true, true, true, true]);
  await sweepMedia.run(at(25));
  expect(await areStored()).toEqual([false, false, false, true]);
});

test("what a process that died was receiving goes after a day", async () => {
  const path = join(server.deps.media.uploads, randomUUID());
  await writeFile(path, "half a picture");
  const at = (hours: number) => ({ ...server.deps, clock: { now: () => new Date(Date.now() + hours * hourMs), monotonicMs: () => 0 } });
  await sweepMedia.run(at(23));
  expect((await stat(path)).size).toBe(14);
  await sweepMedia.run(at(25));
  await expect(stat(path)).rejects.toThrow("ENOENT");
});

test("an upload of bytes that are being removed waits, and is there afterwards", async () => {
  const bytes = await anyPicture();
  const asset = await createAsset(bytes);
  await remove(asset);
  server.clock.advance(25 * hourMs);
  let goOn = () => {};
  removal = new Promise((resolve) => (goOn = resolve));
  const before = removals;
  const swept = sweep();
  while (removals === before) await new Promise((resolve) => setTimeout(resolve, 5));
  const uploaded = upload(server, site, owner, bytes);
  await new Promise((resolve) => setTimeout(resolve, 100));
  goOn();
  removal = undefined;
  await swept;
  const { status, json } = await uploaded;
  const { data } = json as { data: MadeAsset };
  expect([status, await isStored(data), await read(data)]).toEqual([201, true, 200]);
});

test("of uploads at once, no more are taken than the quota has room for", async () => {
  const other = await server.addSite({ site: { settings: { media: { quotaMb: 1 } } } });
  const by = await addMember(server, other, "OWNER");
  const text = () => Buffer.from(`${randomUUID()} `.repeat(9_000));
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => upload(server, other, by, text(), { name: "notes.txt", type: "text/plain" })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409)?.json;
  expect(refused).toMatchObject({ code: "quota_exceeded", quotaBytes: 2 ** 20, usedBytes: expect.any(Number) as number });
});
