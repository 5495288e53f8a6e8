import { afterAll, beforeAll, expect, test } from "vitest";
import { srcset } from "../../../../../client/src/srcset.ts";
import { addMember, asAdmin, type TestAdmin } from "../../../../../test/kit/admins.ts";
import { anyPicture, madeAsset, madeNotes, upload, type MadeAsset } from "../../../../../test/kit/assets.ts";
import { cms, shop, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";
import { errorsIn } from "../../../../../test/kit/new-bundle.ts";
import { releaser } from "../../../../../test/kit/releases.ts";
import { exportBundle } from "./export-bundle.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
let picture: MadeAsset;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({ site: { locales: ["en", "de"] } });
  owner = await addMember(server, site, "OWNER");
});
afterAll(() => server.stop());

const admin = () => asAdmin(server, owner);
const assets = () => `/sites/${site.slug}/assets`;
const bundleOf = (more: object) => ({
  bundle: 1,
  site: { slug: site.slug, name: "A shop", defaultLocale: "en", locales: ["en", "de"], currency: "eur" },
  ...more,
});
const product = (slug: string, images: object[]) => ({ slug, title: slug, images, variants: [{ sku: slug, price: 100 }] });
const save = (images: object[], image: object | null = null, to: Parameters<TestServer["import"]>[1] = {}) =>
  server.import(
    bundleOf({ products: [product("chair", images)], categories: [{ slug: "chairs", title: "Chairs", ...(image && { image }) }] }),
    to,
  );
async function read(path: string): Promise<Record<string, unknown>> {
  await server.directory.poll();
  const { json, status } = await server.ask(`${shop}/${path}`, { key: site.key });
  expect(status).toBe(200);
  return (json as { data: Record<string, unknown> }).data;
}
async function firstPicture(query = ""): Promise<Record<string, unknown> | undefined> {
  return ((await read(`products/slug/chair${query}`)).images as Record<string, unknown>[])[0];
}
async function make(alt: object = { en: "A chair", de: "Ein Stuhl" }): Promise<MadeAsset> {
  const newAsset = await madeAsset({ server, site, owner }, await anyPicture({ width: 300, height: 200, format: "jpeg" }));
  await admin().patch(`${assets()}/${newAsset.id}`, { alt }, { headers: { "if-match": '"1"' } });
  return { ...newAsset, revision: 2 };
}

test("a product and a category show a file of the library like content does, in the words of the locale", async () => {
  picture = await make();
  await save([{ asset: picture.id }, { url: "/pictures/chair.svg", alt: "Old" }], { asset: picture.name, alt: "All chairs" });
  const shownImage = {
    url: picture.url,
    alt: "A chair",
    width: 300,
    height: 200,
    asset: picture.id,
    contentType: "image/jpeg",
    focus: [0.5, 0.5],
    bytes: expect.any(Number) as number,
    placeholder: expect.any(String) as string,
    srcset: srcset(picture),
  };
  const { images } = await read("products/slug/chair");
  expect(images).toEqual([shownImage, { url: `${server.deps.publicUrl}/pictures/chair.svg`, alt: "Old", width: null, height: null }]);
  expect((await firstPicture("?locale=de"))?.alt).toBe("Ein Stuhl");
  expect((await read("categories/slug/chairs?locale=de")).image).toEqual({ ...shownImage, alt: "All chairs" });
  const { json } = await server.ask(`${cms}/search?q=chair&locale=de`, { key: site.key });
  expect((json as { data: { image: unknown }[] }).data).toContainEqual(
    expect.objectContaining({ image: { ...shownImage, alt: "Ein Stuhl" } }),
  );
  // The same bundle again changes nothing, whatever name it has for the file.
  const { sections } = await save([{ asset: picture.name }, { url: "/pictures/chair.svg", alt: "Old" }], {
    asset: picture.id,
    alt: "All chairs",
  });
  expect([sections.products, sections.categories]).toMatchObject([{ unchanged: 1 }, { unchanged: 1 }]);
});

