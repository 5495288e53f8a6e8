import { createHmac, randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Database } from "../../server/src/ports/database.ts";
import { referenceKey } from "../../server/src/ports/processor.ts";
import type { TestServer } from "../kit/harness.ts";
import { password, storefront } from "../kit/shopper.ts";
import { copyRows, readRows, type TableName } from "../kit/site-rows.ts";
import { dataOf, catalogItems, paymentPlugin, checkoutClient } from "../kit/checkout-client.ts";

/** An order with all of its names. */
export interface Bought {
  orderId: string;
  number: number;
  paymentId: string;
  amount: number;
  sessionId: string | null;
  intentId: string | null;
  /** The way to pay it: an address, or a secret. */
  handover: string;
}

/**
 * Two shops and nothing else in the database: one for the actions, `own`, and one that has all the same under the same
 * ids, with other amounts, names and settings. The caller decides which of them a statement without the site finds first.
 */
export async function moneyTenants(server: TestServer, sql: Database, { ownIsFirst }: { ownIsFirst: boolean }) {
  await sql`delete from sites`;
  await sql`delete from outbox`;
  server.mails.length = 0;
  await server.sandbox.webhooks({ mode: "drop" });

  // Only the rows copied below have the same ids.
  const addOwn = () =>
    addShop("Own shop", {
      settings: { checkout: { expiryMinutes: 60 }, orders: { confirmationMail: true }, payments: { minAmount: 100, maxAmount: 1_000 } },
      products: catalogItems({ CHAIR: { price: 1_000, stock: 5 }, LAMP: { price: 500 }, TABLE: { price: 3_000, stock: 5 } }).map(
        (product) => (product.slug === "chair" ? { ...product, translations: { de: { title: "Stuhl" } } } : product),
      ),
      locales: ["en", "de"],
    });
  const addOther = () =>
    addShop("Other shop", { settings: { checkout: { expiryMinutes: 90 }, payments: { minAmount: 1, maxAmount: 90 } }, currency: "usd" });
  const addShop = async (
    name: string,
    {
      settings,
      products = [],
      currency,
      locales = ["en"],
    }: { settings: object; products?: object[]; currency?: string; locales?: string[] },
  ) => {
    const { "svc.payments": payments } = paymentPlugin();
    const plugins = {
      "svc.payments": { ...payments, config: { ...payments.config, ...(currency ? { currency } : {}) } },
      "svc.forms": { enabled: true },
    };
    const site = await server.addSite({ site: { name, settings, locales }, plugins, products });
    const { secretKey, webhookSecrets } = payments.config;
    return {
      site,
      id: site.id,
      account: secretKey,
      secret: webhookSecrets[0] ?? "",
      store: storefront(server, site),
      // Its own lookups are not statements of the server.
      checkoutClient: checkoutClient({ ...server, deps: { ...server.deps, sql } }, site),
      rows: () => readRows(sql, site.id),
    };
  };
  const [first, second] = ownIsFirst ? [await addOwn(), await addOther()] : [await addOther(), await addOwn()];
  const [ownShop, other] = ownIsFirst ? [first, second] : [second, first];
  const copy = (table: TableName, changes: object) => copyRows(sql, table, ownShop.id, other.id, changes);
  await copy("products", { title: "Other product", currency: "usd" });
  await copy("variants", { price: 70, stock: 9, title: "Other variant" });
  await copy("catalog_translations", { words: { title: "Other translation" } });

  /** Everything of the other shop: its rows with their last writers, its tasks, its mails, and its objects at the processor. */
  const othersState = async () => {
    const ledger = await server.sandbox.ledger();
    const ofAccount = [ledger.sessions, ledger.intents, ledger.charges, ledger.refunds]
      .flat()
      .filter(({ account }) => account === other.account);
    return JSON.stringify([await other.rows(), server.mails.filter(({ from }) => from?.name !== "Own shop"), ofAccount], null, 1);
  };

  return {
    ownShop,
    other,
    sql,
    copy,

    /** Runs an action that must not touch the other shop. */
    untouched: async <T>(work: () => Promise<T>): Promise<T> => {
      const before = await othersState();
      const result = await work();
      expect(await othersState()).toBe(before);
      return result;
    },

    /** A customer of both, with the same id, address and password. Returns the headers with a token of each. */
    customer: async (changes: object = {}) => {
      const email = `twin-${randomUUID()}@example.com`;
      await ownShop.store.register(email);
      await copy("customers", changes);
      await sql`delete from outbox`;
      const tokenOf = async ({ store }: typeof ownShop, address: string) => ({
        authorization: `Bearer ${(await store.logIn(address, password)) ?? ""}`,
      });
      return { email, ofOwn: await tokenOf(ownShop, email), ofOther: await tokenOf(other, (changes as { email?: string }).email ?? email) };
    },

    /** Buys items in the own shop. */
    buy: async (
      cart: Record<string, number>,
      { way = "intent", headers = {} }: { way?: "intent" | "session"; headers?: Record<string, string> } = {},
    ): Promise<Bought> => {
      const {
        orderId = "",
        checkoutUrl,
        clientSecret = "",
      } = dataOf(await ownShop.checkoutClient[way](cart, { customerEmail: "own@example.com" }, headers));
      const [bought] = await sql<Omit<Bought, "orderId" | "handover">>`
        select
          orders.number, payments.id as "paymentId", payments.amount, processor_session_id as "sessionId", processor_intent_id as "intentId"
        from orders
        join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
        where orders.site_id = ${ownShop.id} and orders.id = ${orderId}`;
      if (!bought) throw new Error("An order is gone.");
      return { orderId, ...bought, handover: checkoutUrl ?? clientSecret };
    },

    /** Copies the own shop's orders and payments to the other one, with other amounts and long over, unless told otherwise. */
    copyOrders: async (changes: { orders?: object; lines?: object; payments?: object } = {}) => {
      const sums = { subtotal: 70, tax: 0, shipping: 0, total: 70, currency: "usd" };
      const about = { notes: "Other notes", email: "other@example.com", expires_at: "2020-01-01T00:00:00Z" };
      // Orders of an earlier version: a list adds up their lines.
      await sql`update orders set units = null, payment_status = null, refunded = null`;
      await copy("order_numbers", { last_number: 5_000 });
      await copy("orders", { ...sums, ...about, ...changes.orders });
      await copy("order_lines", { title: "Other product", unit_price: 70, quantity: 9, reserved: 9, ...changes.lines });
      const payment = { amount: 70, refunded: 0, currency: "usd", description: "Other payment", metadata: { of: "other" } };
      await copy("payments", { ...payment, check_at: "2026-11-22T09:00:00Z", ...changes.payments });
    },

    /** The processor's event for an order of the own shop, signed with the shop's secret unless told otherwise. */
    tell: async ({ intentId, paymentId, amount }: Bought, type: string, { id = `evt_${randomUUID()}`, secret = ownShop.secret } = {}) => {
      const created = Math.floor(server.clock.now().getTime() / 1_000);
      const metadata = { [referenceKey]: paymentId };
      const object = { id: intentId ?? `pi_${paymentId}`, amount, amount_received: amount, currency: "eur", metadata };
      const body = JSON.stringify({ id, type, created, data: { object } });
      const signature = createHmac("sha256", secret).update(`${created}.${body}`).digest("hex");
      return ownShop.checkoutClient.webhook(body, { "processor-signature": `t=${created},v1=${signature}` });
    },
  };
}

export type MoneyTenants = Awaited<ReturnType<typeof moneyTenants>>;

/** An action on one shop must neither show nor touch the other. Throws otherwise. */
export type MoneyRows = Record<string, (server: TestServer, tenants: MoneyTenants) => Promise<void>>;
