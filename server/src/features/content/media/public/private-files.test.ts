import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember, asAdmin, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { anyPicture, madeAsset, upload, type MadeAsset } from "../../../../../../test/kit/assets.ts";
import { openTestDatabase, type TestDatabase } from "../../../../../../test/kit/database.ts";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { previews } from "../../../../../../test/kit/previews.ts";
import { exportBundle } from "../../bundle/export-bundle.ts";
import { KeyRing, type SecretKey } from "../../../../lib/secrets/secret.ts";
import { AddressSigner, openMark, windowMs } from "../../../../lib/media/signed-address.ts";

let database: TestDatabase;
let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
let picture: MadeAsset;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database });
  site = await server.addSite(bundleOf(true));
  await inWindow(0.25);
  owner = await addMember(server, site, "OWNER");
  picture = await madeAsset({ server, site, owner }, await anyPicture({ width: 300, height: 200, format: "jpeg" }));
  await server.import(contentOf(site.slug, picture.id));
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});
beforeEach(async () => {
  await setPrivate(true);
  await inWindow(0.25);
  owner = await addMember(server, site, "OWNER");
});

const bundleOf = (isPrivate: boolean) => ({
  site: { settings: { media: { private: isPrivate } } },
  blockTypes: [
    {
      type: "hero",
      title: "Hero",
      schema: { type: "object", properties: { picture: { $ref: "vitrine:asset" } }, additionalProperties: false },
    },
  ],
  contentTypes: [
    {
      slug: "album",
      title: "Album",
      schema: {
        type: "object",
        properties: { title: { type: "string", "x-searchable": true }, cover: { $ref: "vitrine:asset" } },
        additionalProperties: false,
      },
    },
  ],
});
const contentOf = (slug: string, asset: string) => ({
  bundle: 1,
  site: { slug, name: "A gallery", defaultLocale: "en", locales: ["en"], currency: "eur", settings: { media: { private: true } } },
  blockTypes: bundleOf(true).blockTypes,
  contentTypes: bundleOf(true).contentTypes,
  pages: [
    {
      slug: "home",
      locale: "en",
      title: "Home",
      composition: [{ type: "hero", props: { picture: { asset } } }],
    },
  ],
  entries: [{ contentType: "album", slug: "chairs", locale: "en", data: { title: "Chairs", cover: { asset } } }],
  products: [{ slug: "chair", title: "Chair", images: [{ asset }], category: "chairs", variants: [{ sku: "CHAIR", price: 100 }] }],
  categories: [{ slug: "chairs", title: "Chairs", image: { asset } }],
});

/** Moves the time to a part of the next window. */
async function inWindow(part: number): Promise<void> {
  const now = server.clock.now().getTime();
  server.clock.advance((Math.floor(now / windowMs) + 1 + part) * windowMs - now);
  await server.directory.poll();
}

async function setPrivate(isPrivate: boolean): Promise<void> {
  const by = await addMember(server, site, "OWNER");
  const at = `/sites/${site.slug}`;
  const { data } = (await asAdmin(server, by).get(at)).json as { data: { revision: number } };
  const { status } = await asAdmin(server, by).patch(at, { settings: { media: { private: isPrivate } } }, { revision: data.revision });
  expect(status).toBe(200);
  await server.directory.poll();
}

