/** The promises of a client that knows a site's types. `npm run types` is the test; running it shows which requests are sent. */
import { expect, expectTypeOf, test } from "vitest";
import { clientOf } from "../test/fake-server.ts";
import type { HeroProps, Site } from "../test/recipes.ts";
import {
  attempt,
  createClient,
  type BlockOf,
  type CategoryReference,
  type Client,
  type Entry,
  type EntryConditions,
  type EntryOf,
  type EntryReference,
  type PageReference,
  type Product,
  type Seo,
} from "./index.ts";

const { client: anySite, seen } = clientOf({}, { body: { data: [], page: 1, pageSize: 20, total: 0, facets: {} } });
const client = anySite as unknown as Client<Site>;
const { content } = client;
const recipes = { contentTypeSlug: "recipe" } as const;
const quiet = (call: Promise<unknown>) => void call.catch(() => undefined);
const address = () => decodeURIComponent(seen.at(-1)?.url.search.replaceAll("+", " ") ?? "");

test("the data of an entry has the type of its content type", async () => {
  const { data: entries } = await content.listEntries(recipes);
  const [entry] = entries;
  if (entry) {
    expectTypeOf(entry.contentType).toEqualTypeOf<"recipe">();
    expectTypeOf(entry.data.minutes).toBeNumber();
    expectTypeOf(entry.data.difficulty).toEqualTypeOf<"easy" | "hard" | undefined>();
    expectTypeOf(entry.alternates).toEqualTypeOf<{ locale: string; slug: string }[]>();
    // @ts-expect-error A reference that is not included has no data.
    void entry.data.author?.data;
  }
  const one = content.getEntry({ contentTypeSlug: "person", slug: "ada" });
  quiet(one);
  expectTypeOf(one).resolves.toEqualTypeOf<EntryOf<Site, "person">>();
  const settings = await content.getSingle({ contentTypeSlug: "settings", include: "about" });
  expectTypeOf(settings?.data.phone).toEqualTypeOf<string | undefined>();
  expectTypeOf(settings?.data.about?.data.title).toEqualTypeOf<string | undefined>();
  // @ts-expect-error A recipe is one of many.
  quiet(content.getSingle(recipes));
  const post = content.getBlogPost({ slug: "hello" });
  quiet(post);
  expectTypeOf(post).resolves.toEqualTypeOf<EntryOf<Site, "blog-post">>();
  // @ts-expect-error The site has no such content type.
  quiet(content.listEntries({ contentTypeSlug: "recip" }));
});

test("an entry of any type is told apart by its content type", () => {
  const minutesOf = (entry: EntryOf<Site>) => (entry.contentType === "recipe" ? entry.data.minutes : 0);
  expect(minutesOf({ contentType: "company" } as EntryOf<Site>)).toBe(0);
});

test("conditions, orders and facets are sent as the server reads them", async () => {
  const { facets } = await content.listEntries({
    ...recipes,
    where: {
      title: { prefix: "A", contains: "b, c" },
      minutes: { lte: 60, gt: 5.5 },
      difficulty: "easy",
      isVegan: true,
      tags: { contains: "bread", in: ["a,b", "c\\d"] },
      day: { gte: "2026-01-31" },
      publishedAt: { gte: new Date(0) },
      author: { exists: true },
      any: [{ minutes: 3, slug: "loaf" }, { tags: { ne: "x" } }],
    },
    sort: ["minutes:asc", "publishedAt:desc"],
    facets: ["difficulty", "author", "tags"],
  });
  expectTypeOf(facets.difficulty).toEqualTypeOf<{ value: "easy" | "hard"; count: number }[]>();
  expectTypeOf(facets.author).toEqualTypeOf<{ value: EntryReference<"person"> | null; count: number }[]>();
  // @ts-expect-error These values were not counted.
  void facets.minutes;
  expect(address().slice(1).split("&")).toEqual([
    ...["where[title][prefix]=A", "where[title][contains]=b, c", "where[minutes][lte]=60", "where[minutes][gt]=5.5"],
    ...["where[difficulty]=easy", "where[isVegan]=true", "where[tags][contains]=bread", "where[tags][in]=a\\,b,c\\\\d"],
    ...["where[day][gte]=2026-01-31", "where[publishedAt][gte]=1970-01-01T00:00:00.000Z", "where[author][exists]=true"],
    ...["where[any][0][minutes]=3", "where[any][0][slug]=loaf", "where[any][1][tags][ne]=x"],
    ...["sort=minutes:asc,publishedAt:desc", "facets=difficulty,author,tags"],
  ]);
});

