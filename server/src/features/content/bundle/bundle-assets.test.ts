import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { anyPicture } from "../../../../../test/kit/assets.ts";
import { shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { commandNamed } from "../../../commands.ts";
import { CommandError } from "../../../lib/cli/command.ts";
import type { ImportReport } from "./save-bundle.ts";

let server: TestServer;
let elsewhere: TestServer;
let folder: string;
let pictures: Buffer[];
beforeAll(async () => {
  [server, elsewhere] = await Promise.all([startServer(), startServer()]);
  folder = await mkdtemp(join(tmpdir(), "vitrine-bundle-"));
  await mkdir(join(folder, "pictures"));
  pictures = await Promise.all([1, 2, 3].map(() => anyPicture({ width: 300, height: 200, format: "webp" })));
  await Promise.all(pictures.map((bytes, index) => writeFile(join(folder, "pictures", `${index}.webp`), bytes)));
  await writeFile(join(folder, "notes.txt"), "Notes");
});
afterAll(async () => {
  await Promise.all([server.stop(), elsewhere.stop()]);
  await rm(folder, { recursive: true, force: true });
});

let sites = 0;
const newSlug = () => `with-files-${(sites += 1)}`;
const bundleOf = (slug: string, more: object = {}) => ({
  bundle: 1,
  site: { slug, name: "A shop", defaultLocale: "en", locales: ["en", "de"], currency: "eur" },
  apiKeys: [{ name: "web", key: keyOf(slug) }],
  ...more,
});
const keyOf = (slug: string) => `pk_${slug.replaceAll("-", "").padEnd(32, "0")}`;
const product = (images: object[]) => ({ slug: "chair", title: "Chair", images, variants: [{ sku: "CHAIR", price: 100 }] });
const run = async <Output>(name: string, input: object, on: TestServer = server): Promise<Output> => {
  const context = { ...on.deps, files: () => Promise.resolve(on.deps), progress: () => undefined };
  return (await commandNamed(name).run(context, input)) as Output;
};
const importText = (bundle: object, more: object = {}, on?: TestServer) =>
  run<ImportReport>("site import", { text: JSON.stringify(bundle), folder, dryRun: false, setStock: false, ...more }, on);
const importArchive = (archive: string, on?: TestServer) =>
  run<ImportReport>("site import", { archive, file: "site.zip", dryRun: false, setStock: false }, on);
const refused = async (importing: Promise<unknown>): Promise<CommandError> => {
  const error: unknown = await importing.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CommandError)) throw new Error(`expected a CommandError, got ${String(error)}`);
  return error;
};
async function imagesOf(slug: string, on = server): Promise<{ url: string; alt: string; focus: number[] }[]> {
  await on.directory.poll();
  const { json } = await on.ask(`${shop}/products/slug/chair?locale=de`, { key: keyOf(slug) });
  return (json as { data: { images: { url: string; alt: string; focus: number[] }[] } }).data.images;
}
const bytesAt = async (url: string, on = server) => Buffer.from(await (await fetch(on.url + new URL(url).pathname)).arrayBuffer());
const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const objects = async (on = server) => {
  const keys: string[] = [];
  for await (const { key } of on.deps.store.list("sites/")) keys.push(key);
  return keys;
};
async function zipOf(entries: Record<string, string | Buffer>, file = join(folder, `${newSlug()}.zip`)): Promise<string> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

test("a bundle brings the files that its products show, and the same again changes nothing", async () => {
  const slug = newSlug();
  const asset = { path: "pictures/0.webp", name: "chair.webp", alt: { en: "A chair", de: "Ein Stuhl" }, tags: ["wood"], focus: [0.2, 0.8] };
  const bundle = bundleOf(slug, { assets: [asset, { path: "notes.txt" }], products: [product([{ asset: "chair.webp" }])] });
  const before = await objects();
  const dry = await importText(bundle, { dryRun: true });
  expect(dry.sections.assets).toEqual({ created: 2, updated: 0, unchanged: 0 });
  expect(await objects()).toEqual(before);
  expect((await importText(bundle)).sections.assets.created).toBe(2);
  const [image] = await imagesOf(slug);
  expect(image).toMatchObject({ alt: "Ein Stuhl", focus: [0.2, 0.8] });
  expect(digest(await bytesAt(image?.url ?? ""))).toBe(digest(pictures[0] as Buffer));
  expect((await importText(bundle)).sections).toMatchObject({
    assets: { unchanged: 2 },
    products: { unchanged: 1 },
    site: { unchanged: 1 },
  });

  // Members that the bundle leaves out stay, and other bytes show in the products that it does not name.
  const changed = bundleOf(slug, { assets: [{ path: "pictures/1.webp", name: "chair.webp", alt: { en: "Another", de: "Ein anderer" } }] });
  expect((await importText(changed)).sections.assets).toEqual({ created: 0, updated: 1, unchanged: 0 });
  const [other] = await imagesOf(slug);
  expect(other).toMatchObject({ alt: "Ein anderer", focus: [0.2, 0.8] });
  expect(digest(await bytesAt(other?.url ?? ""))).toBe(digest(pictures[1] as Buffer));
});

