import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceSql } from "../../../../../test/kit/database.ts";
import { startServer, type TestServer } from "../../../../../test/kit/harness.ts";
import { storefront } from "../../../../../test/kit/shopper.ts";
import { catalogItems, paymentPlugin, checkoutClient } from "../../../../../test/kit/checkout-client.ts";
import type { Database } from "../../../ports/database.ts";

let server: TestServer;
let beforeTransaction: (() => Promise<void>) | undefined;

const watched = (sql: Database): Database =>
  Object.assign(
    replaceSql(sql, (strings, ...values) => sql(strings, ...values)),
    {
      begin: async (...args: Parameters<Database["begin"]>) => {
        await beforeTransaction?.();
        return sql.begin(...args);
      },
    },
  );

beforeAll(async () => {
  server = await startServer({ takesPayments: true, throughSql: watched });
});
afterAll(() => server.stop());

test("a checkout of a customer who is removed at that moment is refused, and reserves nothing", async () => {
  const site = await server.addSite({ plugins: paymentPlugin(), products: catalogItems({ CHAIR: { price: 4_200, stock: 1 } }) });
  const { register, logIn } = storefront(server, site);
  const { session, stock } = checkoutClient(server, site);
  const id = await register("ada@example.com");
  const headers = { authorization: `Bearer ${await logIn("ada@example.com")}` };
  await stock("CHAIR");
  beforeTransaction = async () => void (await server.deps.sql`delete from customers where site_id = ${site.id} and id = ${id}`);
  expect(await session({ CHAIR: 1 }, {}, headers)).toMatchObject({ status: 401, json: { code: "token_invalid" } });
  expect(await stock("CHAIR")).toBe(1);
  beforeTransaction = undefined;
  expect((await session({ CHAIR: 1 })).status).toBe(201);
});
