import { afterAll, beforeAll, expect, test } from "vitest";
import { commandNamed } from "../../server/src/commands.ts";
import { checkedClient } from "../../test/kit/checked-client.ts";
import { cookbook, person, recipe } from "../../test/kit/cookbook.ts";
import { startServer, type TestServer, type TestSite } from "../../test/kit/harness.ts";
import { literalType, typeErrorsOf } from "../../test/kit/type-check.ts";
import { longTest } from "../../test/kit/sampled.ts";

let server: TestServer;
let site: TestSite;
let types: string;
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite(markedCookbook());
  types = await typesOf({ site: site.slug });
});
afterAll(() => server.stop());

type Properties = Record<string, Record<string, unknown>>;

/** The cookbook, with fields for queries, references in places without names, and recipes that lack some of it all. */
function markedCookbook(): Record<string, unknown> {
  const bundle = structuredClone(cookbook()) as {
    contentTypes: { slug: string; schema: { properties: Properties } }[];
    entries: object[];
  };
  const [of = {}, , ofCompany = {}] = bundle.contentTypes.map(({ schema }) => schema.properties);
  for (const properties of [of, ofCompany])
    for (const name of ["title", "author", "rank"]) Object.assign(properties[name] ?? {}, { "x-queryable": true });
  const level = { type: "string", enum: ["easy", "hard"], "x-queryable": true };
  const tags = { type: "array", items: { type: ["string", "null"] }, "x-queryable": true };
  const notes = { type: "object", additionalProperties: { type: "object", properties: { by: { $ref: "vitrine:entry" } } } };
  Object.assign(of, {
    level,
    tags,
    minutes: { type: "integer", "x-queryable": true },
    notes,
    day: { type: "string", format: "date", "x-queryable": true },
  });
  bundle.entries.push(
    recipe("stew", {
      level: "hard",
      tags: ["warm", null],
      minutes: 90,
      notes: { first: { by: person("ada") }, second: { by: person("bob") } },
    }),
    recipe("salad", { level: "easy", minutes: 5, author: person("bob"), day: "2026-02-01", unknown: { anything: [1] } }),
  );
  return { ...bundle };
}

async function typesOf(input: object): Promise<string> {
  const { sql, clock, ids, secrets, processor, publicUrl } = server.deps;
  const command = commandNamed("types");
  const output =
    command.alone?.(input) ?? (await command.run({ sql, clock, ids, secrets, processor, publicUrl, progress: () => undefined }, input));
  return command.toFile?.(output) ?? "";
}

test("a bundle and the site that was made of it have the same types", async () => {
  const exported = JSON.stringify(markedCookbook());
  const withoutHead = (text: string) => text.slice(text.indexOf("\n"));
  expect(withoutHead(await typesOf({ bundle: exported, file: "site.json" }))).toBe(withoutHead(types));
  expect(types).toContain(`// Written by \`vitrine types ${site.slug}\``);
  await expect(typesOf({ bundle: "[1]", file: "list.json" })).rejects.toThrow("The bundle has");
  await expect(typesOf({ site: "nobody" })).rejects.toThrow('There is no site "nobody".');
});

test("a bundle with a faulty schema has no types, and is told where", async () => {
  const schema = { type: "object", properties: { a: { type: "text" } } };
  const bundle = JSON.stringify({ ...markedCookbook(), contentTypes: [{ slug: "thing", title: "Thing", schema }] });
  await expect(typesOf({ bundle, file: "site.json" })).rejects.toThrow("/contentTypes/0/schema/properties/a/type");
});

const recipes = { contentTypeSlug: "recipe" };
const calls: [method: string, input: object][] = [
  ["listEntries", recipes],
  ["listEntries", { ...recipes, include: ["author", "about", "needs", "meta.editor"] }],
  ["listEntries", { ...recipes, include: ["author.company.owner", "notes.first.by"], fields: ["author", "notes", "alternates"] }],
  ["listEntries", { ...recipes, include: ["notes.second.by", "notes.first.by.company"] }],
  [
    "listEntries",
    { ...recipes, fields: ["title", "level", "tags"], sort: ["minutes:desc", "title"], facets: ["level", "tags", "author", "minutes"] },
  ],
  ["listEntries", { ...recipes, fields: ["slug"], where: { "author.slug": "ada" } }],
  [
    "listEntries",
    { ...recipes, where: { any: [{ minutes: { lt: 10 } }, { tags: { contains: "warm" } }], level: { in: ["easy", "hard"] } } },
  ],
  [
    "listEntries",
    { ...recipes, where: { "author.publishedAt": { gte: "2020-01-01" }, day: { exists: false } }, q: "soup", sort: "relevance" },
  ],
  ["listEntries", { contentTypeSlug: "company", where: { rank: { gte: 1 } }, include: ["owner.company"], facets: ["rank"] }],
  ["getEntry", { contentTypeSlug: "person", slug: "ada", include: ["company.owner"] }],
  ["getEntry", { ...recipes, slug: "soup" }],
  ["listPages", {}],
  ["listPages", { fields: ["title", "composition"], include: ["to.company", "goods"], sort: "slug:desc" }],
  ["getPage", { slug: "about" }],
  ["getPage", { slug: "about", include: ["to", "goods"], locale: "de" }],
];

/** A program in which each call's answer has the type that the client promises for the call. */
function programOf(answers: readonly unknown[]): Record<string, string> {
  const uses = answers.map((answer, index) => {
    const [method, input] = calls[index] as [string, object];
    return `const call${index} = () => content.${method}(${JSON.stringify(input)});
declare const answer${index}: ${literalType(answer)};
export const checked${index}: Awaited<ReturnType<typeof call${index}>> = answer${index};`;
  });
  const head = `import { createClient } from "@vitrine/client";\nimport type { Site } from "./types.ts";\nconst { content } = createClient<Site>({ baseUrl: "" });`;
  return { "types.ts": types, "answers.ts": [head, ...uses].join("\n") };
}

longTest("the server's answers have the types that the client promises for their queries", async () => {
  const content = checkedClient(server, site).content as unknown as Record<string, (input: object) => Promise<unknown>>;
  const answers: unknown[] = [];
  for (const [method, input] of calls) answers.push(await content[method]?.(input));
  expect(typeErrorsOf(programOf(answers))).toEqual([]);
  // Nothing empty was compared.
  for (const answer of answers) expect(literalType(answer).length).toBeGreaterThan(300);

  // Each call has its promises: an answer without them has a fault.
  const broken = answers.map((answer) => JSON.parse(JSON.stringify(answer).replace(/"(title|slug)":"/g, '"$1":7,"was":"')) as unknown);
  const invalid = typeErrorsOf(programOf(broken)).map((error) => /checked(\d+)|:(\d+) /.exec(error)?.[2]);
  // Two lines above the calls, and the third line of each.
  expect(invalid).toEqual(calls.map((_, index) => String(3 + 3 * index + 3)));
});
