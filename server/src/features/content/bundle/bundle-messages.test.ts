import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { errorsIn, newBundle } from "../../../../../test/kit/new-bundle.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const page = { slug: "x", locale: "en", title: "X" };
const product = { slug: "chair", title: "Chair", variants: [{ sku: "OAK", price: 100 }] };
const hero = { type: "hero", title: "Hero", schema: { type: "object" } };

describe("a mistake says what is right", () => {
  test.each<[string, object, string]>([
    ["/bundle", { bundle: 2 }, "must be 1"],
    ["/pagse", { pagse: [] }, "is not a member that is known; did you mean pages?"],
    ["/other", { other: [] }, "is not a member that is known"],
    ["/pages/0/titel", { pages: [{ ...page, titel: "X" }] }, "is not a member that is known; did you mean title?"],
    ["/pages/0/status", { pages: [{ ...page, status: "published" }] }, "must be one of: PUBLISHED, DRAFT; did you mean PUBLISHED?"],
    [
      "/plans/0/interval",
      { plans: [{ slug: "a", name: "A", price: 1, interval: "years" }] },
      "must be one of: day, week, month, year; did you mean year?",
    ],
    [
      "/pages/0/composition/0/props/size",
      {
        blockTypes: [{ ...hero, schema: { type: "object", properties: { size: { enum: ["small", "large"] } } } }],
        pages: [{ ...page, composition: [{ type: "hero", props: { size: "lage" } }] }],
      },
      "must be one of: small, large; did you mean large?",
    ],
    [
      "/pages/0/composition/0/props/titel",
      {
        blockTypes: [{ ...hero, schema: { type: "object", properties: { title: {} }, additionalProperties: false } }],
        pages: [{ ...page, composition: [{ type: "hero", props: { titel: "X" } }] }],
      },
      "is not a member that is known here; did you mean title?",
    ],
    ["/pages/0/locale", { pages: [{ ...page, locale: "en_US" }] }, "must be a locale such as en or pt-BR: write en-US"],
    ["/pages/0/locale", { pages: [{ ...page, locale: "english" }] }, "must be a locale such as en or pt-BR"],
    [
      "/products/0/slug",
      { products: [{ ...product, slug: "A B" }] },
      "must have lower-case letters, digits and single hyphens, such as hello-world",
    ],
    ["/products/0/title", { products: [{ ...product, title: " " }] }, "must not be blank"],
    ["/products/0/title", { products: [{ ...product, title: "" }] }, "must not be empty"],
    ["/products/0/title", { products: [{ ...product, title: 2026 }] }, "must be text: put it in quotes"],
    [
      "/pages/0/publishedAt",
      { pages: [{ ...page, publishedAt: "2026-01-01" }] },
      "does not have the required form: ISO 8601 with a time zone",
    ],
    [
      "/pages/0/composition/0/type",
      { blockTypes: [hero], pages: [{ ...page, composition: [{ type: "herro" }] }] },
      "is not one of the site's block types: herro; did you mean hero?",
    ],
    [
      "/products/0/category",
      { categories: [{ slug: "chairs", title: "Chairs" }], products: [{ ...product, category: "chair" }] },
      "is not one of the site's categories: chair; did you mean chairs?",
    ],
    [
      "/products/0/variants/0/options/Wood",
      {
        products: [
          { ...product, options: [{ name: "Wood", values: ["Oak", "Ash"] }], variants: [{ sku: "O", price: 1, options: { Wood: "Elm" } }] },
        ],
      },
      "is not one of the option's values: it has Oak, Ash",
    ],
  ])("%s of %j", async (path, more, message) => {
    const errors = await errorsIn(server.import(newBundle(more as Record<string, unknown>)));
    expect(errors.map((error) => [error.path, error.message])).toEqual([[path, message]]);
  });
});

test.each<[string, string, string, number]>([
  ["a colon in a text", "bundle: 1\nsite:\n  name: About: us\n  slug: [\n", "the value of name has a colon: put the value in quotes", 3],
  ["a key twice", "bundle: 1\nsite:\n  name: A\n  name: B\n", 'has the key "name" twice: remove one of them', 4],
  ["two mistakes", "bundle: 1\na: [%, @]\nb: [%, @]\n", "", 2],
])("of YAML that is not well-formed, the first mistake is reported: %s", async (_name, text, message, line) => {
  expect(await errorsIn(server.import(text))).toMatchObject([{ message: expect.stringContaining(message) as string, line }]);
});

test("all mistakes of the form are counted, and fifty are listed", async () => {
  const pages = Array.from({ length: 70 }, (_, index) => ({ ...page, slug: `page-${index}`, titel: "X" }));
  const error: unknown = await server.import(newBundle({ pages })).catch((reason: unknown) => reason);
  const { message } = error as Error;
  expect(message).toContain("The bundle has 70 mistakes");
  expect(message.split("\n").slice(-2)).toEqual([expect.stringContaining("/pages/49/titel"), "  … and 20 more"]);
});

test("a value that begins below its key has the place of the key, in YAML and in JSON", async () => {
  const { site } = newBundle();
  const yaml = `bundle: 1\nsite: ${JSON.stringify(site)}\npages:\n  slug: x\napiKeys:\n  - name:\n      - x\n`;
  expect(await errorsIn(server.import(yaml))).toMatchObject([
    { path: "/apiKeys/0/name", line: 6, column: 5 },
    { path: "/pages", line: 3, column: 1 },
  ]);
  const json = `{ "bundle": 1, "site": ${JSON.stringify(site)},\n"pages":\n  {} }`;
  expect(await errorsIn(server.import(json))).toMatchObject([{ path: "/pages", line: 2, column: 1 }]);
});
