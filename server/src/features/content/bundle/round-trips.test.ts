import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin } from "../../../../../test/kit/admins.ts";
import { editor, entryDraft, pageDraft } from "../../../../../test/kit/documents.ts";
import { madeAsset } from "../../../../../test/kit/assets.ts";
import { catalogItemId, releaser } from "../../../../../test/kit/releases.ts";
import { paymentPlugin } from "../../../../../test/kit/checkout-client.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { emptyTrash } from "../documents/tasks/empty-trash.ts";
import { exportBundle } from "./export-bundle.ts";
import { sampled } from "../../../../../test/kit/sampled.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const text = (more: object = {}) => ({ type: "object", properties: { text: { type: "string" } }, ...more });
const note = { slug: "note", title: "Note", schema: text() };
const linked = {
  type: "object",
  properties: { to: { $ref: "vitrine:entry", "x-contentType": ["note"] }, page: { $ref: "vitrine:page" }, file: { $ref: "vitrine:asset" } },
};
const link = { slug: "link", title: "Link", schema: linked };
const slots = { body: { title: "Body" } };

/** A person at a site with a type that refers and one that is referred to. */
async function workbench() {
  const blockTypes = [
    { type: "text", title: "Text", schema: text() },
    { type: "teaser", title: "Teaser", schema: linked },
    { type: "box", title: "Box", schema: { type: "object" }, slots },
  ];
  const products = [{ slug: "chair", title: "Chair", variants: [{ sku: "CHAIR", price: 100 }] }];
  const site = await server.addSite({ site: { locales: ["en", "de"] }, blockTypes, contentTypes: [note, link], products });
  const ada = await addMember(server, site, "OWNER", { name: "Ada" });
  const siteEditor = editor(server, site, ada);
  const api = asAdmin(server, ada);
  const target = async (slug = "target", kind: "pages" | "entries" = "entries") => {
    const draft = kind === "pages" ? pageDraft(slug) : { contentType: "note", ...entryDraft(slug) };
    const { id } = await siteEditor.create(kind, draft);
    expect((await siteEditor.publish(kind, id)).status).toBe(200);
    return id;
  };
  const referrer = async (data: object, isPublished: boolean) => {
    const { id } = await siteEditor.create("entries", { contentType: "link", slug: "referrer", data });
    if (isPublished) expect((await siteEditor.publish("entries", id)).status).toBe(200);
    return id;
  };
  const retype = async (section: "content-types" | "block-types", name: string, change: object) => {
    const path = `/sites/${site.slug}/${section}/${name}`;
    const { revision, ...members } = ((await api.get(path)).json as { data: Record<string, unknown> }).data;
    const memberNames = ["title", "schema", "uiSchema", "slots", "defaults", "description", "category", "icon"];
    const whole = Object.fromEntries(Object.entries({ ...members, ...change }).filter(([member]) => memberNames.includes(member)));
    const answer = await api.put(`${path}?force=true`, whole, { revision: revision as number });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  };
  const asset = () => madeAsset({ server, site, owner: ada });
  return { site, ...siteEditor, ...releaser(server, site, ada), target, referrer, retype, asset };
}
type Workbench = Awaited<ReturnType<typeof workbench>>;

