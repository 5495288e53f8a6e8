import type { Bought, MoneyTenants } from "../proofs/money-tenant-pair.ts";
import type { asAdmin } from "./admins.ts";
import { dataOf } from "./checkout-client.ts";
import { discountBody } from "./discounts.ts";
import { shop, type TestServer } from "./harness.ts";
import { copyRows } from "./site-rows.ts";

/**
 * Two shops with discounts, codes, categories and orders of the same ids: in that of the others, everything has another name, is used up, and there is more
 * of it than may be.
 */
export async function discountTwins(
  server: TestServer,
  { ownShop, other, sql, untouched, customer, copyOrders, tell }: MoneyTenants,
  api: ReturnType<typeof asAdmin>,
  { ownIsFirst }: { ownIsFirst: boolean },
) {
  const now = server.clock.now();
  const base = `/sites/${ownShop.site.slug}/discounts`;
  const { ids } = server.deps;
  const [category, foreign] = [ids.next(), ids.next()];
  const addCategory = (siteId: string, id: string, slug: string, path: string[]) => sql`
    insert into categories (site_id, id, slug, title, position, status, sort_title, search, path, is_public, created_at, updated_at)
    values (${siteId}, ${id}, ${slug}, ${slug}, 0, 'ACTIVE', ${slug}, '', ${path}::uuid[], true, ${now}, ${now})`;
  const addCategories = [
    () => addCategory(ownShop.id, category, "ours", [category]),
    () => addCategory(other.id, category, "not-ours", [foreign]),
  ];
  for (const add of ownIsFirst ? addCategories : addCategories.reverse()) await add();
  await addCategory(other.id, foreign, "theirs", [foreign]);
  await sql`update products set category_id = ${category} where site_id in (${ownShop.id}, ${other.id}) and slug = 'chair'`;
  await sql`update products set slug = 'theirs' where site_id = ${other.id} and slug = 'chair'`;
  await sql`update variants set sku = 'THEIRS' where site_id = ${other.id} and sku = 'CHAIR'`;

  const appliesTo = { categories: ["ours"], products: ["chair"], skus: ["CHAIR"] };
  const create = async (more: object) => dataOf<{ id: string }>(await api.post(base, discountBody(more))).id;
  const coded = await create({ code: "OURS", title: { en: "Ours" }, appliesTo });
  await create({ title: { en: "Ours by itself" }, value: "5" });
  const limited = await create({ code: "LIMITED", title: { en: "Ours, limited" }, usageLimit: 1 });
  await create({ code: "EACH", title: { en: "Ours for each" }, perCustomerLimit: 1 });
  await create({ code: "FIRST", title: { en: "Ours for the first order" }, firstOrderOnly: true });
  await sql`update discounts set uses = 1 where site_id = ${ownShop.id} and id = ${limited}`;
  const single = ids.next();
  await sql`
    insert into discount_codes (site_id, id, discount_id, code, key, created_at)
    values (${ownShop.id}, ${single}, ${coded}, 'Single-Ours', 'SINGLE-OURS', ${now})`;
  await copyRows(sql, "discounts", ownShop.id, other.id, {
    uses: 7,
    usage_limit: null,
    name: "Theirs",
    rule: discountBody({ value: "50" }),
  });
  await copyRows(sql, "discount_codes", ownShop.id, other.id, {});
  await sql`update discount_codes set code = 'THEIRS' || code, key = 'THEIRS' || key where site_id = ${other.id}`;
  const onlyTheirs = ids.next();
  const rule = JSON.stringify(discountBody({ value: "90" }));
  await sql`
    insert into discounts (site_id, id, name, rule, is_automatic, created_at, updated_at)
    values (${other.id}, ${onlyTheirs}, 'Theirs', ${rule}::json, false, ${now}, ${now})`;
  // As many as a site may have.
  await sql`
    insert into discounts (site_id, id, name, rule, is_automatic, created_at, updated_at)
    select ${other.id}::uuid, gen_random_uuid(), 'Theirs', ${rule}::json, number <= 20, ${now}::timestamptz, ${now}::timestamptz
    from generate_series(1, 1000) as number`;
  for (const [code, id] of [
    ["THEIRS", onlyTheirs],
    ["FREE-OF-OTHERS", coded],
  ] as const) {
    await sql`
      insert into discount_codes (site_id, id, discount_id, code, key, created_at)
      values (${other.id}, ${ids.next()}, ${id}, ${code}, ${code}, ${now})`;
  }

  const { email, ofOwn } = await customer({ email: "twin-of-others@example.com" });
  const { checkoutClient: client } = ownShop;
  const items = [{ variantId: await client.variantId("CHAIR"), quantity: 1 }];
  const order = async (discountCodes: string[], more: object = {}, headers: Record<string, string> = {}) =>
    client.post(`${shop}/checkout/payment-intent`, { items, discountCodes, ...more }, headers);
  /** What the other shop has used with orders of the same ids. */
  const useTheirs = (discountId: string) => sql`
    insert into discount_uses (site_id, id, order_id, discount_id, code_id)
    select site_id, gen_random_uuid(), id, ${discountId}::uuid, ${single}::uuid from orders where site_id = ${other.id}`;
  return {
    api,
    base,
    ids: { coded, limited, onlyTheirs },
    untouched,
    ofOwn,
    quote: (discountCodes: string[], more: object = {}, headers: Record<string, string> = {}) =>
      client.post(`${shop}/checkout/quote`, { items, discountCodes, ...more }, headers),
    order,
    /** An order; the other shop then has one of the same id, which is pending, and uses another discount. */
    twinOrder: async (discountCodes: string[], headers: Record<string, string> = {}): Promise<Bought> => {
      const { orderId = "", clientSecret = "" } = dataOf(await order(discountCodes, {}, headers));
      const [bought] = await sql<{ number: number; paymentId: string; amount: number; intentId: string | null }>`
        select orders.number, payments.id as "paymentId", payments.amount, processor_intent_id as "intentId"
        from orders
        join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
        where orders.site_id = ${ownShop.id} and orders.id = ${orderId}`;
      if (!bought) throw new Error("An order is gone.");
      await copyOrders({ orders: { number: 77, discount: 0, discounts: [] }, lines: { discount: 0 } });
      const [each] = await sql<{ id: string }>`select discount_id as id from discount_codes where site_id = ${ownShop.id} and key = 'EACH'`;
      for (const id of [limited, each?.id ?? ""]) await useTheirs(id);
      return { orderId, sessionId: null, handover: clientSecret, ...bought };
    },
    tell,
    /** The other shop has an order of the same customer, and one of a guest; this shop has none. */
    orderThere: async (guest: string) => {
      for (const headers of [ofOwn, {}]) dataOf(await order([], { customerEmail: guest }, headers));
      await copyOrders({ orders: { discount: 0, discounts: [], email: guest, number: undefined }, lines: { discount: 0 } });
      await sql`delete from orders where site_id = ${ownShop.id}`;
    },
    email,
  };
}