test("an import that is refused leaves no site and no asset", async () => {
  const slug = newSlug();
  const bundle = bundleOf(slug, { assets: [{ path: "pictures/2.webp" }], products: [product([{ asset: "no-such.webp" }])] });
  expect((await refused(importText(bundle))).errors).toMatchObject([{ path: "/products/0/images/0/asset", code: "reference" }]);
  expect(await server.deps.sql`select id from sites where slug = ${slug}`).toEqual([]);
  // Its bytes have no row, and go with the next sweep of such.
  expect((await importText({ ...bundle, products: [product([{ asset: "2.webp" }])] })).sections.assets.created).toBe(1);
  expect(await imagesOf(slug)).toHaveLength(1);
});

test("an export with its files makes the same site elsewhere", async () => {
  const slug = newSlug();
  const contentTypes = [
    {
      slug: "note",
      title: "Note",
      schema: { type: "object", properties: { title: { type: "string" }, cover: { $ref: "vitrine:asset" } }, additionalProperties: false },
    },
  ];
  await importText(
    bundleOf(slug, {
      contentTypes,
      assets: [
        { path: "pictures/0.webp", name: "Grüße.webp", alt: { en: "One" }, title: "First", folder: "chairs/oak", tags: ["a", "b"] },
        { path: "pictures/1.webp", name: "Grusse.webp", focus: [0.1, 0.9] },
      ],
      entries: [{ contentType: "note", slug: "one", locale: "en", data: { title: "One", cover: { asset: "Grusse.webp" } } }],
      categories: [{ slug: "chairs", title: "Chairs", image: { asset: "Grusse.webp", alt: "All" } }],
      products: [product([{ asset: "Grüße.webp" }])],
    }),
  );
  // A second file of the same name.
  const [first] = await server.deps.sql<{ id: string }>`
    select assets.id from assets join sites on sites.id = assets.site_id where sites.slug = ${slug} and assets.name = 'Grusse.webp'`;
  expect(first).toBeDefined();
  const archive = join(folder, "whole.zip");
  const ofSite = { slug, format: "yaml", withSecrets: false };
  const written = await run("site export", { ...ofSite, withAssets: true, archive });
  expect(written).toEqual({ archive, files: 2 });
  const { sections } = await importArchive(archive, elsewhere);
  expect(sections).toMatchObject({ assets: { created: 2 }, products: { created: 1 }, categories: { created: 1 }, entries: { created: 1 } });
  const [there, here] = await Promise.all([elsewhere, server].map((on) => run<{ text: string }>("site export", ofSite, on)));
  expect(there?.text).toBe(here?.text);
  // The keys of a site are not part of its export.
  const again = join(folder, "again.zip");
  await run("site export", { ...ofSite, withAssets: true, archive: again }, elsewhere);
  expect((await importArchive(again)).sections).toMatchObject({
    assets: { unchanged: 2 },
    products: { unchanged: 1 },
    entries: { unchanged: 1 },
  });
  const readAssets = async (on: TestServer) =>
    on.deps.sql<{ name: string; sha256: string; folder: string; tags: string[]; title: string; focus: number }>`
      select assets.name, files.sha256, assets.folder, assets.tags, assets.title, assets.focus_y as focus
      from assets
      join sites on sites.id = assets.site_id
      join asset_files as files on files.site_id = assets.site_id and files.id = assets.file_id
      where sites.slug = ${slug} order by assets.name`;
  expect(await readAssets(elsewhere)).toEqual(await readAssets(server));
  for (const { sha256 } of await readAssets(elsewhere)) expect((await objects(elsewhere)).some((key) => key.endsWith(sha256))).toBe(true);
});

