import { expect } from "vitest";
import { forgetOldAnswers } from "../../server/src/lib/http/idempotency.ts";
import type { MoneyRows } from "./money-tenant-pair.ts";
import { dataOf } from "../kit/checkout-client.ts";

/** Requests that are executed once. */
export const keyRows: MoneyRows = {
  "an idempotency key": async (_server, { ownShop, other, sql, copy, copyOrders, untouched }) => {
    const keyed = { "idempotency-key": "same" };
    const buy = (quantity = 1) => ownShop.checkoutClient.session({ CHAIR: quantity }, {}, keyed);
    const isReplay = ({ headers }: { headers: Headers }) => headers.get("idempotent-replayed") === "true";
    const counted = async () => (await ownShop.rows()).orders.length;

    // For each site, with every possible attribute the same.
    const theirs = await other.checkoutClient.session({ CHAIR: 1 }, {}, keyed);
    const first = await untouched(() => buy());
    expect([first.status, isReplay(first), theirs.status, isReplay(theirs)]).toEqual([201, false, 201, false]);
    expect((await other.checkoutClient.session({ CHAIR: 1 }, {}, keyed)).text).toBe(theirs.text);

    // Even under the same id, which a digest never produces.
    await sql`delete from orders where site_id = ${other.id}`;
    await sql`delete from order_numbers where site_id = ${other.id}`;
    await sql`delete from idempotent_requests where site_id = ${other.id}`;
    await copy("idempotent_requests", { body_hash: `\\x${"00".repeat(32)}`, answer: "\\x00" });
    const again = await untouched(() => buy());
    expect([again.text, isReplay(again)]).toEqual([first.text, true]);

    // A try whose process died before it opened anything.
    await sql`update payments set processor_session_id = null where site_id = ${ownShop.id}`;
    await sql`
      update idempotent_requests set answer = null, leased_until = statement_timestamp() - interval '1 second' where site_id = ${ownShop.id}`;
    await sql`update idempotent_requests set answer = null where site_id = ${other.id}`;
    await copyOrders({ payments: { order_id: null } });
    const resumed = await untouched(() => buy());
    expect([resumed.status, resumed.text, await counted()]).toEqual([201, first.text, 1]);

    // One that fails, and a new one: while the other's is in progress.
    await sql`delete from idempotent_requests where site_id = ${ownShop.id}`;
    await sql`update idempotent_requests set payment_id = null where site_id = ${other.id}`;
    const failed = await untouched(() => buy(6));
    expect(failed).toMatchObject({ status: 409, json: { code: "out_of_stock" } });
    const fresh = await untouched(() => buy());
    expect([fresh.status, isReplay(fresh), await counted()]).toEqual([201, false, 2]);
    expect(fresh.text).not.toBe(first.text);
  },

  "forgetting old answers": async (server, { ownShop, sql, copy, untouched }) => {
    for (const key of ["old", "new"]) dataOf(await ownShop.checkoutClient.intent({ CHAIR: 1 }, {}, { "idempotency-key": key }));
    await copy("idempotent_requests", {});
    const [oldest] = (await ownShop.rows()).idempotent_requests;
    const dayAgo = new Date(server.clock.now().getTime() - 24 * 60 * 60_000 - 1);
    await sql`update idempotent_requests set created_at = ${dayAgo} where site_id = ${ownShop.id} and id = ${String(oldest?.id)}`;
    await untouched(() => forgetOldAnswers(server.deps));
    expect((await ownShop.rows()).idempotent_requests.map(({ id }) => id)).not.toContain(oldest?.id);
    expect((await ownShop.rows()).idempotent_requests).toHaveLength(1);
  },
};
