import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { pageIdOf, previews } from "../../../../../../test/kit/previews.ts";

const dayMs = 24 * 60 * 60_000;
const text = { type: "string" };
let server: TestServer;
let site: TestSite;
let ada: TestAdmin;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite({
    blockTypes: [{ type: "hero", title: "Hero", schema: { type: "object", properties: { title: text, to: { $ref: "vitrine:page" } } } }],
    contentTypes: [{ slug: "news", title: "News", schema: { type: "object", properties: { headline: text } } }],
    pages: [{ slug: "home", locale: "en", title: "Home", composition: [] }],
    entries: [{ contentType: "news", slug: "one", locale: "en", status: "DRAFT", data: { headline: "Still a draft" } }],
  });
  ada = await addMember(server, site, "AUTHOR");
});
afterAll(() => server.stop());

const at = (path: string) => `/sites/${site.slug}/${path}`;
const issue = async (body: object) => asAdmin(server, ada).post(at("previews"), body);

test("a link shows a page until it is cancelled, and its token is nowhere else", async () => {
  const page = await pageIdOf(server, site);
  const issued = await issue({ page });
  const { id, token, url } = (issued.json as { data: Record<string, string> }).data as { id: string; token: string; url: string };
  expect([issued.status, url]).toEqual([201, `http://localhost:3000/api/public/v1/preview/${token}`]);
  expect((await previews(server, site).read(token)).status).toBe(200);
  const read = await asAdmin(server, ada).get(at(`previews/${id}`));
  expect(read.json).toMatchObject({ data: { id, page: { id: page, name: "home" }, lastFour: token.slice(-4), cancelledAt: null } });
  const owner = asAdmin(server, await addMember(server, site, "OWNER"));
  const log = await owner.get(at("audit?target=preview"));
  expect([read.text.includes(token), log.text.includes(token), server.logged().includes(token)]).toEqual([false, false, false]);
  expect(log.json).toMatchObject({ data: [{ action: "issuePreview", target: { id } }] });
  expect((await asAdmin(server, ada).delete(at(`previews/${id}`))).status).toBe(204);
  expect((await previews(server, site).read(token)).status).toBe(404);
  expect(codeOf(await asAdmin(server, ada).delete(at(`previews/${id}`)))).toBe("preview_not_found");
  expect((await asAdmin(server, ada).get(at("previews"))).json).toMatchObject({
    total: 1,
    data: [{ id, cancelledAt: expect.any(String) as string }],
  });
});

test("the links to one page are listed without those to others", async () => {
  const own = await server.addSite({
    pages: ["home", "about"].map((slug) => ({ page: slug, slug, locale: "en", title: slug, composition: [] })),
  });
  const owner = asAdmin(server, await addMember(server, own, "OWNER"));
  const [home, about] = [await pageIdOf(server, own, "home"), await pageIdOf(server, own, "about")];
  for (const page of [home, about, home]) await owner.post(`/sites/${own.slug}/previews`, { page });
  const list = async (query: string) => (await owner.get(`/sites/${own.slug}/previews?${query}`)).json;
  expect(await list(`document=${home}&pageSize=1`)).toMatchObject({ total: 2, data: [{ page: { id: home } }] });
  expect(await list(`document=${about}`)).toMatchObject({ total: 1, data: [{ page: { id: about } }] });
  expect(await list(`document=${ada.id}`)).toMatchObject({ total: 0, data: [] });
  expect(await list("document=home")).toMatchObject({ errors: [{ path: "/document" }] });
});

test("a link to a page that is not written in the default locale names its locale", async () => {
  const other = await server.addSite({
    site: { locales: ["en", "de", "fr"] },
    pages: ["fr", "de"].map((locale) => ({ page: "home", slug: "start", locale, title: "Start", composition: [] })),
  });
  const owner = asAdmin(server, await addMember(server, other, "OWNER"));
  const issued = await owner.post(`/sites/${other.slug}/previews`, { page: await pageIdOf(server, other) });
  const { url } = (issued.json as { data: { url: string } }).data;
  expect(url).toMatch(/\?locale=de$/);
  expect(await (await fetch(url.replace("http://localhost:3000", server.url))).json()).toMatchObject({
    data: { locale: "de", title: "Start" },
  });
});