test("conditions lead over one reference, to the fields that its target can have", async () => {
  const where: EntryConditions<Site, "recipe"> = {
    "author.name": { prefix: "A" },
    "author.age": { gt: 3 },
    "author.slug": "ada",
    "products.slug": { in: ["pan", "pot"] },
    "source.page.publishedAt": { gte: "2026-01-01" },
  };
  await content.listEntries({ ...recipes, where });
  expect(address()).toContain(
    "where[author.name][prefix]=A&where[author.age][gt]=3&where[author.slug]=ada&where[products.slug][in]=pan,pot",
  );
  // @ts-expect-error A second step is not possible.
  quiet(content.listEntries({ ...recipes, where: { "author.employer.slug": "x" } }));
  // @ts-expect-error Nor a reference of the target.
  quiet(content.listEntries({ ...recipes, where: { "author.employer": "x" } }));
  // @ts-expect-error The target's locale follows from the list.
  quiet(content.listEntries({ ...recipes, where: { "author.locale": "en" } }));
  // @ts-expect-error Products have an id and a slug here.
  quiet(content.listEntries({ ...recipes, where: { "products.title": "Pan" } }));
  // @ts-expect-error Which have no order.
  quiet(content.listEntries({ ...recipes, where: { "products.slug": { lt: "pan" } } }));
});

test("a field that is called any can be compared, beside groups of conditions", () => {
  quiet(content.listEntries({ ...recipes, where: { any: { gte: 3 } } }));
  quiet(content.listEntries({ ...recipes, where: { any: [{ any: 3 }] } }));
  // @ts-expect-error Groups hold no groups.
  quiet(content.listEntries({ ...recipes, where: { any: [{ any: [{ minutes: 3 }] }] } }));
});

test("a wrong name, operator or value does not compile", () => {
  // @ts-expect-error There is no such field.
  quiet(content.listEntries({ ...recipes, where: { minuets: 3 } }));
  // @ts-expect-error It has no mark for queries.
  quiet(content.listEntries({ ...recipes, where: { related: "x" } }));
  // @ts-expect-error A number is not a text.
  quiet(content.listEntries({ ...recipes, where: { minutes: "3" } }));
  // @ts-expect-error Nor has it a beginning.
  quiet(content.listEntries({ ...recipes, where: { minutes: { prefix: "3" } } }));
  // @ts-expect-error A number has no parts.
  quiet(content.listEntries({ ...recipes, where: { minutes: { contains: 3 } } }));
  // @ts-expect-error Truth has no order.
  quiet(content.listEntries({ ...recipes, where: { isVegan: { lt: true } } }));
  // @ts-expect-error A reference is compared by its id.
  quiet(content.listEntries({ ...recipes, where: { author: { prefix: "a" } } }));
  // @ts-expect-error One that has one value contains none.
  quiet(content.listEntries({ ...recipes, where: { author: { contains: "a" } } }));
  // @ts-expect-error The schema has no such value.
  quiet(content.listEntries({ ...recipes, where: { difficulty: "medium" } }));
  // @ts-expect-error Several values need an operator.
  quiet(content.listEntries({ ...recipes, where: { tags: ["a", "b"] } }));
  // @ts-expect-error A day has no time.
  quiet(content.listEntries({ ...recipes, where: { day: new Date() } }));
  // @ts-expect-error A list has no order.
  quiet(content.listEntries({ ...recipes, sort: "tags" }));
  // @ts-expect-error Nor has a reference.
  quiet(content.listEntries({ ...recipes, sort: "author:asc" }));
  // @ts-expect-error There is no such direction.
  quiet(content.listEntries({ ...recipes, sort: ["minutes:up"] }));
  // @ts-expect-error Only marked fields are counted.
  quiet(content.listEntries({ ...recipes, facets: ["slug"] }));
  // @ts-expect-error Data has no such member.
  quiet(content.listEntries({ ...recipes, fields: ["titel"] }));
});

