import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companyOf, cookbook, person, recipe } from "../../../../../test/kit/cookbook.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { errorsIn } from "../../../../../test/kit/new-bundle.ts";
import { commandNamed } from "../../../commands.ts";
import { exportBundle } from "./export-bundle.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Given = Record<string, unknown>;
const slugOf = (bundle: Given) => (bundle.site as { slug: string }).slug;
const withEntries = (...entries: object[]) => cookbook({ entries: [...(cookbook().entries as object[]), ...entries] });
const exported = async (bundle: Given) =>
  JSON.parse((await exportBundle(server.deps, slugOf(bundle), { format: "json", withSecrets: true })) ?? "{}") as Record<
    string,
    { slug: string }[]
  >;
/** The references of a site's documents, or of those with a slug. */
const storedOf = (bundle: Given, slug?: string) => server.deps.sql<{ path: string; kind: string; isDraft: boolean }>`
  select links.path, links.kind, links.is_draft as "isDraft"
  from content_references as links
  join sites on sites.id = links.site_id
  join translations on translations.site_id = links.site_id and translations.id = links.translation_id
  where sites.slug = ${slugOf(bundle)} and translations.slug = coalesce(${slug ?? null}, translations.slug)
  order by links.is_draft, links.path`;
const idOf = async (bundle: Given, name: string) => {
  const [row] = await server.deps.sql<{ id: string }>`
    select documents.id from documents
    join sites on sites.id = documents.site_id
    where sites.slug = ${slugOf(bundle)} and documents.name = ${name}`;
  return row?.id ?? "";
};
const unchanged = async (bundle: unknown) => {
  const { sections } = await server.import(bundle);
  return Object.values(sections).every(({ created, updated }) => created + updated === 0);
};

test("an import of the same bundle, and of its export, changes nothing", async () => {
  const sourceBundle = cookbook();
  await server.import(sourceBundle);
  expect(await unchanged(sourceBundle)).toBe(true);
  const bundle = await exported(sourceBundle);
  expect(bundle.entries?.find(({ slug }) => slug === "soup")).toMatchObject({
    data: (sourceBundle.entries as { data: object }[])[0]?.data,
  });
  expect(bundle.pages?.find(({ slug }) => slug === "about")).toMatchObject({
    composition: [{ props: { to: person("ada"), goods: [{ product: "pan" }, { product: "lid" }] } }],
  });
  expect(await unchanged(bundle)).toBe(true);
});

test("an export imports as another site, which refers to its own objects", async () => {
  const sourceBundle = cookbook();
  await server.import(sourceBundle);
  const bundle = (await exported(sourceBundle)) as Given;
  const copy = { ...bundle, site: { ...(bundle.site as object), slug: `${slugOf(sourceBundle)}-copy` } };
  await server.import(copy);
  expect(await exported(copy)).toEqual({ ...copy });
  expect(await storedOf(copy)).toEqual(await storedOf(sourceBundle));
  const [foreign] = await server.deps.sql<{ count: number }>`
    select count(*)::int as count from content_references as links join documents on documents.id = links.target_id
    where documents.site_id <> links.site_id`;
  expect(foreign).toEqual({ count: 0 });
});

test("the references of a draft are kept beside those of the publication, and replaced with it", async () => {
  const both = recipe("bread", { author: person("ada") }, { draft: { data: { title: "Bread", meta: { editor: companyOf("acme") } } } });
  const bundle = withEntries(both);
  await server.import(bundle);
  expect(await storedOf(bundle, "bread")).toEqual([
    { path: "/author", kind: "entry", isDraft: false },
    { path: "/meta/editor", kind: "entry", isDraft: true },
  ]);
  // Its draft becomes the publication, and there is no other.
  const published = recipe("bread", { meta: { editor: companyOf("acme") } }, { draft: null });
  await server.import({ bundle: 1, site: bundle.site, entries: [published] });
  expect(await storedOf(bundle, "bread")).toEqual([{ path: "/meta/editor", kind: "entry", isDraft: false }]);
  await server.import({ bundle: 1, site: bundle.site, entries: [{ ...published, status: "DRAFT", draft: undefined }] });
  expect(await storedOf(bundle, "bread")).toEqual([{ path: "/meta/editor", kind: "entry", isDraft: true }]);
});

test("a member becomes a reference when its type's schema says so, and shows as one with the next import", async () => {
  const schema = { type: "object", properties: { to: { type: "object" } } };
  const bundle = cookbook({ contentTypes: [...(cookbook().contentTypes as object[]), { slug: "note", title: "Note", schema }] });
  await server.import(bundle);
  const id = await idOf(bundle, "ada");
  const entries = [{ contentType: "note", slug: "n", locale: "en", data: { to: { entry: id } } }];
  await server.import({ bundle: 1, site: bundle.site, entries });
  expect(await storedOf(bundle, "n")).toEqual([]);
  const linked = { slug: "note", title: "Note", schema: { type: "object", properties: { to: { $ref: "vitrine:entry" } } } };
  await server.import({ bundle: 1, site: bundle.site, contentTypes: [linked], entries });
  expect(await storedOf(bundle, "n")).toEqual([{ path: "/to", kind: "entry", isDraft: false }]);
});

