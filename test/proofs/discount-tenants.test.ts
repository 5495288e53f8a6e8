import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { addMember, asAdmin, codeOf } from "../kit/admins.ts";
import { dataOf } from "../kit/checkout-client.ts";
import { openTestDatabase, type TestDatabase } from "../kit/database.ts";
import { discountBody } from "../kit/discounts.ts";
import { discountTwins } from "../kit/discount-twins.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import type { Quote } from "../../server/src/features/shop/checkout/quote.ts";
import { loosenStatements } from "./loosened-statements.ts";
import { moneyTenants } from "./money-tenant-pair.ts";

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await startServer({ database, takesPayments: true });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

interface Shown {
  id: string;
  code: string | null;
  title: { en: string };
  uses: number;
  codes: number;
  revision: number;
  appliesTo?: object;
}
type Twins = Awaited<ReturnType<typeof discountTwins>>;

const rows: Record<string, (twins: Twins) => Promise<void>> = {
  "what people edit": async ({ api, base, ids, untouched }) => {
    const list = async (query = "") => ((await api.get(base + query)).json as { data: Shown[]; total: number }).data;
    expect((await list()).map(({ code, title, uses, codes }) => [code, title.en, uses, codes])).toEqual([
      ["OURS", "Ours", 0, 1],
      [null, "Ours by itself", 0, 0],
      ["EACH", "Ours for each", 0, 0],
      ["FIRST", "Ours for the first order", 0, 0],
      ["LIMITED", "Ours, limited", 1, 0],
    ]);
    expect((await api.get(base)).json).toMatchObject({ total: 5 });
    expect((await api.get(`${base}?q=ours`)).json).toMatchObject({ total: 5 });
    expect((await api.get(`${base}?q=theirs`)).json).toMatchObject({ total: 0, data: [] });
    expect(await list("?q=single-ours")).toMatchObject([
      { code: "OURS", codes: 1, appliesTo: { categories: ["ours"], products: ["chair"], skus: ["CHAIR"] } },
    ]);
    expect((await api.get(`${base}/${ids.coded}/codes.csv`)).text).not.toContain("THEIRS");
    await untouched(async () => {
      // Names, codes and places that only the other shop has.
      const theirs = { categories: ["theirs"], products: ["theirs"], skus: ["THEIRS"] };
      expect((await api.post(base, discountBody({ code: "NEW", appliesTo: theirs }))).json).toMatchObject({ errors: [{}, {}, {}] });
      dataOf(await api.post(base, discountBody({ code: "THEIRS" })));
      dataOf(await api.post(base, discountBody()));
      expect(codeOf(await api.get(`${base}/${ids.onlyTheirs}`))).toBe("discount_not_found");
      const replaced = await api.put(`${base}/${ids.coded}`, discountBody({ code: "CHANGED" }), { revision: 1 });
      expect(dataOf<Shown>(replaced)).toMatchObject({ code: "CHANGED", revision: 2 });
      expect(dataOf<Shown>(await api.post(`${base}/${ids.coded}/codes`, { count: 1 }))).toMatchObject({ codes: 2 });
      expect((await api.delete(`${base}/${ids.coded}`, { revision: 2 })).status).toBe(204);
    });
  },
  "what orders use": async ({ api, base, ids, untouched, quote, twinOrder, tell }) => {
    const uses = async (id: string) => dataOf<Shown>(await api.get(`${base}/${id}`)).uses;
    const priced = async (codes: string[], more: object = {}) => {
      const { total, problems } = dataOf<Quote>(await quote(codes, more));
      return [total, problems.map(({ message }) => /not know|used up/.exec(message)?.[0])];
    };
    // 5 % by itself, and 10 % by a code.
    expect(await priced(["OURS"])).toEqual([900, []]);
    expect(await priced(["THEIRS"])).toEqual([950, ["not know"]]);
    expect(await priced(["FREE-OF-OTHERS"])).toEqual([950, ["not know"]]);
    expect(await priced(["OURS", "FREE-OF-OTHERS"])).toEqual([900, ["not know"]]);
    expect(await priced(["LIMITED"])).toEqual([950, ["used up"]]);
    const bought = await twinOrder(["SINGLE-OURS"]);
    await untouched(async () => {
      expect([await uses(ids.coded), await uses(ids.limited)]).toEqual([1, 1]);
      expect(await priced(["SINGLE-OURS"])).toEqual([950, ["used up"]]);
      expect(await priced(["SINGLE-OURS"], { replaces: bought.orderId })).toEqual([900, []]);
      // The other shop's order of this id uses it.
      expect(await priced(["LIMITED"], { replaces: bought.orderId })).toEqual([950, ["used up"]]);
      expect((await api.get(`${base}/${ids.coded}/codes.csv`)).text.trim().split("\r\n").slice(1)).toEqual(['"Single-Ours","true","1001"']);
      await tell(bought, "payment_intent.canceled");
      expect([await uses(ids.coded), await uses(ids.limited)]).toEqual([0, 1]);
      await tell(bought, "payment_intent.succeeded");
      expect([await uses(ids.coded), await uses(ids.limited)]).toEqual([1, 1]);
      // It is paid here, and pending there.
      expect(await priced(["SINGLE-OURS"], { replaces: bought.orderId })).toEqual([950, ["used up"]]);
    });
  },
  "an order that uses a discount": async ({ untouched, order }) => {
    await untouched(async () => dataOf(await order(["SINGLE-OURS"])));
  },
  "a buyer with orders": async ({ untouched, quote, order, twinOrder, ofOwn }) => {
    await twinOrder([], ofOwn);
    await untouched(async () => {
      expect(dataOf<Quote>(await quote(["EACH"], {}, ofOwn)).problems).toEqual([]);
      dataOf(await order(["EACH"], {}, ofOwn));
      expect(dataOf<Quote>(await quote(["EACH"], {}, ofOwn)).problems).toHaveLength(1);
      expect(codeOf(await order(["EACH"], {}, ofOwn))).toBe("discount_invalid");
    });
  },
  "a buyer without orders": async ({ untouched, quote, order, orderThere, ofOwn }) => {
    await orderThere("guest@example.com");
    await untouched(async () => {
      expect(dataOf<Quote>(await quote(["FIRST"], {}, ofOwn)).problems).toEqual([]);
      dataOf(await order(["FIRST"], { customerEmail: "guest@example.com" }));
    });
  },
};