test("mistakes about files are named with their places", async () => {
  const slug = newSlug();
  await symlink("/etc/hosts", join(folder, "hosts.txt"));
  await writeFile(join(folder, "program.png"), Buffer.from("MZ not a picture\u0000\u0001"));
  const errorsOf = async (...assets: object[]) => (await refused(importText(bundleOf(slug, { assets })))).errors;
  expect(
    await errorsOf({ path: "../notes.txt" }, { path: "/etc/hosts" }, { path: "a\\b.txt" }, { path: "pictures//0.webp" }),
  ).toMatchObject([0, 1, 2, 3].map((index) => ({ path: `/assets/${index}/path`, code: "path" })));
  expect(await errorsOf({ path: "hosts.txt" })).toMatchObject([{ path: "/assets/0/path", code: "file" }]);
  expect(await errorsOf({ path: "pictures" }, { path: "nothing.png" })).toMatchObject([{ code: "file" }, { code: "file" }]);
  expect(await errorsOf({ path: "program.png" })).toMatchObject([{ path: "/assets/0/path", code: "file_type_refused" }]);
  expect(await errorsOf({ path: "pictures/0.webp", name: "chair.jpg" })).toMatchObject([
    { path: "/assets/0/name", message: 'does not fit the content of the file: call it "chair.jpg.webp"' },
  ]);
  expect(await errorsOf({ path: "notes.txt" }, { path: "notes.txt" }, { path: "pictures/0.webp", alt: { fr: "Non" } })).toMatchObject([
    { path: "/assets/1/path", code: "duplicate" },
    { path: "/assets/2/alt/fr", code: "locale" },
  ]);
  await writeFile(join(folder, "large.txt"), Buffer.alloc(server.deps.media.maxVideoBytes + 1, "a"));
  expect(await errorsOf({ path: "large.txt" })).toMatchObject([{ path: "/assets/0/path", code: "file_too_large" }]);
  const site = { ...bundleOf(slug).site, settings: { media: { quotaMb: 1 } } };
  await writeFile(join(folder, "half.txt"), Buffer.alloc(2 ** 20 + 1, "a"));
  const full = await refused(importText({ ...bundleOf(slug), site, assets: [{ path: "half.txt" }] }));
  expect(full.errors).toMatchObject([{ path: "/assets/0", code: "quota_exceeded" }]);
  const { message } = await refused(importText(bundleOf(slug, { assets: [{ path: "notes.txt" }] }), { folder: undefined }));
  expect(message).toContain("is not sent along");
});

test("an archive that leads elsewhere, that unfolds without end, or that is none is refused", async () => {
  const slug = newSlug();
  const text = JSON.stringify(bundleOf(slug, { assets: [{ path: "a.txt" }] }));
  const messageOf = async (archive: string) => (await refused(importArchive(archive))).message;
  expect(await messageOf(join(folder, "no-such.zip"))).toBe("File not found.");
  expect(await messageOf(join(folder, "notes.txt"))).toContain("cannot be read");
  expect(await messageOf(await zipOf({ "a.txt": "A" }))).toContain("must have one bundle at its top");
  expect(await messageOf(await zipOf({ "a.json": text, "b.yaml": text }))).toContain("must have one bundle at its top");
  // yazl refuses such a name: a byte of the finished archive is changed in both places.
  const slip = await readFile(await zipOf({ "site.json": text, "xx/evil.txt": "A" }));
  const evil = join(folder, "evil.zip");
  await writeFile(evil, Buffer.from(slip.toString("latin1").replaceAll("xx/evil.txt", "../evil.txt"), "latin1"));
  expect(await messageOf(evil)).toContain("invalid relative path");

  const bomb = join(folder, "bomb.zip");
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(text), "site.json");
  zip.addReadStream(Readable.from(zeros(64)), "a.txt");
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(bomb));
  expect((await readFile(bomb)).length).toBeLessThan(200_000);
  expect((await refused(importArchive(bomb))).errors).toMatchObject([{ path: "/assets/0/path", code: "file_too_large" }]);
  // One that says that it is small.
  const size = Buffer.alloc(4);
  size.writeUInt32LE(64 * 2 ** 20);
  const liar = (await readFile(bomb)).toString("latin1").replaceAll(size.toString("latin1"), "\u0010\u0000\u0000\u0000");
  await writeFile(bomb, Buffer.from(liar, "latin1"));
  expect(await messageOf(bomb)).toContain("too many bytes");
  expect(await server.deps.sql`select id from sites where slug = ${slug}`).toEqual([]);
});

function* zeros(mebibytes: number): Generator<Buffer> {
  for (let done = 0; done < mebibytes; done += 1) yield Buffer.alloc(2 ** 20);
}

test("a folder of files comes into the library with its folders", async () => {
  const { slug } = await server.addSite({});
  const root = join(folder, "library");
  await mkdir(join(root, "chairs", "oak"), { recursive: true });
  const bytes = await anyPicture();
  await writeFile(join(root, "chairs", "oak", "one.png"), bytes);
  await writeFile(join(root, "same.png"), bytes);
  await writeFile(join(root, "terms.txt"), "Terms");
  await writeFile(join(root, ".hidden"), "x");
  await writeFile(join(root, "program.exe"), Buffer.from("MZ\u0000\u0001"));
  const input = { site: slug, folder: root, tags: ["new"] };
  const done = await run("media import", input);
  expect(done).toMatchObject({ created: 2, known: 1, refused: [{ file: "program.exe" }] });
  expect(await run("media import", input)).toMatchObject({ created: 0, known: 3 });
  const rows = await server.deps.sql<{ name: string; folder: string; tags: string[] }>`
    select name, folder, tags from assets where site_id = (select id from sites where slug = ${slug}) order by name`;
  expect(rows).toEqual([
    { name: "one.png", folder: "chairs/oak", tags: ["new"] },
    { name: "terms.txt", folder: "", tags: ["new"] },
  ]);
  expect(await readFile(join(root, "chairs", "oak", "one.png"))).toEqual(bytes);
});