test("new words, another focus and other bytes show at once, without an edit of the product", async () => {
  const before = await read("products/slug/chair");
  await read("products?locale=de");
  await admin().patch(
    `${assets()}/${picture.id}`,
    { alt: { de: "Ein Sessel" }, focus: [0.2, 0.4] },
    { headers: { "if-match": `"${picture.revision}"` } },
  );
  const moved = await firstPicture("?locale=de");
  expect(moved).toMatchObject({ alt: "Ein Sessel", focus: [0.2, 0.4] });
  expect(moved?.url).not.toBe(picture.url);
  const bytes = await anyPicture({ width: 500, height: 400, format: "webp" });
  const headers = { "if-match": `"${picture.revision + 1}"` };
  const replaced = await upload(server, site, owner, bytes, { path: `assets/${picture.id}/replace`, name: "new.webp", headers });
  const replacedAsset = (replaced.json as { data: MadeAsset }).data;
  const { url } = replacedAsset;
  const after = await read("products/slug/chair");
  expect((after.images as object[])[0]).toMatchObject({
    url,
    srcset: srcset(replacedAsset),
    width: 500,
    height: 400,
    contentType: "image/webp",
    alt: "A chair",
  });
  expect(after.updatedAt).toBe(before.updatedAt);
  await server.directory.poll();
  const { json } = await server.ask(`${shop}/products?locale=de`, { key: site.key });
  expect((json as { data: { images: object[] }[] }).data[0]?.images[0]).toMatchObject({ url, alt: "Ein Sessel" });
  expect((await read("categories/slug/chairs")).image).toMatchObject({ url, alt: "All chairs" });
});

test("the library knows the products and categories that show a file, and keeps it for them", async () => {
  const { json } = await admin().get(`${assets()}/${picture.id}/usages`);
  expect((json as { data: unknown }).data).toEqual([
    expect.objectContaining({ type: "category", state: "PUBLISHED", path: "/image", title: "Chairs", locale: null, contentType: null }),
    expect.objectContaining({ type: "product", state: "PUBLISHED", path: "/images/0", title: "chair" }),
  ]);
  const unused = await make();
  const listed = (await admin().get(`${assets()}?unused=true`)).json as { data: { id: string }[] };
  const ids = listed.data.map(({ id }) => id);
  expect([ids.includes(unused.id), ids.includes(picture.id)]).toEqual([true, false]);
  const headers = { "if-match": '"4"' };
  const refused = await admin().delete(`${assets()}/${picture.id}`, { headers });
  expect([refused.status, refused.json]).toMatchObject([409, { code: "in_use", placesTotal: 2 }]);
  const text = await exportBundle(server.deps, site.slug, { format: "json", withSecrets: false });
  const { products } = JSON.parse(text ?? "{}") as { products: { images: object[] }[] };
  expect(products[0]?.images).toEqual([{ asset: "new.webp" }, { url: "/pictures/chair.svg", alt: "Old", width: null, height: null }]);
  await admin().delete(`${assets()}/${picture.id}?force=true`, { headers });
  expect(await firstPicture()).toMatchObject({ alt: "Old" });
  expect((await read("categories/slug/chairs")).image).toBeNull();
});

test("a change of a product by its stored members keeps its files, and can name others", async () => {
  const [one, two] = [await make({ en: "One" }), await make({ en: "Two" })];
  await save([{ asset: one.id, alt: "First" }]);
  const { make: makeRelease, change, publishRelease } = releaser(server, site, owner);
  const { id } = await makeRelease();
  const patch = { title: "Chair", images: [{ asset: two.id }, { asset: one.id, alt: "First" }] };
  expect((await change(id, "product", (await read("products/slug/chair")).id as string, patch)).status).toBe(201);
  expect((await publishRelease(id)).status).toBe(200);
  expect((await read("products/slug/chair")).images).toMatchObject([
    { asset: two.id, alt: "Two" },
    { asset: one.id, alt: "First" },
  ]);
});

test("a picture is either a url or an asset of the site that is a picture", async () => {
  const other = await server.addSite({});
  const foreign = await madeAsset({ server, site: other, owner: await addMember(server, other, "OWNER") });
  const notes = await madeNotes({ server, site, owner });
  const at = "/products/0/images/0";
  expect(await errorsIn(save([{ asset: foreign.id }]))).toMatchObject([
    { path: `${at}/asset`, message: `refers to an asset that does not exist: ${foreign.id}` },
  ]);
  expect(await errorsIn(save([{ asset: notes.id }]))).toMatchObject([{ path: `${at}/asset`, message: "is not a picture" }]);
  expect(await errorsIn(save([{ alt: "Nothing" }]))).toMatchObject([{ path: at, message: "must have an asset or a url" }]);
  expect(await errorsIn(save([{ asset: "x.png", url: "/x.png", width: 3 }]))).toMatchObject([
    { path: `${at}/url` },
    { path: `${at}/width` },
  ]);
});
