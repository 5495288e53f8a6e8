import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { catalogSite, category, plan, product } from "../../../../../test/kit/catalog-bundle.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

type Members = Record<string, unknown>;

const newSite = () => catalogSite(server);

describe("an import reports every mistake, and its place", () => {
  const options = [
    { name: "Wood", values: ["Oak", "Ash"] },
    { name: "Size/m", values: ["S"] },
  ];
  const choice = (wood: unknown, size: unknown = "S") => ({ ...(wood ? { Wood: wood } : {}), ...(size ? { "Size/m": size } : {}) });
  const variants = (...chosen: object[]) => ({
    products: [
      product("p", { options, variants: chosen.map((chosenOptions, index) => ({ sku: `V${index}`, price: 1, options: chosenOptions })) }),
    ],
  });
  const variant = (more: Members) => ({ products: [product("p", { variants: [{ sku: "A", price: 1, ...more }] })] });
  const image = (url: unknown) => ({ products: [product("p", { images: [{ url: "/good.svg" }, { url }] })] });
  const chain = (length: number) => Array.from({ length }, (_, index) => category(`c${index}`, index === 0 ? null : `c${index - 1}`));

  test.each<[string, Members, string[]]>([
    ["an unknown parent", { categories: [category("a", "none")] }, ["/categories/0/parent unknown"]],
    ["a category below itself", { categories: [category("a", "a")] }, ["/categories/0/parent circle"]],
    [
      "a circle",
      { categories: [category("a", "c"), category("b", "a"), category("c", "b"), category("d")] },
      [0, 1, 2].map((index) => `/categories/${index}/parent circle`),
    ],
    [
      "a category below a circle",
      { categories: [category("a", "a"), category("b", "a")] },
      ["/categories/0/parent circle", "/categories/1/parent circle"],
    ],
    ["a 101st level", { categories: chain(101) }, ["/categories/100/parent circle"]],
    ["a category twice", { categories: [category("a"), category("a")] }, ["/categories/1/slug duplicate"]],
    [
      "a category's picture elsewhere",
      { categories: [category("a", null, { image: { url: "//evil" } })] },
      ["/categories/0/image/url url"],
    ],
    ["a category's status", { categories: [category("a", null, { status: "DRAFT" })] }, ["/categories/0/status enum"]],
    ["a position that is none", { categories: [category("a", null, { position: 1.5 })] }, ["/categories/0/position type"]],
    ["an unknown category", { products: [product("p", { category: "none" })] }, ["/products/0/category unknown"]],
    ["a product twice", { products: [product("p"), product("p", { variants: [{ sku: "B", price: 1 }] })] }, ["/products/1/slug duplicate"]],
    [
      "an SKU twice in a product",
      {
        products: [
          product("p", { options, variants: [1, 2].map((n) => ({ sku: "A", price: 1, options: choice(n === 1 ? "Oak" : "Ash") })) }),
        ],
      },
      ["/products/0/variants/1/sku duplicate"],
    ],
    [
      "an SKU twice in the bundle",
      { products: [product("p"), product("q", { variants: [{ sku: "P", price: 1 }] })] },
      ["/products/1/variants/0/sku duplicate"],
    ],
    [
      "an option twice",
      { products: [product("p", { options: [options[0], options[0]], variants: [{ sku: "A", price: 1, options: { Wood: "Oak" } }] })] },
      ["/products/0/options/1/name duplicate"],
    ],
    [
      "a value twice",
      {
        products: [product("p", { options: [{ name: "W", values: ["a", "a"] }], variants: [{ sku: "A", price: 1, options: { W: "a" } }] })],
      },
      ["/products/0/options/0/values duplicate"],
    ],
    [
      "an option without values",
      { products: [product("p", { options: [{ name: "W", values: [] }] })] },
      ["/products/0/options/0/values minItems"],
    ],
    ["a missing option", variants(choice("Oak"), choice(null)), ["/products/0/variants/1/options required"]],
    [
      "an option that the product has not",
      variants({ ...choice("Oak"), "Co~lour": "red" }),
      ["/products/0/variants/0/options/Co~0lour unknown"],
    ],
    ["an option of a product without options", variant({ options: { Wood: "Oak" } }), ["/products/0/variants/0/options/Wood unknown"]],
    ["a value that the option has not", variants(choice("Oak", "XL")), ["/products/0/variants/0/options/Size~1m unknown"]],
    ["two variants of one choice", variants(choice("Oak"), choice("Ash"), choice("Oak")), ["/products/0/variants/2/options duplicate"]],
    [
      "an inherited option",
      { products: [product("p", { options: [{ name: "constructor", values: ["a"] }] })] },
      ["/products/0/variants/0/options required"],
    ],
    ["a currency that there is not", { products: [product("p", { currency: "xyz" })] }, ["/products/0/currency value"]],
    ["a plan's currency that there is not", { plans: [plan({ currency: "€€€" })] }, ["/plans/0/currency value"]],
    ["a plan twice", { plans: [plan(), plan()] }, ["/plans/1/slug duplicate"]],
    ["a plan's interval", { plans: [plan({ interval: "decade" })] }, ["/plans/0/interval enum"]],
    ["a plan that never comes round", { plans: [plan({ intervalCount: 0 })] }, ["/plans/0/intervalCount minimum"]],
    ["trial days before the first", { plans: [plan({ trialDays: -1 })] }, ["/plans/0/trialDays minimum"]],
    ["a product without variants", { products: [product("p", { variants: [] })] }, ["/products/0/variants minItems"]],
    ["a product that says nothing of variants", { products: [{ slug: "p", title: "P" }] }, ["/products/0/variants required"]],
    ["a price over the highest", variant({ price: 100_000_000 }), ["/products/0/variants/0/price maximum"]],
    ["a negative price", variant({ price: -1 }), ["/products/0/variants/0/price minimum"]],
    ["a price with a fraction", variant({ price: 9.99 }), ["/products/0/variants/0/price type"]],
    ["a price that is a text", variant({ price: "9" }), ["/products/0/variants/0/price type"]],
    ["an empty SKU", variant({ sku: "" }), ["/products/0/variants/0/sku pattern"]],
    ["an unknown status", { products: [product("p", { status: "PUBLISHED" })] }, ["/products/0/status enum"]],
    ["a malformed slug", { products: [{ ...product("p"), slug: "P Q" }] }, ["/products/0/slug pattern"]],
    ["an unknown member of a product", { products: [product("p", { prize: 1 })] }, ["/products/0/prize unknown"]],
    ["an unknown member of a variant", variant({ weight: 1 }), ["/products/0/variants/0/weight unknown"]],
    ["an unknown member of a category", { categories: [category("a", null, { parentId: "x" })] }, ["/categories/0/parentId unknown"]],
    ["an unknown member of a plan", { plans: [plan({ processorPriceId: "x" })] }, ["/plans/0/processorPriceId unknown"]],
    [
      "an unknown member of a picture",
      { products: [product("p", { images: [{ url: "/a", src: "/b" }] })] },
      ["/products/0/images/0/src unknown"],
    ],
    ["a NUL", { products: [product("p", { title: "a\0b" })] }, ["/products/0/title invalid_json"]],
    ["half a character", { products: [product("p", { attributes: { a: ["\ud800"] } })] }, ["/products/0/attributes/a/0 invalid_json"]],
  ])("%s", async (_name, sections, errors) => {
    const codes = (await newSite().errors(sections)).map((error) => error.replace(/ (additionalProperties|unknown_member)$/, " unknown"));
    expect(codes).toEqual(errors);
  });

  test.each([
    "//evil",
    "/\\evil",
    "\\\\evil",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:image/png;base64,x",
    "/a b",
    "/a\tb",
    '/a"b',
    "/a\\b",
    "ftp://a.example/b",
    "a.svg",
    "",
    "http://",
    "https://a b",
    "https:a.example",
    "http:\\\\a.example",
    " /a",
    "https://a.example/\u0085".replace("\u0085", "\u00a0"),
    "blob:https://a.example/x",
    "file:///etc/passwd",
  ])("a picture at %j", async (url) => {
    expect(await newSite().errors(image(url))).toEqual(["/products/0/images/1/url url"]);
  });

  test.each(["/a", "/", "/a/b.svg?c=d#e", "/%20", "https://a.example/ä", "http://127.0.0.1:8080/x", "HTTPS://A.EXAMPLE/x".toLowerCase()])(
    "no mistake for a picture at %j",
    async (url) => {
      expect((await newSite().save(image(url))).products).toMatchObject({ created: 1 });
    },
  );

  test.each([-1, 1.5, 2_000_000_001, "5", true, 1e300])("a stock of %j", async (stock) => {
    const errors = await newSite().errors(variant({ stock }));
    expect([...new Set(errors.map((error) => error.split(" ")[0]))]).toEqual(["/products/0/variants/0/stock"]);
  });

  test("an SKU that another product has already", async () => {
    const { save, errors } = newSite();
    await save({ products: [product("a")] });
    expect(
      await errors({
        products: [
          product("b"),
          product("c", {
            options: [{ name: "N", values: ["1", "2"] }],
            variants: [
              { sku: "C", price: 1, options: { N: "1" } },
              { sku: "A", price: 1, options: { N: "2" } },
            ],
          }),
        ],
      }),
    ).toEqual(["/products/1/variants/1/sku sku_taken"]);
    // Another site's is nobody's business.
    expect((await newSite().save({ products: [product("b", { variants: [{ sku: "A", price: 1 }] })] })).products).toMatchObject({
      created: 1,
    });
  });

  test("a circle through a category that the site already has", async () => {
    const { save, errors } = newSite();
    await save({ categories: [category("a"), category("b", "a")] });
    expect(await errors({ categories: [category("a", "b")] })).toEqual(["/categories/0/parent circle"]);
    expect((await save({ categories: [category("a", "b"), category("b")] })).categories).toMatchObject({ updated: 2 });
  });

  test("a level too many below categories that the site already has", async () => {
    const { save, errors } = newSite();
    await save({ categories: chain(100) });
    expect(await errors({ categories: [category("x", "c99")] })).toEqual(["/categories/0/parent circle"]);
    expect((await save({ categories: [category("x", "c98")] })).categories).toMatchObject({ created: 1 });
  });

  test("a level too many in categories that would move with their parent", async () => {
    const { save, errors, ask } = newSite();
    await save({
      categories: [
        ...chain(60),
        category("top"),
        ...Array.from({ length: 59 }, (_, index) => category(`t${index}`, index === 0 ? "top" : `t${index - 1}`)),
      ],
    });
    expect(await errors({ categories: [category("top", "c59")] })).toEqual(["/categories/0/parent circle"]);
    expect(await ask("/categories")).toMatchObject({ total: 120 });
  });

  test("only the categories that are too deep, in any order", async () => {
    const reversed = chain(103).reverse();
    expect(await newSite().errors({ categories: reversed })).toEqual([0, 1, 2].map((index) => `/categories/${index}/parent circle`));
  });

  test("no mistake for a category that stands later in the bundle", async () => {
    const { save } = newSite();
    const bundle = { products: [product("p", { category: "b" })], categories: [category("b", "a"), category("a")] };
    expect((await save(bundle)).products).toMatchObject({ created: 1 });
  });

  test("the mistakes of all sections at once", async () => {
    const errors = await newSite().errors({
      categories: [category("a", "none")],
      products: [product("p", { category: "none", currency: "xyz" }), product("p")],
      plans: [plan(), plan()],
    });
    expect(errors.map((error) => error.split(" ")[0])).toEqual([
      "/categories/0/parent",
      "/products/0/category",
      "/products/0/currency",
      "/products/1/slug",
      "/products/1/variants/0/sku",
      "/plans/1/slug",
    ]);
  });
});
