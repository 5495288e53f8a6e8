import type { ComputedDiscount } from "../../../../../client/src/apply-discounts.ts";
import { codeKey } from "../../../lib/totals/discount-rules.ts";
import type { Sql } from "../../../ports/database.ts";
import type { DiscountRule } from "./discount.ts";
import type { DiscountItems } from "./discount-items.ts";
import type { UsedDiscount } from "./use-discounts.ts";

/** A discount that an order may get. */
export interface Candidate extends ComputedDiscount, Omit<UsedDiscount, "id"> {
  /** Neither its limit nor its single use is reached. */
  isLeft: boolean;
  amounts?: DiscountRule["amounts"];
  isActive: boolean;
  startsAt: string | undefined;
  endsAt: string | undefined;
}

/**
 * The discounts that apply by themselves, and those of codes as a buyer wrote them; a code that the site does not have is left out. `replaces`: an
 * order whose uses count as given back, because this one takes its place.
 */
export async function readCandidates(
  sql: Sql,
  siteId: string,
  codes: readonly string[],
  { replaces = null }: { replaces?: string | null } = {},
): Promise<Candidate[]> {
  const written = new Map([...codes].reverse().map((code) => [codeKey(code), code]));
  const rows = await sql<{
    id: string;
    key: string | null;
    codeId: string | null;
    codeUses: number | null;
    rule: DiscountRule;
    items: DiscountItems | null;
    uses: number;
    usageLimit: number | null;
    replacedCode: boolean;
    replacedUses: number;
  }>`
    select
      discounts.id, discounts.rule, discounts.items, discounts.uses, discounts.usage_limit as "usageLimit", codes.key, codes.id as "codeId",
      codes.uses as "codeUses", coalesce(replaced.code_id = codes.id, false) as "replacedCode",
      case when replaced.id is null then 0 else 1 end as "replacedUses"
    from discounts
    left join discount_codes as codes
      on codes.site_id = ${siteId} and codes.discount_id = discounts.id and codes.key = any (${[...written.keys()]}::text[])
    left join (
      select used.id, used.discount_id, used.code_id from discount_uses as used
      join orders on orders.site_id = ${siteId} and orders.id = used.order_id and orders.status = 'PENDING'
      where used.site_id = ${siteId} and used.order_id = ${replaces}::uuid
    ) as replaced on replaced.discount_id = discounts.id
    where discounts.site_id = ${siteId} and (
      discounts.is_automatic
      or discounts.id in (
        select named.discount_id from discount_codes as named
        where named.site_id = ${siteId} and named.key = any (${[...written.keys()]}::text[])
      )
    )
    order by discounts.id, codes.key`;
  return rows.map(({ id, key, codeId, codeUses, rule, items, uses, usageLimit, replacedCode, replacedUses }) => {
    const isSingleUse = codeId !== null && codeId !== id;
    const { isActive = true, startsAt, endsAt, perCustomerLimit, firstOrderOnly, usageLimit: _usageLimit, ...computed } = rule;
    return {
      ...computed,
      id,
      code: key === null ? null : (written.get(key)?.trim() ?? key),
      codeId: isSingleUse ? codeId : null,
      items,
      isLeft: (usageLimit === null || uses - replacedUses < usageLimit) && (!isSingleUse || codeUses === 0 || replacedCode),
      isActive,
      startsAt,
      endsAt,
      perCustomerLimit: perCustomerLimit ?? null,
      firstOrderOnly: firstOrderOnly ?? false,
    };
  });
}
