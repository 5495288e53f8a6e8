import { afterAll, beforeAll, expect, test } from "vitest";
import { cms, shop, startServer, type TestServer } from "../../../../../test/kit/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test.each([21, 45])("a word of %i letters is found, as it is, by its beginning, and with an error", async (length) => {
  const word = "donaudampfschifffahrtsgesellschaftskapitaen".repeat(2).slice(0, length);
  const title = { type: "object", properties: { title: { type: "string", "x-searchable": true } } };
  const site = await server.addSite({
    products: [{ slug: "a", title: word, variants: [{ sku: "A", price: 1 }] }],
    categories: [{ slug: "a", title: word }],
    contentTypes: [{ slug: "note", title: "Note", schema: title }],
    entries: [{ contentType: "note", slug: "a", locale: "en", data: { title: word } }],
  });
  const total = async (path: string, q: string) =>
    ((await server.ask(`${path}${path.includes("?") ? "&" : "?"}q=${q}`, { key: site.key })).json as { total: number }).total;
  const totals: unknown[] = [];
  for (const q of [word, word.slice(0, -2), `${word.slice(0, 5)}x${word.slice(6)}`, `${word}s`]) {
    totals.push([
      await total(`${shop}/products`, q),
      await total(`${shop}/categories`, q),
      await total(`${cms}/content/note`, q),
      await total(`${cms}/search`, q),
    ]);
  }
  expect(totals).toEqual(Array(4).fill([1, 1, 1, 3]));
});
