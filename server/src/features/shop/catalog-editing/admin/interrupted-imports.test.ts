import { afterAll, beforeAll, expect, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../../../../../../test/kit/admins.ts";
import { replaceSql } from "../../../../../../test/kit/database.ts";
import { startServer, type TestServer } from "../../../../../../test/kit/harness.ts";
import type { Database, Sql } from "../../../../ports/database.ts";

const bowl = { slug: "bowl", title: "Bowl", variants: [{ sku: "BOWL", price: 1_500, stock: 0 }] };

// The transactions of imports can wait, and other requests go on.
let beforeBegin: () => Promise<unknown>;
let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    throughSql: (sql) => {
      const statement: Sql = (strings, ...values) => sql(strings, ...values);
      const begin: Database["begin"] = async (work, options) => {
        // As imports have it, and no other request.
        if (options?.statementTimeoutMs === 60_000) await beforeBegin();
        return sql.begin(work, options);
      };
      return Object.assign(replaceSql(sql, statement), { begin });
    },
  });
});
afterAll(() => server.stop());

async function shop() {
  const ownSite = await server.addSite({ products: [bowl] });
  const by = asAdmin(server, await addMember(server, ownSite, "EDITOR"));
  const post = (body: string) => by.ask("POST", `/sites/${ownSite.slug}/products.csv`, { body, headers: { "content-type": "text/csv" } });
  return { ownSite, by, post };
}

test("a line that another edit makes invalid ends the import after the products that are saved, and it can be sent again", async () => {
  const { ownSite, by, post } = await shop();
  const rows = Array.from({ length: 250 }, (_, row) => `product-${row},Product,SKU-${row},1.00`);
  const table = ["product,title,sku,price", ...rows].join("\n");
  let begun = 0;
  beforeBegin = async () => {
    if ((begun += 1) !== 2) return;
    const taken = { slug: "other", title: "Other", variants: [{ sku: "SKU-249", price: 1 }] };
    expect((await by.post(`/sites/${ownSite.slug}/products`, taken)).status).toBe(201);
  };
  const answer = await post(table);
  expect([answer.status, answer.json]).toMatchObject([
    409,
    { code: "import_interrupted", savedProducts: 200, errors: [{ path: "/lines/251/sku", code: "sku_taken" }] },
  ]);
  const count = async () => (await server.deps.sql`select id from products where site_id = ${ownSite.id} and slug like 'product-%'`).length;
  expect(await count()).toBe(200);
  expect((await post(table.replace("SKU-249", "SKU-250"))).json).toMatchObject({
    data: { products: { created: 50, changed: 0, unchanged: 200 } },
  });
  expect(await count()).toBe(250);
});

test("a site has one import at a time, four wait, and another one is refused", async () => {
  const { post } = await shop();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  beforeBegin = () => released;
  const answers = Array.from({ length: 6 }, (_, row) => post(`product,sku,stock\nbowl,BOWL,${row + 1}\n`));
  const first = await Promise.race(answers);
  expect([first.status, codeOf(first)]).toEqual([503, "unavailable"]);
  release();
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 503]);
});