async function runRow(by: TestServer, sql: TestDatabase["sql"], name: string, ownIsFirst: boolean): Promise<void> {
  const tenants = await moneyTenants(by, sql, { ownIsFirst });
  const api = asAdmin(by, await addMember(by, tenants.ownShop.site, "OWNER"));
  await rows[name]?.(await discountTwins(by, tenants, api, { ownIsFirst }));
}

test.each(Object.keys(rows))("%s in one shop is unknown to another", async (name) => {
  for (const ownIsFirst of [true, false]) await runRow(server, database.sql, name, ownIsFirst);
});

const binding = /(?:\w+\.)?site_id = (?:\$\d+|\w+\.(?:site_)?id)/g;

// As in tenants.test.ts: each comparison with the site is made true in turn.
test.runIf(!inject("fromMemory"))("each comparison with the site in a statement on discounts is needed", { timeout: 300_000 }, async () => {
  const copy = await openTestDatabase({ off: ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin", "jit"] });
  const { mutants } = await loosenStatements({
    start: (throughSql) => startServer({ database: copy, throughSql, takesPayments: true, fromMemory: false }),
    runs: Object.fromEntries(
      [false, true].flatMap((ownIsFirst) =>
        Object.keys(rows).map((name) => [`${name}, ${ownIsFirst}`, (by: TestServer) => runRow(by, copy.sql, name, ownIsFirst)]),
      ),
    ),
    isMeant: (text) =>
      /\bdiscount(?:s|_codes|_uses)\b/.test(text) && !text.includes("pg_column_size") && !/\b(?:order_numbers|settings)\b/.test(text),
    binding,
    isUnseen: (statement) =>
      // It locks, and nothing else.
      /for no key update\s*$/.test(statement),
  });
  await copy.drop();
  expect(mutants).toBeGreaterThanOrEqual(25);
});
