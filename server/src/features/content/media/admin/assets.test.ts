import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { srcset } from "../../../../../../client/src/srcset.ts";
import { addMember, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { anyPicture, madeAsset, upload, type MadeAsset } from "../../../../../../test/kit/assets.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { fileOfPhone, secretPlace } from "../../../../../../test/kit/pictures.ts";
import { adminBase } from "../../../../lib/http/operation.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({});
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

const base = () => `${adminBase}/sites/${site.slug}/assets`;
const call = (path: string, init: { method?: string; body?: unknown; headers?: Record<string, string> } = {}) =>
  server.ask(`${base()}${path}`, {
    method: init.method ?? "GET",
    headers: { ...owner.headers, ...(init.body === undefined ? {} : { "content-type": "application/json" }), ...init.headers },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  });
const createAsset = (bytes?: Uint8Array) => madeAsset({ server, site, owner }, bytes);
const path = (url: string) => new URL(url).pathname;

test("an uploaded picture is measured, named, and public byte for byte", async () => {
  const bytes = await anyPicture({ width: 30, height: 20 });
  const { status, json, headers } = await upload(server, site, owner, bytes, { name: "Grüße aus Tromsø.PNG" });
  expect(status).toBe(201);
  expect(headers.get("etag")).toBe('"1"');
  const { data } = json as { data: MadeAsset & Record<string, unknown> };
  expect(data).toMatchObject({
    contentType: "image/png",
    width: 30,
    height: 20,
    focus: [0.5, 0.5],
    alt: {},
    tags: [],
    folder: "",
    revision: 1,
  });
  expect([data.name, path(data.url).split("/").at(-1)]).toEqual(["Grüße aus Tromsø.PNG", "grusse-aus-tromso.png"]);
  expect(data.placeholder).toMatch(/^[A-Za-z0-9+/]+=*$/);
  expect(data.dominantColor).toMatch(/^#[0-9a-f]{6}$/);
  const file = await fetch(server.url + path(data.url));
  const read = Buffer.from(await file.arrayBuffer());
  expect(file.status).toBe(200);
  expect(createHash("sha256").update(read).digest("hex")).toBe(data.sha256);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
  });
});

test("a form uploads a file with its words, in any order of its fields", async () => {
  const form = new FormData();
  form.set("alt", JSON.stringify({ en: "A red square" }));
  form.set("file", new Blob([Buffer.from(await anyPicture())], { type: "text/plain" }), "../../etc/passwd");
  form.set("title", "Square");
  form.set("tags", "red, square,red");
  form.set("folder", "shapes/plain");
  const response = await fetch(server.url + base(), { method: "POST", headers: owner.headers, body: form });
  const { data } = (await response.json()) as { data: Record<string, unknown> };
  expect(response.status).toBe(201);
  expect(data).toMatchObject({
    name: "passwd.png",
    contentType: "image/png",
    alt: { en: "A red square" },
    title: "Square",
    tags: ["red", "square"],
    folder: "shapes/plain",
  });
});

test("the same bytes again are the same asset, also when both arrive at once, and at another site another one", async () => {
  const bytes = await anyPicture();
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload(server, site, owner, bytes)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
  const all = answers.map(({ json }) => (json as { data: { id: string; duplicate?: true } }).data);
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(all.filter(({ duplicate }) => duplicate)).toHaveLength(5);
  const other = await server.addSite({});
  expect((await upload(server, other, await addMember(server, other, "OWNER"), bytes)).status).toBe(201);
});

test("the place of a photograph is cut out, unless the site keeps metadata", async () => {
  const photo = await fileOfPhone("jpeg");
  expect(photo.includes(secretPlace)).toBe(true);
  const asset = await createAsset(photo);
  const read = Buffer.from(await (await fetch(server.url + path(asset.url))).arrayBuffer());
  expect(read.includes(secretPlace)).toBe(false);
  expect((await sharp(read).metadata()).icc).toBeDefined();
});