describe("an import refuses", () => {
  test.each<[string, object, string, string]>([
    ["an entry that does not exist", { author: person("nobody") }, "/author", "refers to an entry that does not exist: person/nobody"],
    ["a page that does not exist", { about: { page: "nowhere" } }, "/about", "refers to a page that does not exist: nowhere"],
    ["a product that does not exist", { needs: [{ product: "pot" }] }, "/needs/0", "refers to a product that does not exist: pot"],
    ["an entry of another type", { author: companyOf("acme") }, "/author", "must refer to an entry of person"],
    [
      "a page as an entry",
      { meta: { editor: { entry: { contentType: "page", slug: "about" } } } },
      "/meta/editor",
      'must be { "entry": { "contentType": …, "slug": … } }',
    ],
    ["an entry without its type", { author: { entry: "ada" } }, "/author", 'must be { "entry": { "contentType": …, "slug": … } }'],
    ["a page as an object", { about: { page: { slug: "about" } } }, "/about", 'must be { "page": … } with the page\'s slug'],
    ["another kind", { author: { product: "pan" } }, "/author/entry", "is required"],
    ["more members", { about: { page: "about", label: "About" } }, "/about/label", "is not a member that is known here"],
  ])("%s", async (_name, data, path, message) => {
    const errors = await errorsIn(server.import(withEntries(recipe("bad", data))));
    expect(errors.map((error) => [error.path, error.message])).toContainEqual([`/entries/5/data${path}`, message]);
  });

  test("an object of another site, by its id", async () => {
    const other = cookbook();
    await server.import(other);
    const id = await idOf(other, "ada");
    const errors = await errorsIn(server.import(withEntries(recipe("bad", { author: { entry: id } }))));
    expect(errors.map(({ path }) => path)).toEqual(["/entries/5/data/author"]);
  });

  test("more than 200 references in a document", async () => {
    const needs = Array.from({ length: 201 }, () => ({ product: "pan" }));
    const errors = await errorsIn(server.import(withEntries(recipe("full", { needs }))));
    expect(errors.map(({ path, code }) => [path, code])).toEqual([["/entries/5/data/needs/200", "too_many_references"]]);
  });

  test.each<[object, string]>([
    [{ $ref: "vitrine:form" }, "/to/$ref"],
    [{ $ref: "vitrine:entry", "x-contentType": [] }, "/to/x-contentType"],
    [{ $ref: "vitrine:entry", "x-contentType": ["a", "a"] }, "/to/x-contentType"],
    [{ $ref: "vitrine:entry", "x-contentType": "person" }, "/to/x-contentType"],
    [{ $ref: "vitrine:page", "x-contentType": ["person"] }, "/to/x-contentType"],
    [{ type: "string", "x-contentType": ["person"] }, "/to/x-contentType"],
  ])("a schema with %j", async (to, path) => {
    const bundle = cookbook({
      contentTypes: [
        ...(cookbook().contentTypes as object[]),
        { slug: "bad", title: "Bad", schema: { type: "object", properties: { to } } },
      ],
    });
    const errors = await errorsIn(server.import(bundle));
    expect(errors.map((error) => error.path)).toEqual([`/contentTypes/3/schema/properties${path}`]);
  });

  test.each<[string, object]>([
    ["that is a reference itself", { $ref: "vitrine:entry" }],
    ["that may be one", { anyOf: [{ $ref: "#/$defs/one" }, {}], $defs: { one: { $ref: "vitrine:entry" } } }],
  ])("a schema %s", async (_name, root) => {
    const contentTypes = [...(cookbook().contentTypes as object[]), { slug: "bad", title: "Bad", schema: { type: "object", ...root } }];
    const errors = await errorsIn(server.import(cookbook({ contentTypes })));
    expect(errors.map(({ path, code }) => [path, code])).toEqual([["/contentTypes/3/schema", "reference"]]);
  });

  test("a form that refers to anything: visitors choose no objects", async () => {
    const schema = { type: "object", properties: { to: { $ref: "vitrine:entry" } } };
    const errors = await errorsIn(server.import(cookbook({ forms: [{ slug: "f", name: "F", schema }] })));
    expect(errors.map(({ path }) => path)).toEqual(["/forms/0/schema/properties/to/$ref"]);
  });
});