test("an entry has the members that were named, and no others", async () => {
  const { data: entries } = await content.listEntries({ ...recipes, fields: ["title", "tags", "alternates"], sort: "title" });
  expect(address()).toBe("?fields=title,tags,alternates&sort=title");
  const [entry] = entries;
  if (entry) {
    expectTypeOf(entry.data).toEqualTypeOf<{ title: string; tags?: string[] }>();
    expectTypeOf(entry.slug).toBeString();
    expectTypeOf(entry).toHaveProperty("alternates");
    // @ts-expect-error It was not named.
    void entry.data.minutes;
  }
  const brief = await content.listEntries({ ...recipes, fields: "slug" });
  // @ts-expect-error Without a member of the data, there are none.
  void brief.data[0]?.data;
  // @ts-expect-error They were not named.
  void brief.data[0]?.alternates;
});

test("included references have the data of their targets, over three steps", async () => {
  const { data: entries } = await content.listEntries({ ...recipes, include: ["author.employer.owner", "products", "related"] });
  expect(address()).toBe("?include=author.employer.owner,products,related");
  const data = entries[0]?.data;
  if (data) {
    expectTypeOf(data.author?.data.employer?.data.owner?.data.name).toEqualTypeOf<string | undefined>();
    // @ts-expect-error The path goes on elsewhere.
    void data.author?.data.friends[0]?.data;
    expectTypeOf(data.products[0]?.data).toEqualTypeOf<Product | undefined>();
    const [related] = data.related ?? [];
    if (related && "entry" in related && related.contentType === "person") expectTypeOf(related.data.name).toBeString();
    expectTypeOf<CategoryReference>().not.toExtend<typeof related>();
  }
  const { data: notes } = await content.getEntry({ ...recipes, slug: "loaf", include: ["notes.first.by", "source.page"] });
  expectTypeOf(notes.notes?.first?.by?.data.name).toEqualTypeOf<string | undefined>();
  expectTypeOf(notes.source?.page?.data).toEqualTypeOf<{ title: string; seo: Seo } | undefined>();
  // @ts-expect-error There is no such reference.
  quiet(content.listEntries({ ...recipes, include: ["autor"] }));
  // @ts-expect-error Nor behind this one.
  quiet(content.listEntries({ ...recipes, include: ["author.products"] }));
  // @ts-expect-error Products refer to nothing.
  quiet(content.listEntries({ ...recipes, include: "products.category" }));
  // @ts-expect-error A fourth step is one too many.
  quiet(content.listEntries({ ...recipes, include: ["author.employer.owner.friends"] }));
  // @ts-expect-error One right path does not excuse a wrong one.
  quiet(content.getEntry({ ...recipes, slug: "loaf", include: ["author", "autor"] }));
});

test("fields and include go together", () => {
  const list = content.listEntries({ ...recipes, fields: ["author"], include: ["author"] });
  quiet(list);
  expectTypeOf(list).resolves.toHaveProperty("data").items.toHaveProperty("data").toHaveProperty("author");
  type Author = Awaited<typeof list>["data"][number]["data"]["author"];
  expectTypeOf<NonNullable<Author>["data"]["name"]>().toBeString();
});

