import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMember, codeOf, type TestAdmin } from "../../../../../../test/kit/admins.ts";
import { editor } from "../../../../../../test/kit/documents.ts";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../../test/kit/harness.ts";
import { errorsIn } from "../../../../../../test/kit/new-bundle.ts";
import { exportBundle } from "../../bundle/index.ts";

let server: TestServer;
let site: TestSite;
let ada: TestAdmin;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const schema = { type: "object", properties: { title: { type: "string" } } };
const settingsType = { slug: "settings", title: "Settings", single: true, schema };
const noteType = { slug: "note", title: "Note", schema };
const types = { contentTypes: [settingsType, noteType] };
beforeEach(async () => {
  site = await server.addSite({ site: { locales: ["en", "de"] }, ...types });
  ada = await addMember(server, site, "OWNER", { name: "Ada" });
});

const imported = (bundle: object) => {
  const shell = { slug: site.slug, name: "Notes", defaultLocale: "en", locales: ["en", "de"], currency: "eur" };
  return server.import({ bundle: 1, site: shell, ...bundle });
};
const edit = () => editor(server, site, ada);
const add = (contentType: string, more: object = {}) => {
  const { api, base } = edit();
  return api.post(`${base}/entries`, { contentType, data: { title: contentType }, ...more });
};
const idOf = ({ json }: { json: unknown }) => (json as { data: { id: string } }).data.id;
const putType = (slug: string, body: object, revision: number) => {
  const { api, base } = edit();
  return api.put(`${base}/content-types/${slug}`, body, { revision });
};
const listed = async (query = "") => {
  await server.directory.poll();
  const answer = await server.ask(`${cms}/content/settings${query}`, { key: site.key });
  return answer.json as { total: number; data: { locale: string; data: { title: string } }[] };
};

describe("the entry of a single type", () => {
  test("has the slug of the type, and is answered as a list of one", async () => {
    const created = await add("settings");
    expect(created).toMatchObject({ status: 201, json: { data: { translations: [{ draft: { slug: "settings" } }] } } });
    expect((await listed()).data).toEqual([]);
    await edit().publish("entries", idOf(created));
    expect(await listed()).toMatchObject({ total: 1, data: [{ locale: "en", data: { title: "settings" } }] });
  });

  test("falls back to the default locale until it is translated, and then no more", async () => {
    const id = idOf(await add("settings"));
    await edit().publish("entries", id);
    for (const query of ["?locale=de", "?locale=de&fields=title"]) expect((await listed(query)).data).toMatchObject([{ locale: "en" }]);
    const draft = { slug: "settings", data: { title: "Einstellungen" } };
    const { api, base } = edit();
    await api.put(`${base}/entries/${id}/de/draft`, draft, { headers: { "if-none-match": "*" } });
    await edit().publish("entries", id, {}, "de");
    for (const query of ["?locale=de", "?locale=de&fields=title"])
      expect(await listed(query)).toMatchObject({ total: 1, data: [{ locale: "de", data: { title: "Einstellungen" } }] });
    expect((await listed()).data).toMatchObject([{ locale: "en" }]);
  });

  test("is not joined by a second one, however it would be made", async () => {
    const id = idOf(await add("settings"));
    const { api, base } = edit();
    const refusals = [
      await add("settings"),
      await add("settings", { slug: "others" }),
      await api.post(`${base}/entries`, { from: id }),
      await api.post(`${base}/entries/${id}/duplicate`),
    ];
    expect(refusals.map((each) => [each.status, codeOf(each), (each.json as { entry?: string }).entry])).toEqual(
      refusals.map(() => [409, "single_entry_exists", id]),
    );
    expect((await edit().list("entries", "?contentType=settings")).total).toBe(1);
  });

  test("is made once by people who make it at the same time", async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => add("settings")));
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  test("leaves room for another one in the trash, which cannot come back meanwhile", async () => {
    const first = idOf(await add("settings"));
    await edit().trash("entries", first);
    const second = idOf(await add("settings"));
    const { api, base } = edit();
    const refused = await api.post(`${base}/trash/${first}/restore`);
    expect([refused.status, codeOf(refused), (refused.json as { entry?: string }).entry]).toEqual([409, "single_entry_exists", second]);
    await edit().trash("entries", second);
    expect((await api.post(`${base}/trash/${first}/restore`)).status).toBe(200);
  });
});