test("a variant is rendered once, whoever asks, in the format that the browser prefers", async () => {
  const asset = await createAsset(await anyPicture({ width: 400, height: 300, format: "jpeg" }));
  const [variant = ""] = srcset(asset)?.split(" ") ?? [];
  expect(variant).toMatch(/\/64xauto\.auto$/);
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      fetch(server.url + path(variant), { headers: { accept: index % 2 ? "image/avif,image/webp,*/*" : "image/webp,*/*" } }),
    ),
  );
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200));
  expect(new Set(asked.map(({ headers }) => headers.get("content-type")))).toEqual(new Set(["image/avif", "image/webp"]));
  expect(asked[0]?.headers.get("vary")).toBe("accept");
  const { width, height } = await sharp(Buffer.from(await (asked[0] as Response).arrayBuffer())).metadata();
  expect([width, height]).toEqual([64, 48]);
  const [{ count } = { count: 0 }] = await server.deps.sql<{ count: number }>`
    select count(*)::int as count from asset_variants where site_id = ${site.id} and file_id = (
      select file_id from assets where site_id = ${site.id} and id = ${asset.id}
    )`;
  expect(count).toBe(2);
});

test("crops keep the ratio, and nothing but the site's ratios, the ladder and known formats has an address", async () => {
  const asset = await createAsset(await anyPicture({ width: 200, height: 100 }));
  const at = (name: string) => fetch(`${server.url}${path(asset.url).replace(/[^/]*$/, name)}`);
  const square = await at("64x1-1.png");
  const { width, height } = await sharp(Buffer.from(await square.arrayBuffer())).metadata();
  expect([square.status, width, height]).toEqual([200, 64, 64]);
  const refused = ["65xauto.png", "64x7-5.png", "64xauto.gif", "64x.png", "064xauto.png", "x", "other.png"];
  expect(await Promise.all(refused.map(async (name) => (await at(name)).status))).toEqual(refused.map(() => 404));
});

test("a part of a file can be read, and a file that has not changed is not sent again", async () => {
  const asset = await createAsset();
  const whole = await fetch(server.url + path(asset.url));
  const bytes = Buffer.from(await whole.arrayBuffer());
  const read = (headers: Record<string, string>, method = "GET") => fetch(server.url + path(asset.url), { headers, method });
  const part = await read({ range: "bytes=2-5" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 2-5/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 6));
  expect(Buffer.from(await (await read({ range: "bytes=-3" })).arrayBuffer())).toEqual(bytes.subarray(-3));
  expect((await read({ range: `bytes=${bytes.length}-` })).status).toBe(416);
  expect((await read({ "if-none-match": whole.headers.get("etag") ?? "" })).status).toBe(304);
  const outdated = await read({ range: "bytes=0-1", "if-range": '"other"' });
  expect([outdated.status, (await outdated.arrayBuffer()).byteLength]).toEqual([200, bytes.length]);
  // RFC 9110 defines ranges for GET alone.
  const head = await read({ range: "bytes=2-5" }, "HEAD");
  expect([head.status, head.headers.get("content-length"), head.headers.get("content-range")]).toEqual([200, String(bytes.length), null]);
  const etag = whole.headers.get("etag") ?? "";
  const conditional = ['"other"', etag, "*"].map(async (seen) => (await read({ "if-match": seen, range: "bytes=0-1" })).status);
  expect(await Promise.all(conditional)).toEqual([412, 206, 206]);
});

test("a large file, which is streamed, is only sent to those who ask for the version that it is", async () => {
  const asset = await createAsset(Buffer.from("a line of text\n".repeat(50_000)));
  const read = (seen: string) => fetch(server.url + path(asset.url), { headers: { "if-match": seen } });
  const etag = (await read("*")).headers.get("etag") ?? "";
  expect(await Promise.all(['"other"', etag].map(async (seen) => (await read(seen)).status))).toEqual([412, 200]);
});

test("an asset is changed by those who have seen its latest revision, and a new focus gives it a new address", async () => {
  const asset = await createAsset();
  const patch = (body: object, revision = 1) => call(`/${asset.id}`, { method: "PATCH", body, headers: { "if-match": `"${revision}"` } });
  const renamed = await patch({ title: "Sea", alt: { en: "The sea" } });
  expect([renamed.status, (renamed.json as { data: { revision: number } }).data.revision]).toEqual([200, 2]);
  expect((await patch({ title: "Lake" })).status).toBe(412);
  expect((await patch({ alt: { fr: "La mer" } }, 2)).status).toBe(400);
  const same = (await patch({ title: "Sea" }, 2)).json as { data: { revision: number; url: string } };
  expect(same.data).toMatchObject({ revision: 2, url: asset.url });
  const focused = (await patch({ focus: [0.25, 0.75] }, 2)).json as { data: { url: string } };
  expect(focused.data.url).not.toBe(asset.url);
  for (const url of [asset.url, focused.data.url]) expect((await fetch(server.url + path(url))).status).toBe(200);
});

