import type { ShippingRules } from "../../../lib/totals/shipping-rules.ts";
import type { TaxRules } from "../../../lib/totals/tax-rules.ts";
import type { Sql } from "../../../ports/database.ts";

/** By what the totals of a site's orders are decided. */
export interface CheckoutRules {
  /** `request`: the caller says what tax and shipping cost. */
  totals: "request" | "rules";
  shipping: ShippingRules | null;
  tax: TaxRules | null;
  timeZone: string;
}

/** The rules of a site as they are at this moment. */
export async function readCheckoutRules(sql: Sql, siteId: string): Promise<CheckoutRules> {
  const [row] = await sql<{ totals: string | null; shipping: ShippingRules | null; tax: TaxRules | null; timeZone: string | null }>`
    select
      settings #>> '{checkout,totals}' as totals, settings -> 'shipping' as shipping, settings -> 'tax' as tax,
      settings ->> 'timeZone' as "timeZone"
    from sites where id = ${siteId}`;
  return {
    totals: row?.totals === "rules" ? "rules" : "request",
    shipping: row?.shipping ?? null,
    tax: row?.tax ?? null,
    timeZone: row?.timeZone ?? "UTC",
  };
}
