import { expect, test } from "vitest";
import { clientOf } from "../test/fake-server.ts";

const asked = async (ask: (client: ReturnType<typeof clientOf>["client"]) => Promise<unknown>, options = {}) => {
  const { client, seen } = clientOf(options, {});
  await ask(client);
  const { url, body } = seen[0]!;
  return { path: url.pathname + url.search, body };
};

test.each([
  ["home", "home"],
  ["docs/start", "docs/start"],
  ["über uns", "%C3%BCber%20uns"],
  ["a?b#c%2F", "a%3Fb%23c%252F"],
])("the slug of a page goes into the path segment by segment: %s", async (slug, path) => {
  expect(await asked((client) => client.content.getPage({ slug }))).toMatchObject({ path: `/api/public/v1/pages/${path}` });
});

test.each(["", ".", "..", "../block-types", "docs/../../preview/x", "/home", "home/", "a//b", "%2e%2e", "\ud800", "a\\..\\b"])(
  "visitor input cannot lead out of the operation: %s",
  async (typed) => {
    const { path } = await asked((client) => client.content.getPage({ slug: typed }));
    expect(path).toMatch(/^\/api\/public\/v1\/pages\/./);
    expect(path.split("/").length).toBe(6 + typed.split("/").length - 1);
    const other = await asked((client) => client.catalog.getProduct({ id: typed }));
    expect(other.path).toMatch(/^\/api\/v1\/shop\/products\/[^/]+$/);
  },
);

test("the other parameters of a read go into the query, without undefined ones", async () => {
  const { path, body } = await asked((client) =>
    client.catalog.listProducts({ q: "oak & ash", minPrice: 0, category: undefined, sort: "price:desc" }),
  );
  expect(path).toBe("/api/v1/shop/products?q=oak+%26+ash&minPrice=0&sort=price%3Adesc");
  expect(body).toBeUndefined();
  expect(await asked((client) => client.catalog.listCategories({ tree: true }))).toMatchObject({
    path: "/api/v1/shop/categories?tree=true",
  });
});

test("the other parameters of a write go into the body", async () => {
  expect(await asked((client) => client.forms.submitForm({ slug: "contact", data: { slug: "mine", _hp: "" } }))).toEqual({
    path: "/api/public/v1/plugins/svc.forms/forms/contact/submit",
    body: { data: { slug: "mine", _hp: "" } },
  });
  expect(await asked((client) => client.account.updateAccount({ phone: null, firstName: undefined }))).toMatchObject({
    body: { phone: null },
  });
});

test("a file among the values of a form is sent as a part, and so are the others", async () => {
  const file = new File(["My life"], "cv.txt", { type: "text/plain" });
  const ready = new FormData();
  for (const data of [{ name: "Ada", age: 36, days: ["mon", "tue"], cv: file, phone: undefined, address: { city: "Køge" } }, ready]) {
    const { client, seen } = clientOf({}, { status: 202, body: { ok: true } });
    await client.forms.submitForm({ slug: "apply", data });
    expect(seen[0]?.headers.get("content-type")).toBeNull();
    const sent = seen[0]?.body as FormData;
    if (data === ready) expect(sent).toBe(ready);
    else {
      expect(sent.getAll("days")).toEqual(["mon", "tue"]);
      expect([sent.get("age"), sent.get("phone"), sent.get("address")]).toEqual(["36", null, '{"city":"Køge"}']);
      expect(sent.get("cv")).toMatchObject({ name: "cv.txt", type: "text/plain" });
    }
  }
});

test("a server may be below a path, and its address may end in slashes", async () => {
  const read = (client: ReturnType<typeof clientOf>["client"]) => client.content.listBlockTypes();
  expect(await asked(read, { baseUrl: "https://shop.example/cms//" })).toMatchObject({ path: "/cms/api/public/v1/block-types" });
});

test("a locale is sent only where one is taken, and a call's own overrides the client's", async () => {
  const german = (ask: Parameters<typeof asked>[0]) => asked((client) => ask(client.withLocale("de")));
  expect(await german((client) => client.content.getPage({ slug: "home" }))).toMatchObject({ path: "/api/public/v1/pages/home?locale=de" });
  expect(await german((client) => client.content.listPages({ locale: "pt-BR" }))).toMatchObject({
    path: "/api/public/v1/pages?locale=pt-BR",
  });
  expect(await german((client) => client.catalog.listProducts())).toMatchObject({ path: "/api/v1/shop/products?locale=de" });
  expect(await german((client) => client.content.listBlockTypes())).toMatchObject({ path: "/api/public/v1/block-types" });
  expect(await german((client) => client.withLocale(undefined).content.listPages())).toMatchObject({ path: "/api/public/v1/pages" });
  expect(await asked((client) => client.preview.getPreview({ token: "pv_x" }), { locale: "de" })).toMatchObject({
    path: "/api/public/v1/preview/pv_x?locale=de",
  });
});
