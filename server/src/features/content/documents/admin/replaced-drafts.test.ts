import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { editor, pageDraft } from "../../../../../../test/kit/documents.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { publishScheduled } from "../tasks/publish-scheduled.ts";

const price = { type: "number", "x-shared": true };
const schema = { type: "object", properties: { text: { type: "string" }, price, tags: { type: "array", items: { type: "string" } } } };

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let site: TestSite;
let ada: TestAdmin;
beforeEach(async () => {
  site = await server.addSite({
    site: { defaultLocale: "en", locales: ["en", "de", "pt-BR"] },
    blockTypes: [{ type: "text", title: "Text", schema }],
    contentTypes: [{ slug: "offer", title: "Offer", schema }],
  });
  ada = await addMember(server, site, "OWNER", { name: "Ada" });
});

const openEditor = () => editor(server, site, ada);
const offer = (slug: string, cost?: number, text = "Words") => ({ slug, data: { text, ...(cost === undefined ? {} : { price: cost }) } });
const pricesOf = async (id: string) => {
  const { translations } = await openEditor().read("entries", id);
  const priceIn = (value: unknown) => (value as { data?: { price?: number } } | null)?.data?.price ?? null;
  return Object.fromEntries(translations.map(({ locale, draft, published }) => [locale, [priceIn(draft), priceIn(published)]]));
};
const snapshots = async (kind: string, id: string, locale = "en") =>
  ((await openEditor().api.get(`${openEditor().base}/${kind}/${id}/${locale}/versions?kind=snapshot`)).json as { total: number }).total;

describe("a draft that another content replaces as a whole stays a snapshot, however short its life was", () => {
  test("when a version is restored", async () => {
    const { create, publish, save, api, base, inLocale } = openEditor();
    const { id } = await create("pages", pageDraft("words", "Published"));
    await publish("pages", id);
    await save("pages", id, pageDraft("words", "Five minutes of work"), 2);
    expect((await api.post(`${base}/pages/${id}/en/versions/1/restore`, { revision: 3 })).status).toBe(200);
    expect((await inLocale("pages", id)).draft).toMatchObject({ title: "Published" });
    const snapshot = await api.get(`${base}/pages/${id}/en/versions/2`);
    expect(snapshot.json).toMatchObject({ data: { kind: "snapshot", by: { name: "Ada" }, content: { title: "Five minutes of work" } } });
    expect((await api.post(`${base}/pages/${id}/en/versions/2/restore`, { revision: 4 })).status).toBe(200);
    expect((await inLocale("pages", id)).draft).toMatchObject({ title: "Five minutes of work" });
  });

  test("when the default locale is added, whose values all share", async () => {
    const { create, save } = openEditor();
    const { id } = await create("entries", { contentType: "offer", locale: "de", ...offer("o", 10) });
    expect((await save("entries", id, offer("o", 12), "absent")).status).toBe(200);
    expect([await pricesOf(id), await snapshots("entries", id, "de")]).toEqual([{ en: [12, null], de: [12, null] }, 1]);
  });

  test("and each save of a person alone does not", async () => {
    const { create, save } = openEditor();
    const { id } = await create("entries", { contentType: "offer", ...offer("o", 1) });
    await save("entries", id, offer("o"), "absent", "de");
    for (const cost of [2, 3, 4]) await save("entries", id, offer("o", cost), cost - 1);
    expect([await pricesOf(id), await snapshots("entries", id, "de")]).toEqual([{ en: [4, null], de: [4, null] }, 0]);
  });
});

describe("a value that all locales share is one", () => {
  const published = async () => {
    const { create, save, publish } = openEditor();
    const { id } = await create("entries", { contentType: "offer", ...offer("o", 10) });
    await save("entries", id, offer("o", 10, "Worte"), "absent", "de");
    await publish("entries", id);
    await publish("entries", id, {}, "de");
    return id;
  };
  const discard = async (id: string, locale: string) => {
    const { revision } = await openEditor().inLocale("entries", id, locale);
    expect((await openEditor().api.delete(`${openEditor().base}/entries/${id}/${locale}/draft`, { revision })).status).toBe(200);
  };

  test("when the default locale's draft is discarded, and when another's is", async () => {
    const id = await published();
    const { save, inLocale } = openEditor();
    await save("entries", id, offer("o", 99), 2);
    expect(await pricesOf(id)).toEqual({ en: [99, 10], de: [99, 10] });
    await save("entries", id, offer("o", 99, "Neue Worte"), 3, "de");
    await discard(id, "de");
    expect((await inLocale("entries", id, "de")).draft?.data).toEqual({ text: "Worte", price: 99 });
    const { revision } = await inLocale("entries", id, "de");
    await discard(id, "de");
    expect((await inLocale("entries", id, "de")).revision).toBe(revision);
    await discard(id, "en");
    expect(await pricesOf(id)).toEqual({ en: [null, 10], de: [10, 10] });
  });

  test("when a locale is added, and when the default locale comes last", async () => {
    const { create, save } = openEditor();
    const { id } = await create("entries", { contentType: "offer", locale: "de", ...offer("o", 10) });
    await save("entries", id, offer("o", 7), "absent", "pt-BR");
    expect(await pricesOf(id)).toEqual({ de: [10, null], "pt-BR": [10, null] });
    await save("entries", id, offer("o"), "absent");
    expect(await pricesOf(id)).toEqual({ en: [10, null], de: [10, null], "pt-BR": [10, null] });
  });

  test("when a plan publishes what was frozen, and its draft was discarded since", async () => {
    const id = await published();
    const { save, api, base } = openEditor();
    await save("entries", id, offer("o", 20), 2);
    const publishAt = new Date(server.clock.now().getTime() + 60_000).toISOString();
    expect((await api.put(`${base}/entries/${id}/en/schedule`, { publishAt, revision: 3 })).status).toBe(200);
    await discard(id, "en");
    expect(await pricesOf(id)).toEqual({ en: [null, 10], de: [10, 10] });
    server.clock.advance(60_000);
    await publishScheduled.run(server.deps);
    expect(await pricesOf(id)).toEqual({ en: [null, 20], de: [20, 10] });
  });

  test("after an import, which deletes none that its default locale leaves out", async () => {
    const id = await published();
    const shell = { slug: site.slug, name: "A site", defaultLocale: "en", locales: ["en", "de", "pt-BR"], currency: "eur" };
    const entry = (more: object) => ({ contentType: "offer", entry: "o", slug: "o", locale: "en", ...more });
    await server.import({ bundle: 1, site: shell, entries: [entry({ data: { text: "Words", price: 30 } })] });
    expect(await pricesOf(id)).toEqual({ en: [null, 30], de: [30, 10] });
    await server.import({ bundle: 1, site: shell, entries: [entry({ data: { text: "Words" } })] });
    expect(await pricesOf(id)).toEqual({ en: [30, null], de: [30, 10] });
  });

  test("in the blocks of pages that have the same id", async () => {
    const { create, save, inLocale } = openEditor();
    const composition = (cost: number) => [{ id: "a", type: "text", props: { price: cost } }];
    const { id } = await create("pages", { slug: "p", title: "P", composition: composition(1) });
    await save("pages", id, { slug: "p", title: "P", composition: composition(5) }, "absent", "de");
    await save("pages", id, { slug: "p", title: "P", composition: composition(2) }, 1);
    expect((await inLocale("pages", id, "de")).draft?.composition).toMatchObject([{ id: "a", props: { price: 2 } }]);
  });
});
