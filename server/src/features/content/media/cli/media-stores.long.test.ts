import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore } from "../../../../bootstrap/open-object-store.ts";
import { srcset } from "../../../../../../client/src/srcset.ts";
import { addMember, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { anyPicture, madeAsset, madeNotes, type MadeAsset } from "../../../../../../test/kit/assets.ts";
import { runCommand } from "../../../../../../test/kit/erasing.ts";
import { FakeBucket } from "../../../../../../test/kit/fake-bucket.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { bytesOf, keysOf } from "../../../../../../test/kit/stored-file.ts";
import { StoreUnavailable, type ObjectStore } from "../../../../ports/object-store.ts";
import { commandNamed } from "../../../../commands.ts";
import { objectKey, objectPrefix } from "../object-key.ts";
import { mediaCopy } from "./media-copy.ts";

let server: TestServer;
let site: TestSite;
let other: TestSite;
let owner: TestAdmin;
let folder: string;
let isRefusing = false;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrine-stores-"));
  const refuse = () => Promise.reject(new StoreUnavailable("The folder for files cannot be used: EROFS. Check MEDIA_DIR."));
  server = await startServer({
    throughStore: (store) => ({ ...store, check: () => (isRefusing ? refuse() : store.check()) }),
  });
  site = await server.addSite();
  other = await server.addSite();
  owner = await addMember(server, site, "OWNER");
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const createAsset = (bytes?: Uint8Array) => madeAsset({ server, site, owner }, bytes);
const render = (asset: MadeAsset) => fetch(server.url + new URL(srcset(asset)?.split(" ")[0] ?? "").pathname);
interface Checked {
  objects: number;
  lost: { site: string; key: string; bytes: number; storedBytes: number | null; assets: string[] }[];
  lostVariants: number;
  orphans: { objects: number };
  recent: { objects: number };
  removed: { objects: number };
}
const check = (slug: string | null = site.slug, repair = false) => runCommand<Checked>(server, "media check", { site: slug, repair });
const succeeded = (output: Checked) => commandNamed("media check").isSuccess?.(output);
const putAway = async (key: string, text: string, store: ObjectStore = server.deps.store) => {
  const path = join(folder, randomUUID());
  await writeFile(path, text);
  await store.put(key, { path, bytes: text.length, sha256: createHash("sha256").update(text).digest("hex"), contentType: "text/plain" });
};
/** The time of the store is that of the machine, and the test's clock stands elsewhere. */
const inDays = (days: number) => server.clock.advance(Date.now() - server.clock.now().getTime() + days * 24 * 60 * 60_000);

test("a store that has everything passes the check, of one site and of all", async () => {
  await createAsset();
  const { output, text } = await check();
  expect([output.lost, output.objects > 0, succeeded(output)]).toEqual([[], true, true]);
  expect(text).toMatch(/^1 site with \d+ stored objects? \(\d.* k?B\): the store has them all\.$/m);
  expect((await check(null)).output.lost).toEqual([]);
});

test("a missing file and one of another length are named, with the assets that show them; a lost variant is no failure", async () => {
  const [gone, cut, whole] = [
    await createAsset(),
    await madeNotes({ server, site, owner }),
    await createAsset(await anyPicture({ width: 200, height: 200 })),
  ];
  await render(whole);
  const [variant = ""] = (await keysOf(server.deps.store, objectKey(site.id, whole.sha256))).filter((key) => key.includes("."));
  await server.deps.store.delete(variant);
  await server.deps.store.delete(objectKey(site.id, gone.sha256));
  await putAway(objectKey(site.id, cut.sha256), "cut");
  const { output, text } = await check();
  const of = ({ sha256, name }: { sha256: string; name: string }, storedBytes: number | null) => {
    return { site: site.slug, key: objectKey(site.id, sha256), bytes: expect.any(Number) as number, storedBytes, assets: [name] };
  };
  expect(output.lost).toHaveLength(2);
  expect(output.lost).toEqual(expect.arrayContaining([of(gone, null), of(cut, 3)]));
  expect([output.lostVariants, succeeded(output)]).toEqual([1, false]);
  expect(text).toContain("the store lacks 2. Bring them back from a backup of it.");
  expect((await check(other.slug)).output.lost).toEqual([]);
  for (const { id } of [gone, cut, whole]) await server.deps.sql`delete from assets where site_id = ${site.id} and id = ${id}`;
  await server.deps.sql`delete from asset_files where site_id = ${site.id} and sha256 = any (${[gone, cut].map(({ sha256 }) => sha256)})`;
  await server.deps.store.delete(objectKey(site.id, cut.sha256));
});

test("a repair removes what no row names once it is a day old, and nothing else", async () => {
  const asset = await createAsset();
  const orphan = objectKey(site.id, createHash("sha256").update("orphan").digest("hex"));
  const foreign = objectKey(other.id, createHash("sha256").update("foreign").digest("hex"));
  for (const [key, text] of [
    [orphan, "orphan"],
    [foreign, "foreign"],
    ["backups/other", "other"],
  ] as const)
    await putAway(key, text);
  const readHeads = () =>
    Promise.all([orphan, foreign, "backups/other", objectKey(site.id, asset.sha256)].map((key) => server.deps.store.head(key)));
  const are = async () => (await readHeads()).map(Boolean);
  inDays(0.9);
  expect((await check(site.slug, true)).output).toMatchObject({ recent: { objects: 1 }, removed: { objects: 0 } });
  expect(await are()).toEqual([true, true, true, true]);
  inDays(1.1);
  const { output, text } = await check();
  expect(output).toMatchObject({ orphans: { objects: 1 }, removed: { objects: 0 } });
  expect([succeeded(output), text]).toEqual([true, expect.stringContaining("No row names 1 object (6 B): --repair removes them")]);
  expect((await check(site.slug, true)).output).toMatchObject({ orphans: { objects: 0 }, removed: { objects: 1 } });
  expect(await are()).toEqual([false, true, true, true]);
  expect((await check(null, true)).output).toMatchObject({ removed: { objects: 1 } });
  expect(await are()).toEqual([false, false, true, true]);
  const left = await server.deps.sql`select id from asset_files where site_id = ${site.id} and removed_at is not null`;
  expect(left).toEqual([]);
});

interface Copied {
  copied: number;
  known: number;
  failed: { site: string; key: string; reason: string }[];
}
const copy = (to: object, slug: string | null = site.slug) => runCommand<Copied>(server, "media copy", { site: slug, to });

test("a copy has every object byte for byte, leaves the store as it is, and goes on where it was broken off", async () => {
  owner = await addMember(server, site, "OWNER");
  const asset = await createAsset(await anyPicture({ width: 300, height: 200 }));
  await render(asset);
  const to = { folder: join(folder, "copy") };
  const before = await keysOf(server.deps.store, objectPrefix(site.id));
  const { output, text } = await copy(to);
  expect([output.failed, output.copied, output.known]).toEqual([[], before.length, 0]);
  expect(text).toMatch(/^Copied \d+ objects \(.*\) of 1 site; the other store had 0 already\.$/);
  const target = await openStore({ kind: "folder", ...to });
  expect(await keysOf(target, "sites/")).toEqual(before);
  expect(await keysOf(server.deps.store, objectPrefix(site.id))).toEqual(before);
  for (const key of before) expect(await bytesOf(target, key)).toEqual(await bytesOf(server.deps.store, key));
  const [first = ""] = before;
  await target.delete(first);
  expect((await copy(to)).output).toMatchObject({ copied: 1, known: before.length - 1, failed: [] });
  expect(await bytesOf(target, first)).toEqual(await bytesOf(server.deps.store, first));
});

test("bytes that are not those of the row are not copied, and the command fails", async () => {
  const { sha256 } = await madeNotes({ server, site, owner });
  const key = objectKey(site.id, sha256);
  const { length = 0 } = (await bytesOf(server.deps.store, key)) ?? {};
  await server.deps.store.delete(key);
  await putAway(key, "x".repeat(length));
  const { output, text } = await copy({ folder: join(folder, "copy") });
  expect(output.failed).toEqual([{ site: site.slug, key, reason: "its bytes are not those that were stored" }]);
  expect([text, commandNamed("media copy").isSuccess?.(output)]).toEqual([expect.stringContaining(`Not copied: ${key}`), false]);
  await server.deps.sql`delete from assets where site_id = ${site.id}`;
  await server.deps.sql`delete from asset_files where site_id = ${site.id} and sha256 = ${sha256}`;
  await server.deps.store.delete(key);
});

test("a file has the settings of a bucket; mistakes in it are named, and its secret never", async () => {
  const bucket = await FakeBucket.start();
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.settings;
  const file = join(folder, "bucket.env");
  const write = (lines: Record<string, string>) =>
    writeFile(
      file,
      Object.entries(lines)
        .map((line) => line.join("="))
        .join("\n"),
    );
  const typed = async () => mediaCopy.input(...([site.slug, { toS3: file }] as never[]));
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  await write({ S3_ENDPOINT: endpoint, S3_BUCKET: name, S3_REGION: region, ...keys });
  const { to } = await typed();
  const { output } = await copy(to);
  expect(output.failed).toEqual([]);
  expect([...bucket.objects.keys()].sort()).toEqual(await keysOf(server.deps.store, objectPrefix(site.id)));
  expect((await copy(to)).output.copied).toBe(0);

  await write({ S3_ENDPOINT: endpoint, S3_SECRET_ACCESS_KEY: "do not show me" });
  const failure = await copy((await typed()).to).catch((error: Error) => error.message);
  expect(failure).toContain("S3_BUCKET is needed");
  expect(failure).not.toContain("do not show me");
  await write({});
  await expect(copy((await typed()).to)).rejects.toThrow("The file names no bucket.");
  await expect(mediaCopy.input(...([site.slug, {}] as never[]))).rejects.toThrow("name one store");
  await bucket.stop();
});

test("the doctor writes to the store, reads from it, and says what is wrong with it", async () => {
  const finding = async () => (await runCommand<{ check: string }[]>(server, "doctor", {})).output.find((each) => each.check === "store");
  expect(await finding()).toEqual({ check: "store", ok: true, detail: "files can be written, read and removed" });
  expect(await keysOf(server.deps.store, "checks/")).toEqual([]);
  isRefusing = true;
  expect(await finding()).toEqual({ check: "store", ok: false, detail: "The folder for files cannot be used: EROFS. Check MEDIA_DIR." });
  isRefusing = false;
});
