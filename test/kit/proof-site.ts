import { randomUUID } from "node:crypto";
import { issueMailedToken } from "../../server/src/features/shop/customers/mailed-token.ts";
import type { Clock } from "../../server/src/ports/clock.ts";
import type { TestServer, TestSite } from "./harness.ts";
import { sampleCatalog } from "./sample-catalog.ts";
import { sampleSite } from "./sample-site.ts";
import { password, storefront } from "./shopper.ts";
import { dataOf, paymentPlugin, checkoutClient } from "./checkout-client.ts";

/** A customer of a site, signed in. */
interface Customer {
  id: string;
  email: string;
  token: string;
}

/** The part of a test server that proofs need. */
export type ProofServer = Pick<TestServer, "ask" | "deps" | "mails" | "runTasks" | "addSite" | "sandbox"> & {
  clock: Clock & Pick<TestServer["clock"], "advance">;
};

/** A site with data for every operation. Its texts carry its mark. */
export interface ProofSite extends TestSite {
  server: ProofServer;
  mark: string;
  webhookSecret: string;
  /** A new visitor, as one request has them. */
  asker(): Asker;
}

/** The sender of one request, and the data for it. */
export interface Asker {
  site: ProofSite;
  server: ProofServer;
  /** An address that is not registered yet. */
  email: string;
  /** The customer whose token is sent where an operation takes one; created when first used. */
  customer(): Promise<Customer>;
  /** A token that was mailed to that customer, and is unused. */
  mailedToken(purpose: "verify-email" | "reset-password"): Promise<string>;
  idOf(kind: "products" | "categories", slug: string): Promise<string>;
  /** A product that never runs out. */
  cart(): Promise<{ items: { variantId: string; quantity: number }[] }>;
  /** The id of an order of that customer. */
  order(): Promise<string>;
}

export const shopOrigin = "https://shop.example";
/** The pages to which the payer returns. */
export const ownUrls = { successUrl: `${shopOrigin}/thanks`, cancelUrl: `${shopOrigin}/cart` };

/** A page and an entry that refer to one of everything, and in one place to another page in each second site. */
function withReferences(site: Record<string, unknown>, mark: string): Record<string, unknown> {
  const refersTo = ["entry", "page", "product", "category"];
  const properties = Object.fromEntries(refersTo.map((kind) => [kind, { $ref: `vitrine:${kind}` }]));
  const schema = { type: "object", properties: { ...properties, self: { $ref: "vitrine:entry" } } };
  const catalogItems = { product: { product: "fjell-chair" }, category: { category: "seating" } };
  const data = {
    ...catalogItems,
    entry: { entry: { contentType: "note", slug: "first" } },
    page: { page: mark.length % 2 === 0 ? "home" : "about" },
  };
  const self = { entry: { contentType: "guide", slug: "guide" } };
  const added = {
    blockTypes: [{ type: "guide", title: "Guide", schema }],
    contentTypes: [{ slug: "guide", title: "Guide", schema }],
    pages: [{ slug: "guide", locale: "en", title: "Guide", composition: [{ id: "guide", type: "guide", props: { ...data, self } }] }],
    entries: [{ contentType: "guide", slug: "guide", locale: "en", data: { ...data, self } }],
  };
  return { ...site, ...Object.fromEntries(Object.entries(added).map(([name, items]) => [name, [...(site[name] as object[]), ...items]])) };
}

/** `site` may add to the settings of the bundle. */
export async function addProofSite(server: ProofServer, mark: string, site: object = {}): Promise<ProofSite> {
  const plugins = paymentPlugin();
  const added = await server.addSite({
    ...withReferences(sampleSite(mark), mark),
    ...sampleCatalog(mark),
    plugins,
    site: { locales: ["en", "de", "pt-BR"], allowedOrigins: [shopOrigin], ...site },
  });
  const proofSite: ProofSite = {
    ...added,
    server,
    mark,
    webhookSecret: plugins["svc.payments"].config.webhookSecrets[0] ?? "",
    asker: () => askerOf(proofSite),
  };
  return proofSite;
}

function askerOf(site: ProofSite): Asker {
  const { server } = site;
  const { sql, clock, ids } = server.deps;
  const email = `${randomUUID()}@example.com`;
  let customerPromise: Promise<Customer> | undefined;
  const customer = () =>
    (customerPromise ??= (async () => {
      const { register, logIn } = storefront(server, site);
      const id = await register(email);
      return { id, email, token: (await logIn(email, password)) ?? "" };
    })());
  return {
    site,
    server,
    email,
    customer,
    mailedToken: async (purpose) => issueMailedToken(sql, { now: clock.now(), ids }, site.id, (await customer()).id, purpose),
    idOf: async (kind, slug) => {
      const [row] =
        kind === "products"
          ? await sql<{ id: string }>`select id from products where site_id = ${site.id} and slug = ${slug}`
          : await sql<{ id: string }>`select id from categories where site_id = ${site.id} and slug = ${slug}`;
      return row?.id ?? "";
    },
    cart: async () => {
      const [variant] = await sql<{ id: string }>`select id from variants where site_id = ${site.id} and sku = 'LYKT-28'`;
      return { items: [{ variantId: variant?.id ?? "", quantity: 1 }] };
    },
    order: async () => {
      const headers = { authorization: `Bearer ${(await customer()).token}` };
      return dataOf(await checkoutClient(server, site).intent({ "LYKT-28": 1 }, {}, headers)).orderId ?? "";
    },
  };
}
