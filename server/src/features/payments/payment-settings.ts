import type { Deps } from "../../deps.ts";
import type { Site } from "../../lib/site.ts";
import { readPlugins } from "../sites/index.ts";

/** What a site takes payments with. Secret: never part of an answer but for the publishable key. */
export interface PaymentSettings {
  secretKey: string;
  publishableKey: string;
  /** One, or two while one is being replaced. */
  webhookSecrets: readonly string[];
  /** What is asked for when a payment names none. */
  currency: string;
  /** Of payments whose amount the caller says, in minor units. */
  minAmount: number;
  maxAmount: number;
}

/** How a site's payments are set up: `off` is the plugin that is not enabled, `incomplete` one that lacks a key. */
export type PaymentSetup = PaymentSettings | "off" | "incomplete";

export const largestAmount = 99_999_999;

/** Reads how a site's payments are set up, and keeps it as long as the site is unchanged. */
export function paymentSetups({ sql, secrets }: Pick<Deps, "sql" | "secrets">): (site: Site) => Promise<PaymentSetup> {
  // A site that changed is another object: with it goes what was kept.
  const kept = new WeakMap<Site, Promise<PaymentSetup>>();
  return (site) => {
    let setup = kept.get(site);
    if (!setup) {
      setup = readPaymentSetup({ sql, secrets }, site.id, site.currency);
      kept.set(site, setup);
      setup.catch(() => kept.delete(site));
    }
    return setup;
  };
}

/** How a site's payments are set up now. */
export async function readPaymentSetup(
  { sql, secrets }: Pick<Deps, "sql" | "secrets">,
  siteId: string,
  siteCurrency: string,
): Promise<PaymentSetup> {
  const plugin = (await readPlugins(sql, secrets, siteId)).get("svc.payments");
  if (!plugin?.enabled) return "off";
  const { secretKey, publishableKey, webhookSecrets = [], currency = siteCurrency } = plugin.config as Partial<PaymentSettings>;
  // Who takes payments and cannot be told of them would sell and not know it.
  if (!secretKey || !publishableKey || webhookSecrets.length === 0) return "incomplete";
  const [limits] = await sql<{ minAmount: number | null; maxAmount: number | null }>`
    select
      (settings #>> '{payments,minAmount}')::int as "minAmount",
      (settings #>> '{payments,maxAmount}')::int as "maxAmount"
    from sites where id = ${siteId}`;
  return {
    secretKey,
    publishableKey,
    webhookSecrets,
    currency: currency.toLowerCase(),
    minAmount: limits?.minAmount ?? 1,
    maxAmount: Math.min(limits?.maxAmount ?? largestAmount, largestAmount),
  };
}

/**
 * The key to ask the processor with about what is under way, read now: also where no new payments are taken. Undefined when
 * there is none.
 */
export async function readSecretKey({ sql, secrets }: Pick<Deps, "sql" | "secrets">, siteId: string): Promise<string | undefined> {
  const plugin = (await readPlugins(sql, secrets, siteId)).get("svc.payments");
  return (plugin?.config as Partial<PaymentSettings> | undefined)?.secretKey;
}
