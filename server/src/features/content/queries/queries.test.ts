import { afterAll, beforeAll, expect, test } from "vitest";
import { newBundle } from "../../../../../test/kit/new-bundle.ts";
import { cms, startServer, type TestServer, type TestSite } from "../../../../../test/kit/harness.ts";

let server: TestServer;
let site: TestSite;
const schema = {
  type: "object",
  properties: {
    title: { type: "string", "x-queryable": true, "x-searchable": true },
    minutes: { type: "integer", "x-queryable": true },
    isVegan: { type: "boolean", "x-queryable": true },
    tags: { type: "array", items: { type: "string" }, "x-queryable": true },
    author: { $ref: "vitrine:entry", "x-contentType": ["person"], "x-queryable": true },
    text: { type: "string", "x-searchable": true },
    secret: { type: "string" },
  },
};
const person = { type: "object", properties: { name: { type: "string", "x-queryable": true } } };
const recipe = (slug: string, data: object) => ({ contentType: "recipe", slug, locale: "en", data: { title: slug, ...data } });
beforeAll(async () => {
  server = await startServer();
  site = await server.addSite(
    newBundle({
      contentTypes: [
        { slug: "recipe", title: "Recipe", schema },
        { slug: "person", title: "Person", schema: person },
      ],
      entries: [
        { contentType: "person", slug: "ada", locale: "en", data: { name: "Ada" } },
        recipe("bread", { minutes: 90, tags: ["dough", "slow"], author: { entry: { contentType: "person", slug: "ada" } } }),
        recipe("soup", { minutes: 30, isVegan: true, tags: ["hot"], text: "Simmer the carrots." }),
        recipe("salad", { minutes: 10, isVegan: true }),
        recipe("nothing", {}),
      ],
    }),
  );
});
afterAll(() => server.stop());

const ask = async (query: string, type = "recipe") => {
  const { status, json } = await server.ask(`${cms}/${type === "page" ? "pages" : `content/${type}`}?${query}`, { key: site.key });
  const { data, total, facets, detail } = json as { data?: { slug: string }[]; total?: number; facets?: object; detail?: string };
  return status === 200 ? { slugs: data?.map(({ slug }) => slug).join(" "), total, ...(facets ? { facets } : {}) } : { status, detail };
};

test.each([
  ["where[minutes][lte]=30", "salad soup"],
  ["where[minutes]=90", "bread"],
  ["where[tags][contains]=slow", "bread"],
  ["where[isVegan]=true&sort=minutes", "salad soup"],
  ["sort=minutes:desc", "bread soup salad nothing"],
  ["sort=title", "bread nothing salad soup"],
  ["where[author.slug]=ada", "bread"],
  ["where[author.name][prefix]=a", "bread"],
  ["where[author][exists]=false&sort=slug", "nothing salad soup"],
  ["where[any][0][minutes]=10&where[any][1][tags]=hot&sort=slug", "salad soup"],
  ["q=carrot", "soup"],
  ["q=breda", "bread"],
])("%s finds %s", async (query, slugs) => {
  const found = await ask(query);
  expect(found).toEqual({ slugs, total: slugs.split(" ").length });
});
test("facets", async () => {
  expect(await ask("facets=isVegan,tags,author&where[isVegan]=true&sort=slug")).toEqual({});
});
test("errors", async () => {
  for (const q of [
    "where[minutes]=x",
    "where[secret]=1",
    "where[minutes][like]=1",
    "where=1",
    "where[any][7][x]=1",
    "sort=tags",
    "facets=slug",
    "fields=nope",
    "where[author.nope]=1",
  ])
    console.log(await ask(q));
  console.log(
    JSON.stringify((await server.ask(`${cms}/content/recipe?fields=minutes&pageSize=2&where[minutes][lte]=90`, { key: site.key })).json),
  );
  console.log(JSON.stringify((await server.ask(`${cms}/pages?fields=title,slug&pageSize=500`, { key: site.key })).json));
});
