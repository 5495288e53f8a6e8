import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { newBundle } from "../../../../../test/kit/new-bundle.ts";
import { longTest } from "../../../../../test/kit/sampled.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const text = { type: "object", properties: { text: { type: "string" } } };
const site = {
  blockTypes: [
    { type: "text", title: "Text", schema: text },
    { type: "form", title: "Form", schema: { type: "object", properties: { form: { type: "string" } } } },
  ],
  contentTypes: [
    { slug: "note", title: "Note", schema: text },
    { slug: "blog-post", title: "Post", schema: text },
  ],
  forms: [{ slug: "contact", name: "Contact", schema: { type: "object", properties: {} } }],
  entries: [
    { contentType: "note", slug: "one", locale: "en", data: { text: "One" } },
    { contentType: "blog-post", slug: "hello", locale: "en", data: { text: "Read [on](/pages/gone#top), or [here](/pages/home)." } },
  ],
  products: [
    { slug: "chair", title: "Chair", translations: { de: { title: "Stuhl", slug: "stuhl" } }, variants: [{ sku: "A", price: 1 }] },
  ],
  categories: [{ slug: "chairs", title: "Chairs", translations: { de: { title: "Stühle", slug: "stuehle" } } }],
};
const imported = async (composition: object[], more: object = {}) => {
  const pages = [{ slug: "home", locale: "en", title: "Home", composition }];
  const entries = site.entries.slice(0, 1);
  const { warnings } = await server.import(newBundle({ ...site, entries, pages, ...more }));
  return warnings.map(({ path, code, message }) => [path, code, message]);
};
const block = (value: string, more: object = {}) => ({ type: "text", props: { text: value }, ...more });

test("a form that the site does not have is a warning, with the one that was probably meant", async () => {
  const form = (slug: string) => ({ type: "form", props: { form: slug } });
  expect(await imported([form("contact"), form("contcat"), { type: "text", props: { form: "round" } }])).toEqual([
    ["/pages/0/composition/1/props/form", "form", "names a form that the site does not have: contcat; did you mean contact?"],
  ]);
});

test("a binding that leads nowhere is a warning, in what is public and in a draft", async () => {
  const bound = (binding: object) => block("Own", { bindings: { "/text": binding } });
  const composition = [
    bound({ source: "entry", contentType: "note", slug: "one", path: "/text" }),
    bound({ source: "entry", contentType: "note", slug: "two", path: "/text" }),
    bound({ source: "product", slug: "chair", path: "/titel" }),
    bound({ source: "site", path: "/name" }),
  ];
  const pages = [
    { slug: "home", locale: "en", title: "Home", composition, draft: { title: "Home", composition: composition.slice(1, 2) } },
  ];
  expect(await imported([], { pages })).toEqual([
    ["/pages/0/composition/1/bindings/~1text", "binding", "leads nowhere: the site has no entry note/two that is public"],
    ["/pages/0/composition/2/bindings/~1text", "binding", "leads nowhere: the product chair has no /titel"],
    ["/pages/0/draft/composition/0/bindings/~1text", "binding", "leads nowhere: the site has no entry note/two that is public"],
  ]);
});

test("a link to what neither the bundle nor the site has is a warning; other paths are the storefront's own", async () => {
  const links = [
    "/pages/home",
    "/de/pages/home?a=1",
    "/products/stuhl",
    "/categories/chairs",
    "/de/categories/stuehle",
    "/blog/hello",
    "/cart",
    "https://a.example/pages/x",
  ];
  const wrong = ["/pages/hom", "/de/products/table", "/categories/tables", "/blog/bye"];
  expect(
    await imported(
      [...links, ...wrong].map((each) => block(each)),
      { entries: site.entries },
    ),
  ).toEqual([
    ["/pages/0/composition/8/props/text", "link", "links to a page that the site does not have: hom"],
    ["/pages/0/composition/9/props/text", "link", "links to a product that the site does not have: table"],
    ["/pages/0/composition/10/props/text", "link", "links to a category that the site does not have: tables"],
    ["/pages/0/composition/11/props/text", "link", "links to a blog post that the site does not have: bye"],
    ["/entries/1/data/text", "link", "links to a page that the site does not have: gone"],
  ]);
});

longTest("the demo and the starter have none of these", async () => {
  for (const path of ["../../../../../demo/fjord-and-form.yaml", "../../../../starter/site.yaml"]) {
    const { warnings } = await server.import(await readFile(new URL(path, import.meta.url), "utf8"));
    expect([path, warnings.filter(({ code }) => ["binding", "form", "link"].includes(code))]).toEqual([path, []]);
  }
});