test("a page is made of blocks that are told apart by their types", async () => {
  const titleOf = (block: BlockOf<Site>): string => {
    switch (block.type) {
      case "hero":
        expectTypeOf(block.props).toEqualTypeOf<HeroProps>();
        return block.props.title;
      case "recipe-list":
        // @ts-expect-error Another block has it.
        void block.props.title;
        return Object.values(block.children ?? {})
          .flat()
          .map(titleOf)
          .join();
    }
  };
  const hero: BlockOf<Site, "hero"> = { id: "hero-1", type: "hero", props: { title: "Bread" } };
  expect(titleOf({ id: "list-1", type: "recipe-list", props: {}, children: { left: [hero] } })).toBe("Bread");
  const page = await content.getPage({ slug: "home", include: ["link.to", "recipes"] });
  for (const block of page.composition ?? []) {
    if (block.type === "hero") expectTypeOf(block.props.link?.to?.data.title).toEqualTypeOf<string | undefined>();
    else expectTypeOf(block.props.recipes?.[0]?.data.minutes).toEqualTypeOf<number | undefined>();
  }
  const preview = client.preview.getPreview({ token: "pv_x" });
  quiet(preview);
  expectTypeOf(preview).resolves.toHaveProperty("composition").toEqualTypeOf<BlockOf<Site>[]>();
  // @ts-expect-error No block has this reference.
  quiet(content.getPage({ slug: "home", include: ["link"] }));
});

test("pages are listed by the fields of documents, with the members that were named", async () => {
  const { data: pages } = await content.listPages({
    where: { slug: { prefix: "docs/" } },
    sort: "updatedAt:desc",
    fields: ["title", "slug"],
  });
  expect(address()).toBe("?where[slug][prefix]=docs/&sort=updatedAt:desc&fields=title,slug");
  expectTypeOf(pages[0]?.title).toEqualTypeOf<string | undefined>();
  // @ts-expect-error It was not named.
  void pages[0]?.composition;
  // @ts-expect-error Titles are searched, and not compared.
  quiet(content.listPages({ where: { title: "Home" } }));
  // @ts-expect-error The fields of pages are not counted.
  quiet(content.listPages({ facets: ["slug"] }));
});

test("iterators carry the types of their query", async () => {
  const reading = clientOf({}, { body: { data: [{ data: { minutes: 5 } }], page: 1, pageSize: 100, total: 1 } });
  const { content: siteContent } = reading.client as unknown as Client<Site>;
  const minutes: number[] = [];
  for await (const { data } of siteContent.listEntries.all({
    ...recipes,
    where: { minutes: { lt: 9 } },
    fields: ["minutes"],
    include: [],
  })) {
    expectTypeOf(data).toEqualTypeOf<{ minutes: number }>();
    minutes.push(data.minutes);
  }
  expect(minutes).toEqual([5]);
  expect(decodeURIComponent(reading.seen[0]?.url.search ?? "")).toContain("&where[minutes][lt]=9&fields=minutes");
  expectTypeOf(content.listPages.all({ include: ["recipes"] })).toExtend<AsyncIterable<{ composition: BlockOf<Site>[] }>>();
  // @ts-expect-error The site has no such field.
  void content.listEntries.all({ ...recipes, where: { minuets: 3 } });
});

test("the client of a site is made with its types, keeps them, and without them knows no more than before", async () => {
  const siteClient = createClient<Site>({ baseUrl: "https://vitrine.example" });
  expectTypeOf(siteClient).toEqualTypeOf<Client<Site>>();
  expectTypeOf(siteClient.withLocale("de").withCustomerToken("t")).toEqualTypeOf<Client<Site>>();
  expectTypeOf(siteClient.catalog).toEqualTypeOf(anySite.catalog);
  expectTypeOf(createClient({ baseUrl: "https://vitrine.example" })).toEqualTypeOf<Client>();
  const entryAttempt = await attempt(content.getEntry({ ...recipes, slug: "loaf" }));
  // @ts-expect-error Nothing is sold here.
  void (entryAttempt.error?.code === "out_of_stock");
  const open = anySite.content.listEntries({ contentTypeSlug: "anything", where: { a: { lt: 3 } }, sort: "a,b:desc", include: "c" });
  quiet(open);
  expectTypeOf(open).resolves.toHaveProperty("data").toEqualTypeOf<Entry[]>();
  expectTypeOf<PageReference>().not.toExtend<CategoryReference>();
});