test("a replaced file shows at once, keeps its words, and its old address goes on for a day", async () => {
  const asset = await createAsset();
  const bytes = await anyPicture({ format: "jpeg" });
  const replaced = await upload(server, site, owner, bytes, {
    path: `assets/${asset.id}/replace`,
    name: "new.jpg",
    headers: { "if-match": '"1"' },
  });
  const { data } = replaced.json as { data: MadeAsset & { contentType: string } };
  expect([replaced.status, data.name, data.contentType, data.revision]).toEqual([200, "new.jpg", "image/jpeg", 2]);
  for (const url of [asset.url, data.url]) expect((await fetch(server.url + path(url))).status).toBe(200);
});

test("a deleted asset is gone at once, also from memory", async () => {
  const asset = await createAsset();
  for (let time = 0; time < 3; time += 1) expect((await fetch(server.url + path(asset.url))).status).toBe(200);
  expect((await call(`/${asset.id}`, { method: "DELETE", headers: { "if-match": '"1"' } })).status).toBe(204);
  await server.directory.poll();
  expect((await fetch(server.url + path(asset.url))).status).toBe(404);
  expect((await call(`/${asset.id}`)).status).toBe(404);
});

test("the library is searched and filtered", async () => {
  const other = await server.addSite({});
  const [at, by] = [other, await addMember(server, other, "OWNER")];
  const add = async (name: string, fields: Record<string, string>) => {
    const form = new FormData();
    form.set("file", new Blob([Buffer.from(await anyPicture())]), name);
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    await fetch(`${server.url}${adminBase}/sites/${at.slug}/assets`, { method: "POST", headers: by.headers, body: form });
  };
  await add("chair.png", { folder: "shop/chairs", tags: "ash", alt: "A chair" });
  await add("table.png", { folder: "shop", tags: "oak" });
  await add("Étagère.png", { title: "100% wood" });
  const names = async (query: string) => {
    const { json } = await server.ask(`${adminBase}/sites/${at.slug}/assets?${query.includes("sort=") ? "" : "sort=name&"}${query}`, {
      headers: by.headers,
    });
    return (json as { data: { name: string }[] }).data.map(({ name }) => name);
  };
  // By base letters, as the lists of documents: É is an E.
  expect(await names("")).toEqual(["chair.png", "Étagère.png", "table.png"]);
  expect(await names("sort=name:desc")).toEqual(["table.png", "Étagère.png", "chair.png"]);
  expect(await names("q=ETAG")).toEqual(["Étagère.png"]);
  expect(await names("q=100%25")).toEqual(["Étagère.png"]);
  expect(await names("folder=shop")).toEqual(["chair.png", "table.png"]);
  expect(await names("tag=oak")).toEqual(["table.png"]);
  expect(await names("missingAlt=en")).toEqual(["Étagère.png", "table.png"]);
  expect(await names("type=video")).toEqual([]);
  expect(await names("unused=true&pageSize=1&page=2")).toEqual(["Étagère.png"]);
});

test("an upload and a replacement tell what a drawing lost", async () => {
  const drawing = (content: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}<desc>${randomUUID()}</desc></svg>`);
  const unclean = drawing('<image href="http://example.com/a.png"/><script/>');
  const added = await upload(server, site, owner, unclean);
  const cut = ["<image href>", "<script>"];
  expect([added.status, added.json]).toMatchObject([201, { data: { cut } }]);
  expect((await upload(server, site, owner, unclean)).json).toMatchObject({ data: { cut, duplicate: true } });
  const { data } = (await upload(server, site, owner, drawing("<g/>"))).json as { data: { id: string; revision: number; cut: string[] } };
  expect(data.cut).toEqual([]);
  const replaced = await upload(server, site, owner, drawing("<script/>"), {
    path: `assets/${data.id}/replace`,
    headers: { "if-match": `"${data.revision}"` },
  });
  expect([replaced.status, replaced.json]).toMatchObject([200, { data: { id: data.id, cut: ["<script>"] } }]);
});
