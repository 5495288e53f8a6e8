import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, addToken, asAdmin, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { anyPicture, madeAsset, upload, type MadeAsset } from "../../../../../../test/kit/assets.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";

let server: TestServer;
let site: TestSite;
let owner: TestAdmin;
let author: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  const properties = { picture: { $ref: "vitrine:asset" } };
  site = await server.addSite({
    contentTypes: [{ slug: "album", title: "Album", schema: { type: "object", properties, additionalProperties: false } }],
  });
  owner = await addMember(server, site, "OWNER");
  author = await addMember(server, site, "AUTHOR");
});
afterAll(() => server.stop());

const api = (path: string) => `/sites/${site.slug}/assets${path}`;
const createAsset = () => madeAsset({ server, site, owner });
const read = async ({ id }: MadeAsset) => ((await asAdmin(server, owner).get(api(`/${id}`))).json as { data?: MadeAsset }).data;

interface Album {
  id: string;
  translations: { revision: number }[];
}

async function show({ id: asset }: MadeAsset, isPublished: boolean): Promise<string> {
  const { post } = asAdmin(server, owner);
  const draft = { contentType: "album", locale: "en", slug: `album-${asset}`, title: "Album", data: { picture: { asset } } };
  const { id, translations } = ((await post(`/sites/${site.slug}/entries`, draft)).json as { data: Album }).data;
  if (isPublished)
    expect((await post(`/sites/${site.slug}/entries/${id}/en/publish`, { revision: translations[0]?.revision })).status).toBe(200);
  return id;
}

/** Everything that changes what the public sees through a file. */
const changes: Record<
  string,
  (asset: MadeAsset, by: { headers: Readonly<Record<string, string>> }) => Promise<{ status: number; json: unknown }>
> = {
  delete: ({ id, revision }, by) => asAdmin(server, by).delete(api(`/${id}?force=true`), { revision }),
  "delete without force": ({ id, revision }, by) => asAdmin(server, by).delete(api(`/${id}`), { revision }),
  "delete in bulk": async ({ id, revision }, by) => {
    const other = await createAsset();
    const items = [
      { id: other.id, revision: other.revision },
      { id, revision },
    ];
    return asAdmin(server, by).post(api("/bulk"), { action: "delete", force: true, items });
  },
  replace: async ({ id, revision }, by) => {
    const sender = { headers: { ...by.headers, "if-match": `"${revision}"` } };
    return upload(server, site, sender, await anyPicture(), { path: `assets/${id}/replace` });
  },
  "alternative text": ({ id, revision }, by) => asAdmin(server, by).patch(api(`/${id}`), { alt: { en: "Nonsense" } }, { revision }),
  focus: ({ id, revision }, by) => asAdmin(server, by).patch(api(`/${id}`), { focus: [0, 0] }, { revision }),
};

test.each(Object.keys(changes))("%s of a file that the public sees needs the permission to publish", async (name) => {
  const change = changes[name] ?? expect.fail();
  const asset = await createAsset();
  await show(asset, true);
  const token = await addToken(server, owner.id, { role: "AUTHOR" });
  for (const by of [author, token]) {
    const refused = await change(asset, by);
    expect([refused.status, refused.json]).toMatchObject([
      403,
      {
        code: "permission_missing",
        permission: "content:publish",
        detail: "Published content or the public catalogue shows the file. Ask somebody who may publish to change or delete it.",
      },
    ]);
  }
  expect((await read(asset))?.revision).toBe(1);
  const editor = await addMember(server, site, "EDITOR");
  expect((await change(asset, editor)).status).toBe(name === "delete without force" ? 409 : name === "delete" ? 204 : 200);
});

test.each(Object.keys(changes))("%s of a file that only drafts show is for authors", async (name) => {
  const change = changes[name] ?? expect.fail();
  const asset = await createAsset();
  await show(asset, false);
  expect((await change(asset, author)).status).toBe(name === "delete without force" ? 409 : name === "delete" ? 204 : 200);
});

test("authors sort files that the public sees, and change them again once nothing shows them", async () => {
  const asset = await createAsset();
  const id = await show(asset, true);
  const { patch, post } = asAdmin(server, author);
  const words = { title: "Harbour", tags: ["sea"], folder: "coast" };
  expect((await patch(api(`/${asset.id}`), words, { revision: 1 })).json).toMatchObject({ data: words });
  const items = [{ id: asset.id, revision: 2 }];
  expect((await post(api("/bulk"), { action: "move", folder: "north", items })).status).toBe(200);
  const { get, post: send } = asAdmin(server, owner);
  const { translations } = ((await get(`/sites/${site.slug}/entries/${id}`)).json as { data: Album }).data;
  const revision = translations[0]?.revision;
  expect((await send(`/sites/${site.slug}/entries/${id}/en/unpublish`, { revision })).status).toBe(200);
  expect((await patch(api(`/${asset.id}`), { focus: [0, 0] }, { revision: 3 })).status).toBe(200);
});

test("a file that the public catalogue shows is one that the public sees", async () => {
  const [inProduct, inCategory, inArchive] = [await createAsset(), await createAsset(), await createAsset()];
  const picture = (asset: MadeAsset) => ({ asset: asset.name });
  const variants = [{ sku: "A", price: 1 }];
  for (const asset of [inProduct, inCategory, inArchive]) {
    await server.deps.sql`update assets set name = ${`${asset.id}.png`} where site_id = ${site.id} and id = ${asset.id}`;
    asset.name = `${asset.id}.png`;
  }
  await server.import({
    bundle: 1,
    site: { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en"], currency: "eur" },
    categories: [{ slug: "all", title: "All", image: picture(inCategory) }],
    products: [
      { slug: "chair", title: "Chair", category: "all", images: [picture(inProduct)], variants },
      { slug: "stool", title: "Stool", status: "ARCHIVED", images: [picture(inArchive)], variants: [{ sku: "B", price: 1 }] },
    ],
  });
  const focus = ({ id }: MadeAsset) => asAdmin(server, author).patch(api(`/${id}`), { focus: [0, 0] }, { revision: 1 });
  expect([(await focus(inProduct)).status, (await focus(inCategory)).status, (await focus(inArchive)).status]).toEqual([403, 403, 200]);
});