test("a preview lives for a minute to 30 days, of a page of the site", async () => {
  const page = await pageIdOf(server, site);
  const inMs = (milliseconds: number) => new Date(server.clock.now().getTime() + milliseconds).toISOString();
  for (const milliseconds of [59_999, 30 * dayMs + 1]) {
    expect((await issue({ page, expiresAt: inMs(milliseconds) })).json).toMatchObject({ errors: [{ path: "/expiresAt" }] });
  }
  expect((await issue({ page, expiresAt: inMs(30 * dayMs) })).status).toBe(201);
  const other = await server.addSite({ pages: [{ slug: "home", locale: "en", title: "Other", composition: [] }] });
  expect(codeOf(await issue({ page: await pageIdOf(server, other) }))).toBe("page_not_found");
  expect(codeOf(await issue({ page: ada.id }))).toBe("page_not_found");
});

test("an unsaved page is shown with its bindings and references, also those to drafts", async () => {
  const page = await pageIdOf(server, site);
  const binding = { source: "entry", contentType: "news", slug: "one", path: "/headline" };
  const composition = [
    { id: "a", type: "hero", props: { title: "Written", to: { page } }, bindings: { "/title": binding } },
    { type: "hero", props: { to: { page: ada.id } } },
    { type: "of no type", props: { x: 1 }, children: { any: [{ type: "hero" }] } },
  ];
  const answer = await asAdmin(server, ada).post(at("pages/resolve"), { locale: "en", title: "", composition });
  const { data } = answer.json as { data: { composition: object[]; seo: object } };
  expect(data.composition).toMatchObject([
    { id: "a", props: { title: "Still a draft", to: { page, slug: "home", title: "Home" } } },
    { props: { to: null } },
    { props: { x: 1 }, children: { any: [{ type: "hero", props: {} }] } },
  ]);
  expect(JSON.stringify(data)).not.toContain("bindings");
  expect(data.seo).toMatchObject({ title: null, noIndex: false });
});

test("an unsaved page has the bounds of a saved one", async () => {
  const send = async (composition: object[], locale = "en") =>
    codeOf(await asAdmin(server, ada).post(at("pages/resolve"), { locale, title: "T", composition }));
  expect(await send([], "fr")).toBe("validation_failed");
  expect(await send(Array.from({ length: 1_000 }, () => ({ type: "hero" })))).toBe(undefined);
  expect(await send(Array.from({ length: 1_001 }, () => ({ type: "hero" })))).toBe("validation_failed");
  const bindings = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`/p${index}`, { source: "entry", path: "/a" }]));
  expect(await send([{ type: "hero", bindings }])).toBe("validation_failed");
});

test("the longest page is made, saved and shown, and a draft of more values is refused before it is parsed", async () => {
  const block = (index: number) => ({ id: `b${index}`, type: "hero", props: { title: `Chair ${index}`, a: [1, 2, 3], b: { c: 4 } } });
  const composition = Array.from({ length: 1_000 }, (_, index) => block(index));
  const draft = { title: "Long", slug: "long", composition };
  const createAnswer = await asAdmin(server, ada).post(at("pages"), { ...draft, locale: "en" });
  expect(createAnswer.status).toBe(201);
  const { id, translations } = (createAnswer.json as { data: { id: string; translations: { revision: number }[] } }).data;
  const saved = await asAdmin(server, ada).put(at(`pages/${id}/en/draft`), draft, { revision: translations[0]?.revision ?? 0 });
  expect(saved.status).toBe(200);
  const resolveAnswer = await asAdmin(server, ada).post(at("pages/resolve"), { locale: "en", title: "Long", composition });
  expect((resolveAnswer.json as { data: { composition: object[] } }).data.composition).toHaveLength(1_000);
  const many = { locale: "en", title: "Long", composition: [{ type: "hero", props: { a: Array(25_001).fill(1) } }] };
  for (const path of ["pages/resolve", "pages"]) {
    const refused = await asAdmin(server, ada).post(at(path), many);
    expect([refused.status, codeOf(refused)]).toEqual([400, "invalid_json"]);
  }
});