test("members that a schema does not name may be references", async () => {
  const schema = { type: "object", properties: { by: { type: "object", additionalProperties: { $ref: "vitrine:product" } } } };
  const contentTypes = [...(cookbook().contentTypes as object[]), { slug: "map", title: "Map", schema }];
  const entries = [{ contentType: "map", slug: "m", locale: "en", data: { by: { first: { product: "pan" } } } }];
  const bundle = cookbook({ contentTypes, entries: [...(cookbook().entries as object[]), ...entries] });
  await server.import(bundle);
  expect(await storedOf(bundle, "m")).toEqual([{ path: "/by/first", kind: "product", isDraft: false }]);
});

test("a published draft is no draft any more, also if it referred to something that did not exist", async () => {
  const data = { title: "bread", author: person("carol") };
  const bundle = withEntries(recipe("bread", {}, { draft: { data } }));
  const { warnings } = await server.import(bundle);
  expect(warnings.map(({ path, message }) => `${path} ${message}`)).toContain(
    "/entries/5/draft/data/author refers to an entry that does not exist: person/carol",
  );
  const carol = { contentType: "person", slug: "carol", locale: "en", data: { name: "Carol" } };
  await server.import({ bundle: 1, site: bundle.site, entries: [carol, recipe("bread", data)] });
  const bread = (await exported(bundle)).entries?.find(({ slug }) => slug === "bread");
  expect(bread).toMatchObject({ status: "PUBLISHED", data });
  expect(bread).not.toHaveProperty("draft");
});

test("a draft keeps a reference to something that does not exist yet, and refers to it with a later import", async () => {
  const data = { title: "later", author: person("carol") };
  const bundle = withEntries(recipe("later", {}, { data, status: "DRAFT" }));
  await server.import(bundle);
  const authored = async () => (await exported(bundle)).entries?.find(({ slug }) => slug === "later");
  expect(await authored()).toMatchObject({ status: "DRAFT", data });
  const carol = { contentType: "person", slug: "carol", locale: "en", data: { name: "Carol" } };
  await server.import({ ...bundle, entries: [...(bundle.entries as object[]), carol] });
  expect(await authored()).toMatchObject({ status: "DRAFT", data });
  expect(await storedOf(bundle, "later")).toEqual([{ path: "/author", kind: "entry", isDraft: true }]);
});

test("an import warns of what it hides while published content refers to it", async () => {
  const bundle = cookbook();
  const warningsOf = async (sections: object) =>
    (await server.import({ bundle: 1, site: bundle.site, ...sections })).warnings.map(({ path, message }) => `${path} ${message}`);
  expect((await server.import(bundle)).warnings.map(({ path }) => path)).toEqual(["/products/1/status", "/entries/3/status"]);
  const hidden = { slug: "ada", contentType: "person", locale: "en", status: "DRAFT", data: { name: "Ada" } };
  // Ada is still published in German.
  expect(await warningsOf({ entries: [hidden] })).toEqual([]);
  expect(
    await warningsOf({ entries: [{ ...hidden, locale: "de" }], categories: [{ slug: "pans", title: "Pans", status: "HIDDEN" }] }),
  ).toEqual([
    "/categories/0/status hides what recipe soup refers to: publish it, or take the reference away",
    "/entries/0/status hides what company acme and 2 more refer to: publish it, or take the reference away",
  ]);
  expect(await warningsOf({ products: [{ slug: "pan", title: "Pan", variants: [{ sku: "PAN", price: 2_000 }] }] })).toEqual([]);
});

describe("vitrine site references", () => {
  const run = async (input: object): Promise<string> => {
    const { sql, clock, ids, secrets, processor, publicUrl } = server.deps;
    const command = commandNamed("site references");
    return command.print(await command.run({ sql, clock, ids, secrets, processor, publicUrl, progress: () => undefined }, input));
  };

  test("shows who refers to an object, in publications and drafts", async () => {
    const bundle = cookbook();
    await server.import(bundle);
    const site = slugOf(bundle);
    const lines = async (kind: string, name: string) =>
      (await run({ site, kind, name }))
        .split("\n")
        .slice(1)
        .map((line) => line.split(/ {2,}/));
    expect(await lines("entry", "person/ada")).toEqual([
      ["entry company/acme", "en", "published", "/owner"],
      ["page about", "en", "published", "/composition/0/props/to"],
      ["entry recipe/soup", "en", "published", "/author"],
    ]);
    expect(await lines("category", "pans")).toEqual([
      ["product pan", "/categoryId"],
      ["entry recipe/soup", "en", "published", "/needs/2"],
    ]);
    expect(await run({ site, kind: "page", name: "about" })).toContain("recipe/soup");
    expect(await run({ site, kind: "entry", name: "recipe/soup" })).toBe("Nothing refers to the entry recipe/soup.");
    await expect(run({ site, kind: "entry", name: "ada" })).rejects.toThrow(
      `The site "${site}" has no entry "ada". Write its content type before its slug: author/ada.`,
    );
  });
});
