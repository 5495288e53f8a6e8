import { afterEach, expect, test } from "vitest";
import { clientOf } from "../test/fake-server.ts";

const asked = (seen: { headers: Headers }[]) => seen.map(({ headers }) => headers.get("if-none-match"));
const published = (title: string, etag: string) => ({ body: { data: { title } }, headers: { etag } });

test("an unchanged response is not sent again, and each caller gets a copy of its own", async () => {
  const { client, seen } = clientOf({ cache: 10 }, published("One", '"1"'), { status: 304 }, published("Two", '"2"'), { status: 304 });
  const first = await client.content.getPage({ slug: "home" });
  first.title = "Changed by the caller";
  expect((await client.content.getPage({ slug: "home" })).title).toBe("One");
  expect((await client.content.getPage({ slug: "home" })).title).toBe("Two");
  expect((await client.withLocale(undefined).content.getPage({ slug: "home" })).title).toBe("Two");
  expect(asked(seen)).toEqual([null, '"1"', '"1"', '"2"']);
});

test("the cache is off by default, and for unpublished content", async () => {
  const without = clientOf({}, published("One", '"1"'));
  await without.client.content.getPage({ slug: "home" });
  await without.client.content.getPage({ slug: "home" });
  const cachingSetup = clientOf({ cache: 10, customerToken: "jwt" }, published("One", '"1"'));
  for (let time = 0; time < 2; time += 1) {
    await cachingSetup.client.account.getAccount();
    await cachingSetup.client.preview.getPreview({ token: "pv_x" });
    await cachingSetup.client.checkout.getCheckoutOrder({ id: "o" });
    await cachingSetup.client.customers.logIn({ email: "", password: "" });
  }
  expect([...asked(without.seen), ...asked(cachingSetup.seen)]).toEqual(Array(10).fill(null));
});

test("the answers of a preview are not kept, and none that was kept answers for it", async () => {
  const { client, seen } = clientOf({ cache: 10 }, published("One", '"1"'));
  const preview = client.withPreview("pv_x");
  for (const one of [preview, client, preview, client]) await one.content.getPage({ slug: "home" });
  expect(asked(seen)).toEqual([null, null, null, '"1"']);
});

test("the cache is bounded and keeps the last used entries", async () => {
  const { client, seen } = clientOf({ cache: 2 }, published("One", '"1"'));
  for (const slug of ["a", "b", "a", "c", "a", "b"]) await client.content.getPage({ slug });
  expect(asked(seen)).toEqual([null, null, '"1"', null, '"1"', null]);
});

afterEach(() => Reflect.deleteProperty(globalThis, "location"));
test.each([
  ["https://shop.example", "https://vitrine.example", [null, null]],
  ["null", "https://vitrine.example", [null, null]],
  ["https://vitrine.example", "https://vitrine.example", [null, '"1"']],
])("on a page of %s it requests %s as the preflight allows", async (origin, baseUrl, headers) => {
  Object.assign(globalThis, { location: { origin, href: origin === "null" ? "about:srcdoc" : `${origin}/cart` } });
  const { client, seen } = clientOf({ cache: 10, baseUrl }, published("One", '"1"'));
  await client.content.getPage({ slug: "home" });
  await client.content.getPage({ slug: "home" });
  expect(asked(seen)).toEqual(headers);
});