const states: Record<string, (at: Workbench) => Promise<void>> = {
  "a draft without words": async ({ create }) => void (await create("pages", { slug: "", title: "" })),
  "two drafts of one slug": async ({ create }) => {
    await create("pages", pageDraft("same"));
    await create("pages", pageDraft("same"));
  },
  "a publication with a draft of another slug": async ({ target, save, read }) => {
    const id = await target("first", "pages");
    const { revision } = (await read("pages", id)).translations[0] as { revision: number };
    expect((await save("pages", id, pageDraft("second"), revision)).status).toBe(200);
  },
  "a second locale alone published": async ({ create, save, publish }) => {
    const { id } = await create("pages", pageDraft("about"));
    await save("pages", id, pageDraft("ueber"), "absent", "de");
    await publish("pages", id, {}, "de");
  },
  unpublished: async ({ target, unpublish }) => void (await unpublish("pages", await target("gone", "pages"))),
  "in the trash": async ({ target, trash }) => void (await trash("pages", await target("gone", "pages"))),
  "taken out of the trash, its name taken": async ({ target, trash, api, base }) => {
    const id = await target("gone", "pages");
    await trash("pages", id);
    await target("gone", "pages");
    expect((await api.post(`${base}/trash/${id}/restore`, { slugs: { en: "back" } })).status).toBe(200);
  },
  "a draft that refers to the trash": async ({ target, referrer, trash }) => {
    const id = await target();
    await referrer({ to: { entry: id } }, false);
    expect((await trash("entries", id, "?force=true")).status).toBe(204);
  },
  "a publication that refers to the trash": async ({ target, referrer, trash }) => {
    const id = await target();
    await referrer({ to: { entry: id } }, true);
    expect((await trash("entries", id, "?force=true")).status).toBe(204);
  },
  "a publication that refers to a page in the trash": async ({ target, referrer, trash }) => {
    const id = await target("target", "pages");
    await referrer({ page: { page: id } }, true);
    expect((await trash("pages", id, "?force=true")).status).toBe(204);
  },
  "a page that refers to the trash": async ({ target, create, publish, trash }) => {
    const id = await target();
    const page = await create("pages", { slug: "p", title: "P", composition: [{ id: "t", type: "teaser", props: { to: { entry: id } } }] });
    expect((await publish("pages", page.id)).status).toBe(200);
    expect((await trash("entries", id, "?force=true")).status).toBe(204);
  },
  "a publication that refers to what was removed for good": async ({ target, referrer, trash }) => {
    const id = await target();
    await referrer({ to: { entry: id } }, true);
    await trash("entries", id, "?force=true");
    server.clock.advance(31 * 24 * 60 * 60_000);
    await emptyTrash.run(server.deps);
  },
  "a publication that refers to what was unpublished": async ({ target, referrer, unpublish }) => {
    const id = await target();
    await referrer({ to: { entry: id } }, true);
    expect((await unpublish("entries", id, "?force=true")).status).toBe(200);
  },
  "a content type that its publications no longer fit": async ({ target, retype }) => {
    await target();
    await retype("content-types", "note", { schema: text({ required: ["more"] }) });
  },
  "a block type that its publications no longer fit": async ({ target, retype }) => {
    await target("page", "pages");
    await retype("block-types", "text", { schema: text({ required: ["more"] }) });
  },
  "a slot that is gone": async ({ create, publish, retype }) => {
    const children = { body: [{ id: "b", type: "text", props: { text: "x" } }] };
    const { id } = await create("pages", { slug: "p", title: "P", composition: [{ id: "a", type: "box", props: {}, children }] });
    expect((await publish("pages", id)).status).toBe(200);
    await retype("block-types", "box", { slots: { other: { title: "Other" } } });
  },
  "a reference whose type is no longer allowed": async ({ target, referrer, retype }) => {
    await referrer({ to: { entry: await target() } }, true);
    const to = { $ref: "vitrine:entry", "x-contentType": ["link"] };
    await retype("content-types", "link", { schema: { type: "object", properties: { to } } });
  },
  "a draft whose type has changed": async ({ create, retype }) => {
    await create("entries", { contentType: "note", ...entryDraft("draft") });
    await retype("content-types", "note", { schema: { type: "object", properties: { text: { type: "integer" } } } });
  },
};

/** States of what is not a document. */
Object.assign(states, {
  "settings, and a locale without content": async ({ api, base }) => {
    const settings = { timeZone: "Europe/Berlin", orders: { confirmationMail: true }, forms: { notify: ["ada@shop.example"] } };
    const change = { name: "Another", currency: "nok", locales: ["de", "en", "fr"], storefrontUrl: "https://shop.example", settings };
    expect((await api.patch(base, change, { revision: 1 })).status).toBe(200);
  },
  "plugins with secrets": async ({ api, base }) => {
    const plugins = { ...paymentPlugin(), "svc.forms": { enabled: false, config: { notify: ["ops@shop.example"] } } };
    for (const [plugin, state] of Object.entries(plugins)) {
      expect((await api.put(`${base}/plugins/${plugin}`, state, { revision: 0 })).status).toBe(200);
    }
  },
  "a release that is planned": async ({ make, create, add, change, plan, site }) => {
    const { id } = await make();
    await add(id, await create("pages", pageDraft("planned")));
    expect((await change(id, "product", await catalogItemId(server, site, "chair"), { title: "Stool" })).status).toBe(201);
    expect((await plan(id, new Date(server.clock.now().getTime() + 60_000).toISOString())).status).toBe(200);
  },
  "a release that is published": async ({ make, create, add, change, publishRelease, site }) => {
    const { id } = await make();
    await add(id, await create("pages", pageDraft("released")));
    const patch = {
      title: "Stool",
      status: "ARCHIVED",
      variants: [
        { sku: "CHAIR", price: 200 },
        { sku: "OTHER", price: 50 },
      ],
    };
    expect((await change(id, "product", await catalogItemId(server, site, "chair"), patch)).status).toBe(201);
    expect((await publishRelease(id)).status).toBe(200);
  },
  "a file that nothing shows": async ({ asset }) => void (await asset()),
} satisfies typeof states);