describe("a type with entries", () => {
  test("becomes single if it has at most one, and a check says so before", async () => {
    const ids = [idOf(await add("note")), idOf(await add("note"))];
    const { api, base } = edit();
    const input = { title: "Note", schema, single: true };
    const checked = await api.post(`${base}/content-types/note/check`, input);
    expect(checked.json).toMatchObject({ data: { valid: false, problems: [{ path: "/single", code: "several_entries" }] } });
    const refused = await putType("note", input, 1);
    expect([refused.status, codeOf(refused)]).toEqual([409, "several_entries"]);
    await edit().trash("entries", ids[0]!);
    expect((await putType("note", input, 1)).json).toMatchObject({ data: { single: true, revision: 2 } });
    expect(codeOf(await add("note"))).toBe("single_entry_exists");
    expect(codeOf(await api.post(`${base}/trash/${ids[0]}/restore`))).toBe("single_entry_exists");
    expect((await putType("note", { title: "Note", schema }, 2)).json).toMatchObject({ data: { single: false, revision: 3 } });
    expect((await api.post(`${base}/trash/${ids[0]}/restore`)).status).toBe(200);
  });

  test("does not become single while somebody adds a second entry", async () => {
    await add("note");
    const [change, added] = await Promise.all([putType("note", { title: "Note", schema, single: true }, 1), add("note")]);
    const isSingle = change.status === 200;
    expect([change.status, added.status]).toEqual(isSingle ? [200, 409] : [409, 201]);
    expect((await edit().list("entries", "?contentType=note")).total).toBe(isSingle ? 1 : 2);
  });

  test("shows a list that was empty in a locale once it is single", async () => {
    await imported({ contentTypes: [{ ...settingsType, single: false }] });
    const id = idOf(await add("settings", { slug: "settings" }));
    await edit().publish("entries", id);
    expect((await listed("?locale=de")).total).toBe(0);
    const { api, base } = edit();
    const { json } = await api.get(`${base}/content-types/settings`);
    const { revision } = (json as { data: { revision: number } }).data;
    expect((await putType("settings", { title: "Settings", schema, single: true }, revision)).status).toBe(200);
    expect((await listed("?locale=de")).data).toMatchObject([{ locale: "en" }]);
  });
});

describe("a bundle", () => {
  const entry = (slug: string, more: object = {}) => ({ contentType: "settings", slug, locale: "en", data: { title: slug }, ...more });
  const pathsOf = async (bundle: object) => (await errorsIn(imported(bundle))).map(({ path, code }) => `${path} ${code}`);

  test("brings the one entry in all its locales, again and again, and exports it with its type", async () => {
    const bundle = { ...types, entries: [entry("settings"), entry("einstellungen", { entry: "settings", locale: "de" })] };
    await imported(bundle);
    await imported(bundle);
    expect((await listed("?locale=de")).data).toMatchObject([{ data: { title: "einstellungen" } }]);
    const exported = JSON.parse((await exportBundle(server.deps, site.slug, { format: "json", withSecrets: false })) ?? "") as {
      contentTypes: { slug: string; single?: boolean }[];
      entries: object[];
    };
    expect(exported.contentTypes.map(({ slug, single }) => [slug, single])).toEqual([
      ["note", undefined],
      ["settings", true],
    ]);
    expect(exported.entries.length).toBe(2);
  });

  test("is refused with a second entry, in itself or beside that of the site", async () => {
    expect(await pathsOf({ ...types, entries: [entry("a"), entry("b"), entry("c", { status: "DRAFT" })] })).toEqual([
      "/entries/1/slug single_entry_exists",
      "/entries/2/slug single_entry_exists",
    ]);
    await add("settings");
    expect(await pathsOf({ entries: [entry("b", { entry: "other" })] })).toEqual(["/entries/0/entry single_entry_exists"]);
    await imported({ entries: [entry("b", { entry: "settings" })] });
    expect((await edit().list("entries", "?contentType=settings")).total).toBe(1);
  });

  test("is refused if it makes a type single that has several entries", async () => {
    await add("note");
    await add("note");
    expect(await pathsOf({ contentTypes: [{ ...noteType, single: true }] })).toEqual(["/contentTypes/0/single several_entries"]);
  });
});
