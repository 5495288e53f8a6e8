import type { Deps } from "../../../deps.ts";
import type { Site } from "../../../lib/site.ts";
import { readPlugins } from "../../server/sites/index.ts";

/** A site's settings for payments. Secret: never part of a response, except for the publishable key. */
export interface PaymentSettings {
  secretKey: string;
  publishableKey: string;
  /** One, or two while one is being replaced. */
  webhookSecrets: readonly string[];
  /** The currency of payments that name none. */
  currency: string;
  /** The limits of payments whose amount the caller sets, in minor units. */
  minAmount: number;
  maxAmount: number;
}

/** The state of a site's payment settings: `off` if the plugin is not enabled, `incomplete` if a key is missing. */
export type PaymentSetup = PaymentSettings | "off" | "incomplete";

export const largestAmount = 99_999_999;

/** Reads a site's payment settings, and caches them as long as the site is unchanged. */
export function paymentSetups({ sql, secrets }: Pick<Deps, "sql" | "secrets">): (site: Site) => Promise<PaymentSetup> {
  // A changed site is another object, which drops its cached settings.
  const setups = new WeakMap<Site, Promise<PaymentSetup>>();
  return (site) => {
    let setup = setups.get(site);
    if (!setup) {
      setup = readPaymentSetup({ sql, secrets }, site.id, site.currency);
      setups.set(site, setup);
      setup.catch(() => setups.delete(site));
    }
    return setup;
  };
}

/** A site's present payment settings. */
export async function readPaymentSetup(
  { sql, secrets }: Pick<Deps, "sql" | "secrets">,
  siteId: string,
  siteCurrency: string,
): Promise<PaymentSetup> {
  const plugin = (await readPlugins(sql, secrets, siteId)).get("svc.payments");
  if (!plugin?.enabled) return "off";
  const { secretKey, publishableKey, webhookSecrets = [], currency = siteCurrency } = plugin.config as Partial<PaymentSettings>;
  // A site without a webhook secret would take payments and never learn of them.
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
 * The key for calls to the processor about existing payments, read now: also if the site takes no new payments. Undefined when there is
 * none.
 */
export async function readSecretKey({ sql, secrets }: Pick<Deps, "sql" | "secrets">, siteId: string): Promise<string | undefined> {
  const plugin = (await readPlugins(sql, secrets, siteId)).get("svc.payments");
  return (plugin?.config as Partial<PaymentSettings> | undefined)?.secretKey;
}