type Members = Record<string, unknown>;
const exportOf = async (slug: string) =>
  JSON.parse((await exportBundle(server.deps, slug, { format: "json", withSecrets: true })) ?? "{}") as Members & { site: Members };
const markedIn = async (siteId: string) => {
  const [row] = await server.deps.sql<{ marked: number }>`
    select count(*)::int as marked from translations where site_id = ${siteId} and is_invalid`;
  return row?.marked;
};
const changesIn = (sections: object) =>
  Object.entries(sections).filter(([, { created, updated }]: [string, { created: number; updated: number }]) => created + updated > 0);
const publishedItems = (bundle: Members) =>
  [...(bundle.pages as Members[]), ...(bundle.entries as Members[])].filter(({ status }) => status === "PUBLISHED");

test.each(sampled(Object.keys(states), (name) => name))("an export is accepted by its own site and by an empty one: %s", async (name) => {
  const at = await workbench();
  await states[name]?.(at);
  const bundle = await exportOf(at.site.slug);
  const again = await server.import(bundle);
  expect(changesIn(again.sections)).toEqual([]);
  expect(await exportOf(at.site.slug)).toEqual(bundle);
  const slug = `${at.site.slug}-copy`;
  const copy = await server.import({ ...bundle, site: { ...bundle.site, slug } });
  expect(publishedItems(await exportOf(slug))).toEqual(publishedItems(bundle));
  const invalid = publishedItems(bundle).filter((item) => item.invalid);
  expect(await markedIn(copy.siteId)).toBe(invalid.length);
  if (invalid.length > 0) expect(copy.warnings).not.toEqual([]);
});

test("an export without files keeps what refers to them: where they are missing it is reported and marked, and mended once they are there", async () => {
  const at = await workbench();
  const { id, name } = await at.asset();
  await at.referrer({ file: { asset: id } }, true);
  const products = [{ slug: "chair", title: "Chair", images: [{ asset: name }], variants: [{ sku: "CHAIR", price: 100 }] }];
  await server.import({ bundle: 1, site: (await exportOf(at.site.slug)).site, products });
  const bundle = await exportOf(at.site.slug);
  expect(bundle.omits).toEqual(["assets"]);
  expect(changesIn((await server.import(bundle)).sections)).toEqual([]);

  const elsewhere = { ...bundle, site: { ...bundle.site, slug: `${at.site.slug}-copy` } };
  const { siteId, warnings } = await server.import(elsewhere);
  expect(warnings.map(({ path, message }) => [path, message])).toEqual([
    ["/products/0/images/0/asset", "is left out: the bundle omits its file, and the site has none of this name: picture.png"],
    ["/entries/0/data/file", "refers to an asset that does not exist: picture.png"],
  ]);
  const copy = await exportOf(elsewhere.site.slug);
  expect(copy.entries).toMatchObject([{ data: { file: { asset: "picture.png" } } }]);
  expect(await markedIn(siteId)).toBe(1);
  expect(copy.products).not.toHaveProperty("0.images.0");

  const bea = await addMember(server, { id: siteId }, "OWNER");
  await madeAsset({ server, site: { id: siteId, slug: elsewhere.site.slug, key: "" }, owner: bea });
  expect((await server.import(elsewhere)).warnings).toEqual([]);
  expect(await markedIn(siteId)).toBe(0);
  const { entries, products: catalogItems } = await exportOf(elsewhere.site.slug);
  expect([entries, catalogItems]).toEqual([bundle.entries, bundle.products]);
});

test("a draft that refers to the trash can be published after its target is restored, although an export was imported meanwhile", async () => {
  const { site, target, referrer, trash, publish, api, base } = await workbench();
  const id = await target();
  const draft = await referrer({ to: { entry: id } }, false);
  await trash("entries", id, "?force=true");
  await server.import(await exportOf(site.slug));
  expect((await api.post(`${base}/trash/${id}/restore`, {})).status).toBe(200);
  expect((await publish("entries", id)).status).toBe(200);
  expect((await publish("entries", draft)).status).toBe(200);
});

test("content that nobody marked as invalid is refused, and so is a mark on what could never be stored", async () => {
  const { site } = await workbench();
  const bundle = await exportOf(site.slug);
  const entry = { contentType: "link", slug: "l", locale: "en", data: { to: { entry: { contentType: "note", slug: "none" } } } };
  await expect(server.import({ ...bundle, entries: [entry] })).rejects.toThrow("refers to an entry that does not exist: note/none");
  const huge = { ...entry, invalid: true, data: { more: "x".repeat(2_000_000) } };
  await expect(server.import({ ...bundle, entries: [huge] })).rejects.toThrow("KiB");
});
