import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addMember } from "../../../../../test/kit/admins.ts";
import { editor, pageDraft } from "../../../../../test/kit/documents.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { newBundle } from "../../../../../test/kit/new-bundle.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const blockTypes = [{ type: "text", title: "Text", schema: { type: "object", properties: { text: { type: "string" } } } }];
const page = (slug: string, title: string, more: object = {}) => ({ ...pageDraft(slug, title), locale: "en", ...more });

let site: object;
let siteEditor: ReturnType<typeof editor>;
let homeId: string;
const load = (pages: object[], options: { overwrite?: boolean; dryRun?: boolean } = {}) =>
  server.import({ bundle: 1, site, blockTypes, pages }, options);
const home = async () => {
  const { published, draft } = await siteEditor.inLocale("pages", homeId);
  return { published: published?.title, draft: draft?.title };
};
const edit = async (title: string, { publishes }: { publishes: boolean }) => {
  const { revision } = await siteEditor.inLocale("pages", homeId);
  expect((await siteEditor.save("pages", homeId, pageDraft("home", title), revision)).status).toBe(200);
  if (publishes) expect((await siteEditor.publish("pages", homeId)).status).toBe(200);
};
const warning = (path: string) => ({
  path,
  code: "changed_since",
  message: "was changed by Ada since the last import, and stays as it is: take it out of the bundle, or use --overwrite",
});

beforeEach(async () => {
  site = newBundle().site as object;
  const { siteId, site: slug } = await load([page("home", "First"), page("about", "About")]);
  siteEditor = editor(server, { slug }, await addMember(server, { id: siteId }, "OWNER", { name: "Ada" }));
  homeId = (await siteEditor.list("pages", "?q=First")).data[0]?.id ?? "";
});

test("an import leaves alone what a person has published since the last one, names it, and imports the rest", async () => {
  await edit("Edited", { publishes: true });
  for (const dryRun of [true, false]) {
    const { warnings, sections } = await load([page("home", "First"), page("about", "Other")], { dryRun });
    expect(warnings).toMatchObject([warning("/pages/0")]);
    expect(sections.pages).toEqual({ created: 0, updated: 1, unchanged: 1 });
  }
  expect(await home()).toMatchObject({ published: "Edited" });
  // Nothing has settled it: the next import says so again.
  expect((await load([page("home", "First")])).warnings).toMatchObject([warning("/pages/0")]);
  expect((await load([page("home", "Second")], { overwrite: true })).warnings).toEqual([]);
  expect(await home()).toMatchObject({ published: "Second" });
  expect((await load([page("home", "Third")])).warnings).toEqual([]);
});

test("a bundle that has taken over the change goes on from there", async () => {
  await edit("Edited", { publishes: true });
  expect((await load([page("home", "Edited")])).warnings).toEqual([]);
  expect((await load([page("home", "Later")])).warnings).toEqual([]);
  expect(await home()).toMatchObject({ published: "Later" });
});

test("a page that was taken off the site is not put back", async () => {
  expect((await siteEditor.unpublish("pages", homeId)).status).toBe(200);
  expect((await load([page("home", "First")])).warnings).toMatchObject([warning("/pages/0")]);
  expect((await home()).published).toBeUndefined();
});

test("a page in the trash stays there, named, and what refers to it is kept; --overwrite makes another one", async () => {
  const types = [...blockTypes, { type: "link", title: "Link", schema: { type: "object", properties: { to: { $ref: "vitrine:page" } } } }];
  const about = page("about", "About", { composition: [{ id: "a", type: "link", props: { to: { page: "home" } } }] });
  const previews = [{ page: "home", token: `pv_${"t".repeat(32)}` }];
  const again = (options: object = {}, more: object = { previews }) =>
    server.import({ bundle: 1, site, blockTypes: types, pages: [page("home", "First"), about], ...more }, options);
  await again();
  expect((await siteEditor.trash("pages", homeId, "?force=true")).status).toBe(204);
  const { warnings, sections } = await again();
  const trashed = "was put into the trash by Ada since the last import, and stays there: take it out of the bundle, or use --overwrite";
  expect(warnings).toMatchObject([
    { path: "/pages/0", code: "changed_since", message: trashed },
    { path: "/pages/1/composition/0/props/to", code: "reference" },
  ]);
  expect(sections.pages.created).toBe(0);
  expect((await again({ overwrite: true }, {})).sections.pages.created).toBe(1);
});

test("a person's draft stays beside an imported publication, and is not replaced by a draft of the bundle", async () => {
  await edit("Unfinished", { publishes: false });
  expect((await load([page("home", "Second")])).warnings).toEqual([]);
  expect(await home()).toEqual({ published: "Second", draft: "Unfinished" });
  const withDraft = page("home", "Second", { draft: { title: "Draft of the file" } });
  expect((await load([withDraft])).warnings).toMatchObject([{ path: "/pages/0", code: "changed_since" }]);
  expect(await home()).toEqual({ published: "Second", draft: "Unfinished" });
});

test("what no import has written is not protected: an export is a way to edit a site", async () => {
  const { id } = await siteEditor.create("pages", pageDraft("made-here", "Made here"));
  await siteEditor.publish("pages", id);
  expect((await load([page("made-here", "From the file")])).warnings).toEqual([]);
  expect((await siteEditor.inLocale("pages", id)).published?.title).toBe("From the file");
});
