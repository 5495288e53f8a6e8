import { afterAll, beforeAll, expect, test } from "vitest";
import { errorsIn, newBundle } from "../../../../../test/kit/new-bundle.ts";
import { shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const composed = "Grün";
const decomposed = composed.normalize("NFD");

test("option values that look the same are one, in the product, its variants and its translations", async () => {
  const product = {
    slug: "chair",
    title: "Chair",
    options: [{ name: "Cloth ", values: [decomposed, "Light  \u00a0grey"] }],
    variants: [
      { sku: "GREEN", price: 100, options: { " Cloth": `${composed} ` } },
      { sku: "GREY", price: 100, options: { Cloth: "Light grey\t" } },
    ],
    translations: { de: { title: "Stuhl", options: [{ name: "Stoff", values: [`${decomposed} `, "Hell grau"] }] } },
  };
  const bundle = { site: { locales: ["en", "de"] }, products: [product] };
  const site = await server.addSite(bundle);
  const read = async (locale: string) =>
    ((await server.ask(`${shop}/products/slug/chair?locale=${locale}`, { key: site.key })).json as { data: object }).data;
  expect(await read("en")).toMatchObject({
    options: [{ name: "Cloth", values: [composed, "Light grey"] }],
    variants: [
      { sku: "GREEN", title: composed, options: { Cloth: composed } },
      { sku: "GREY", title: "Light grey", options: { Cloth: "Light grey" } },
    ],
  });
  expect(await read("de")).toMatchObject({ options: [{ name: "Stoff", values: [composed, "Hell grau"] }] });
});

test.each<[string, object, string]>([
  [
    "two values of an option",
    { options: [{ name: "Wood", values: ["Oak", "Oak "] }], variants: [{ sku: "A", price: 1, options: { Wood: "Oak" } }] },
    "/products/0/options/0/values",
  ],
  [
    "two options",
    {
      options: [
        { name: composed, values: ["a"] },
        { name: decomposed, values: ["b"] },
      ],
      variants: [{ sku: "A", price: 1, options: { [composed]: "a" } }],
    },
    "/products/0/options/1/name",
  ],
  [
    "the values of two variants",
    {
      options: [{ name: "Wood", values: ["Dark oak"] }],
      variants: ["Dark oak", "Dark  oak"].map((wood, index) => ({ sku: `A${index}`, price: 1, options: { Wood: wood } })),
    },
    "/products/0/variants/1/options",
  ],
])("%s that look the same are a mistake", async (_name, product, path) => {
  const errors = await errorsIn(server.import(newBundle({ products: [{ slug: "chair", title: "Chair", ...product }] })));
  expect(errors.map((error) => error.path)).toContain(path);
});