const pathOf = (url: string) => new URL(url).pathname;
const fetched = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
const statusOf = async (path: string) => (await fetched(path)).status;
const markOf = (path: string) => path.split("/")[4] ?? "";
/** The address with something else in place of its mark. */
const marked = (path: string, mark: string) => path.replace(`/${markOf(path)}/`, `/${mark}/`);
const plainOf = (path: string) => marked(path, markOf(path).slice(0, 8));
const addressesIn = (text: string) => text.match(/\/media\/[^" ,\\]+/g) ?? [];
const readUrl = async () => {
  const { json } = await asAdmin(server, owner).get(`/sites/${site.slug}/assets/${picture.id}`);
  return pathOf((json as { data: MadeAsset }).data.url);
};

test("every answer has signed addresses that work, of files and of their variants, and no other", async () => {
  const admin = asAdmin(server, owner);
  const { token } = await previews(server, site).issue("home");
  const unsaved = {
    locale: "en",
    title: "New",
    composition: [{ type: "hero", props: { picture: { asset: picture.id } } }],
  };
  const { id, revision } = picture;
  const ask = (path: string) => server.ask(path, { key: site.key });
  const withSrcset = {
    page: await ask(`${cms}/pages/home`),
    pages: await ask(`${cms}/pages`),
    entry: await ask(`${cms}/content/album/chairs`),
    entries: await ask(`${cms}/content/album`),
    search: await ask(`${cms}/search?q=chair`),
    product: await ask(`${shop}/products/slug/chair`),
    products: await ask(`${shop}/products`),
    category: await ask(`${shop}/categories/slug/chairs`),
    categories: await ask(`${shop}/categories`),
    preview: await server.ask(`${cms}/preview/${token}`),
    unsaved: await admin.post(`/sites/${site.slug}/pages/resolve`, unsaved),
  };
  const ofTheLibrary = {
    list: await admin.get(`/sites/${site.slug}/assets`),
    asset: await admin.get(`/sites/${site.slug}/assets/${id}`),
    changed: await admin.patch(`/sites/${site.slug}/assets/${id}`, { title: "A chair" }, { revision }),
    again: await upload(server, site, owner, Buffer.from(await (await fetched(await readUrl())).arrayBuffer())),
  };
  picture = { ...picture, revision: revision + 1 };
  const unsigned = /\/media\/[^/]+\/[^/]+\/[0-9a-f]{8}\//;
  for (const [name, { status, text }] of Object.entries({ ...withSrcset, ...ofTheLibrary })) {
    const addresses = addressesIn(text);
    expect([name, status, addresses.length > 1, unsigned.test(text)]).toEqual([name, 200, name in withSrcset, false]);
    expect(new Set(addresses.map(markOf)).size, name).toBe(1);
    const [file = ""] = addresses;
    const variant = addresses.find((each) => each.endsWith("/64xauto.auto")) ?? file.replace(/[^/]*$/, "64xauto.auto");
    for (const address of [file, variant]) expect([name, await statusOf(address)]).toEqual([name, 200]);
  }
  const bundle = (await exportBundle(server.deps, site.slug, { format: "json", withSecrets: false })) ?? "";
  expect([bundle.includes(picture.name), addressesIn(bundle)]).toEqual([true, []]);
});

test("an address that is not signed, forged, expired, or of another asset or site is like one of a file that never was", async () => {
  const path = await readUrl();
  const other = await madeAsset({ server, site, owner });
  const otherTenant = await server.addSite(bundleOf(true));
  const theirs = await madeAsset({ server, site: otherTenant, owner: await addMember(server, otherTenant, "OWNER") });
  const refused = async (address: string) => {
    const { status, headers, text } = await server.ask(address);
    return [status, headers.get("cache-control"), text.replace(/"requestId":"[^"]*"/, "")];
  };
  const never = await refused(path.replace(picture.id, server.deps.ids.next()));
  expect(never[0]).toBe(404);
  const mark = markOf(path);
  const [hash, until = "", signature] = [mark.slice(0, 8), mark.split("-")[1], mark.split("-").slice(2).join("-")];
  const later = (Number.parseInt(until, 36) + 86_400).toString(36);
  const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  const wrong = [
    plainOf(path),
    marked(path, `${hash}-${later}-${signature}`),
    marked(path, `${hash}-${until}-${flipped}`),
    marked(path, `${hash}-${until}-${signature.slice(1)}`),
    marked(path, `${hash}-${until}-`),
    marked(path, `${hash}-0-${signature}`),
    marked(path, `${hash}-${until}-${"A".repeat(22)}`),
    marked(path, markOf(pathOf(other.url))),
    marked(path, markOf(pathOf(theirs.url))),
    path.replace(`/${site.slug}/`, `/${otherTenant.slug}/`),
    pathOf(theirs.url).replace(`/${otherTenant.slug}/`, `/${site.slug}/`),
  ];
  for (const address of wrong) {
    expect([address, await refused(address)]).toEqual([address, never]);
    const variant = `${address.slice(0, address.lastIndexOf("/"))}/64xauto.webp`;
    expect([variant, await refused(variant)]).toEqual([variant, never]);
  }
  // From memory, too.
  expect([await statusOf(path), await statusOf(path)]).toEqual([200, 200]);
  expect(await refused(plainOf(path))).toEqual(never);
});

test("addresses hold for half a day at least, expire within a day, and caches keep neither answers nor files beyond that", async () => {
  const read = async () => {
    const { text, headers } = await server.ask(`${shop}/products/slug/chair`, { key: site.key });
    return { path: addressesIn(text)[0] ?? "", etag: headers.get("etag") ?? "" };
  };
  const first = await read();
  expect(await read()).toEqual(first);
  server.clock.advance(0.7 * windowMs);
  // Without a poll, as time alone passes.
  await server.directory.poll();
  expect(await read()).toEqual(first);
  const expiry = async ({ path }: { path: string }) => {
    const { status, headers } = await fetched(path);
    const until = Date.parse(headers.get("expires") ?? "") - server.clock.now().getTime();
    return [status, headers.get("cache-control"), Math.round((100 * until) / windowMs)];
  };
  expect(await expiry(first)).toEqual([200, "private", 105]);
  await server.directory.poll();
  server.clock.advance(0.1 * windowMs);
  const second = await read();
  expect([second.path === first.path, second.etag === first.etag]).toEqual([false, false]);
  expect(await expiry(second)).toEqual([200, "private", 195]);
  expect([await expiry(first), await expiry(first)]).toEqual([
    [200, "private", 95],
    [200, "private", 95],
  ]);
  server.clock.advance(0.94 * windowMs);
  expect(await statusOf(first.path)).toBe(200);
  server.clock.advance(0.02 * windowMs);
  expect([await statusOf(first.path), await statusOf(second.path)]).toEqual([404, 200]);
  const headers = { "if-none-match": (await fetched(second.path)).headers.get("etag") ?? "" };
  expect((await fetched(second.path, headers)).status).toBe(304);
  expect((await fetched(first.path, headers)).status).toBe(404);
  expect((await fetched(second.path, { range: "bytes=0-9" })).status).toBe(206);
});

test("the setting counts on every process at once: plain addresses stop with it, and go on without it", async () => {
  const throughStore = () => server.deps.store;
  const beside = await startServer({ database, clock: server.clock, secrets: server.deps.secrets, throughStore });
  const both = async (path: string) => {
    await beside.directory.poll();
    return Promise.all([server, beside].map(async ({ url }) => (await fetch(url + path)).status));
  };
  const shownOnPage = async () => addressesIn((await server.ask(`${cms}/pages/home`, { key: site.key })).text)[0] ?? "";
  const signed = await readUrl();
  const plain = plainOf(signed);
  // Twice: the second one may come from memory.
  for (let time = 0; time < 2; time += 1) expect([await both(signed), await both(plain)]).toEqual([both200, both404]);
  await setPrivate(false);
  expect([await shownOnPage(), await readUrl()]).toEqual([plain, plain]);
  for (let time = 0; time < 2; time += 1) expect(await both(plain)).toEqual(both200);
  expect((await fetched(plain)).headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  // Pages that were shown before go on for as long as their addresses say, and no longer.
  expect(await both(signed)).toEqual(both200);
  expect((await fetched(signed)).headers.get("cache-control")).toBe("private");
  await setPrivate(true);
  expect([await both(plain), await both(signed), await shownOnPage()]).toEqual([both404, both200, signed]);
  await setPrivate(false);
  server.clock.advance(2 * windowMs);
  expect([await both(signed), await both(plain)]).toEqual([both404, both200]);
  await beside.stop();
});

const both200 = [200, 200];
const both404 = [404, 404];

test("keys can be rotated: addresses that the old key signed go on until they expire", async () => {
  const ring = (...names: string[]) =>
    new KeyRing(names.map((id) => ({ id, bytes: new Uint8Array(32).fill(id.charCodeAt(0)) })) as [SecretKey, ...SecretKey[]]);
  const address = { siteId: site.id, assetId: picture.id, hash: "0a1b2c3d", until: 3 * windowMs };
  const of = (...names: string[]) => new AddressSigner(ring(...names));
  const opens = (signer: AddressSigner, mark: string) =>
    openMark(signer, { id: site.id, filesUntil: null }, picture.id, mark, new Date(0))?.until === address.until;
  const mark = of("a").sign(address);
  expect([opens(of("a"), mark), opens(of("b", "a"), mark), opens(of("b"), mark)]).toEqual([true, true, false]);
  expect(of("b", "a").sign(address)).toBe(of("b").sign(address));
});

test("no log line has an address", async () => {
  const path = await readUrl();
  expect(await statusOf(path)).toBe(200);
  expect(server.logged()).toContain("getMedia");
  for (const part of [`/media/${site.slug}`, markOf(path)]) expect(server.logged()).not.toContain(part);
});
