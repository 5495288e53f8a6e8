import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { srcset } from "../../../../../client/src/srcset.ts";
import { addMember, asAdmin, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { anyPicture, madeAsset, upload, type MadeAsset } from "../../../../../test/kit/assets.ts";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { drawnAnimation } from "../../../../../test/kit/pictures.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  const image = { $ref: "vitrine:asset", "x-accept": ["image"] };
  site = await server.addSite({
    site: { locales: ["en", "de"] },
    blockTypes: [{ type: "hero", title: "Hero", schema: { type: "object", properties: { picture: image }, additionalProperties: false } }],
    contentTypes: [
      {
        slug: "album",
        title: "Album",
        schema: {
          type: "object",
          properties: {
            title: { type: "string" },
            cover: image,
            pictures: { type: "array", items: image },
            file: { $ref: "vitrine:asset" },
          },
          additionalProperties: false,
        },
      },
    ],
  });
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

const admin = () => asAdmin(server, owner);
const createAsset = (bytes?: Uint8Array) => madeAsset({ server, site, owner }, bytes);
let albums = 0;

/** Writes and publishes an album. */
async function publish(data: object, locale = "en"): Promise<{ slug: string; status: number; json: unknown; id: string }> {
  const slug = `album-${(albums += 1)}`;
  const created = await admin().post(`/sites/${site.slug}/entries`, { contentType: "album", locale, slug, data: { title: slug, ...data } });
  const { id, translations } = (created.json as { data: { id: string; translations: { revision: number }[] } }).data;
  const published = await admin().post(`/sites/${site.slug}/entries/${id}/${locale}/publish`, { revision: translations[0]?.revision });
  return { slug, status: published.status, json: published.json, id };
}

async function read(slug: string, locale = "en"): Promise<Record<string, unknown>> {
  const { json } = await server.ask(`${cms}/content/album/${slug}?locale=${locale}`, { key: site.key });
  return (json as { data: { data: Record<string, unknown> } }).data.data;
}

test("content shows an asset with its address, its words in the locale, and what a page needs to lay it out", async () => {
  const picture = await createAsset(await anyPicture({ width: 300, height: 200, format: "jpeg" }));
  const alt = { en: "A forest", de: "Ein Wald" };
  await admin().patch(`/sites/${site.slug}/assets/${picture.id}`, { alt }, { headers: { "if-match": '"1"' } });
  const { slug } = await publish({ cover: { asset: picture.id } });
  const { cover } = await read(slug);
  expect(cover).toEqual({
    asset: picture.id,
    url: picture.url,
    alt: "A forest",
    width: 300,
    height: 200,
    contentType: "image/jpeg",
    bytes: expect.any(Number) as number,
    focus: [0.5, 0.5],
    placeholder: expect.any(String) as string,
    srcset: srcset(picture),
  });
  const album = await publish({ cover: { asset: picture.id, alt: "Trees", focus: [0.1, 0.9] } });
  expect((await read(album.slug)).cover).toMatchObject({ alt: "Trees", focus: [0.1, 0.9], url: picture.url });
});

test("an animated picture has no variants that would stop it, and a still that says so", async () => {
  const moving = await createAsset(await drawnAnimation(3).gif().toBuffer());
  const { slug } = await publish({ cover: { asset: moving.id } });
  const { cover } = (await read(slug)) as { cover: { url: string; srcset: null; still: string } };
  expect(cover).toMatchObject({ contentType: "image/gif", width: 40, srcset: null, still: cover.url.replace(/[^/]*$/, "64xauto.auto") });
  const still = await fetch(server.url + new URL(cover.still).pathname, { headers: { accept: "image/webp" } });
  expect(still.status).toBe(200);
  expect(await sharp(Buffer.from(await still.arrayBuffer())).metadata()).toMatchObject({ format: "webp", width: 40, height: 40 });
});

test("a replaced or changed file shows at once, also in answers from memory", async () => {
  const picture = await createAsset();
  const { slug } = await publish({ cover: { asset: picture.id } });
  for (let time = 0; time < 3; time += 1) expect((await read(slug)).cover).toMatchObject({ url: picture.url });
  const bytes = await anyPicture();
  const replaced = await upload(server, site, owner, bytes, { path: `assets/${picture.id}/replace`, headers: { "if-match": '"1"' } });
  const { url } = (replaced.json as { data: MadeAsset }).data;
  await server.directory.poll();
  expect((await read(slug)).cover).toMatchObject({ url });
});

test("what does not exist, or is of another kind, keeps content from being published, and a draft keeps it", async () => {
  const notes = await createAsset(Buffer.from("Notes of the album"));
  const absent = "019a9f5e-3c1b-7d42-9b8e-2f6a1c4d5e6f";
  const messages = [];
  for (const cover of [{ asset: absent }, { asset: notes.id }, { asset: "x" }]) {
    const { status, json } = await publish({ cover });
    messages.push([status, (json as { errors: { message: string }[] }).errors[0]?.message]);
  }
  expect(messages).toEqual([
    [400, "refers to an asset of the kind image that does not exist"],
    [400, "refers to an asset of the kind image that does not exist"],
    [400, 'must be { "asset": … } with the id of an asset'],
  ]);
  expect((await publish({ file: { asset: notes.id } })).status).toBe(200);
});

test("an asset of another site does not exist", async () => {
  const other = await server.addSite({});
  const theirs = await madeAsset({ server, site: other, owner: await addMember(server, other, "OWNER") });
  expect((await publish({ cover: { asset: theirs.id } })).status).toBe(400);
});

test("an asset knows the places that show it, and is deleted from under them only by force", async () => {
  const picture = await createAsset();
  const { slug, id } = await publish({ cover: { asset: picture.id }, pictures: [{ asset: picture.id }] });
  const usages = await admin().get(`/sites/${site.slug}/assets/${picture.id}/usages`);
  const places = (usages.json as { data: { id: string; path: string; state: string }[] }).data;
  expect(places.map(({ path, state }) => [path, state])).toEqual([
    ["/cover", "PUBLISHED"],
    ["/pictures/0", "PUBLISHED"],
  ]);
  expect(new Set(places.map((place) => place.id))).toEqual(new Set([id]));
  const path = `/sites/${site.slug}/assets/${picture.id}`;
  const refused = await admin().delete(path, { headers: { "if-match": '"1"' } });
  expect([refused.status, (refused.json as { placesTotal: number }).placesTotal]).toEqual([409, 2]);
  expect((await admin().delete(`${path}?force=true`, { headers: { "if-match": '"1"' } })).status).toBe(204);
  await server.directory.poll();
  expect(await read(slug)).toMatchObject({ cover: null, pictures: [] });
});

test("a bundle names a file by its name, and an export writes the same", async () => {
  const picture = await createAsset();
  await admin().patch(`/sites/${site.slug}/assets/${picture.id}`, { title: "x" }, { headers: { "if-match": '"1"' } });
  const bytes = await anyPicture();
  const named = ((await upload(server, site, owner, bytes, { name: "only-one.png" })).json as { data: MadeAsset }).data;
  const { slug } = await publish({ cover: { asset: named.id, alt: "One" } });
  const exported = await admin().get(`/sites/${site.slug}/bundle`, { headers: { accept: "application/json" } });
  const bundle = exported.json as { entries: { slug: string; data: { cover?: unknown } }[] };
  const entry = bundle.entries.find((each) => each.slug === slug);
  expect(entry?.data.cover).toEqual({ asset: "only-one.png", alt: "One" });
  const imported = await server.import({ ...bundle, entries: [{ ...entry, slug: "copied" }] });
  expect(imported).toBeDefined();
  expect((await read("copied")).cover).toMatchObject({ asset: named.id, alt: "One" });
});
