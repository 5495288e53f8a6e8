import type { Actor } from "../../../lib/admin/identity.ts";
import { invalidMembers, type ValidationError } from "../../../lib/http/problem.ts";
import { emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import { currenciesOf, type SiteCurrencies } from "../../../lib/text/currency.ts";
import { textFor } from "../../../lib/totals/texts-by-locale.ts";
import { codeKey, discountErrors, type DiscountBody } from "../../../lib/totals/discount-rules.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { changesBetween, recordChange, type Change } from "../../people/audit/index.ts";
import type { AdminSite } from "../../server/sites/index.ts";
import { mostAutomatic, mostDiscounts, readDiscount, readDiscounts, writtenMembers, type Discount } from "./discount.ts";
import { findItems } from "./discount-items.ts";

/** What a site of discounts says of itself. */
type DiscountSite = Pick<AdminSite, "id" | "defaultLocale" | "locales"> & SiteCurrencies;

/** Creates a discount of a locked site, or replaces one, and records it. Throws `validation_failed`. */
export async function saveDiscount(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  { before, body }: { before: Discount | null; body: DiscountBody },
  recording: { actor: Actor; action: string },
): Promise<Discount> {
  const currencies = currenciesOf(site.currency, site.settings.currencies);
  const { errors, discount, changes } = await storeDiscount(tx, ctx, { ...site, currencies }, { before, body });
  if (!discount) throw invalidMembers(errors);
  if (changes.length === 0) return discount;
  const { id, code, title, revision } = discount;
  const target = { type: "discount", id, label: code ?? textFor(title, site.defaultLocale, site), revision };
  await recordChange(tx, ctx, { ...recording, siteId: site.id, target, changes });
  return discount;
}

/** Creates or replaces discounts by name, which is the code, or the title of one without a code. Errors have the place in the list. */
export async function saveDiscounts(
  tx: Sql,
  ctx: WriteContext,
  site: DiscountSite,
  bodies: readonly DiscountBody[],
): Promise<{ tally: Tally; errors: ValidationError[] }> {
  const tally = emptyTally();
  const errors: ValidationError[] = [];
  if (bodies.length === 0) return { tally, errors };
  const stored = new Map((await readDiscounts(tx, site.id, ctx.now)).map((discount) => [discountName(discount, site), discount]));
  for (const [index, body] of bodies.entries()) {
    const before = stored.get(discountName(body, site)) ?? null;
    const saved = await storeDiscount(tx, ctx, site, { before, body });
    errors.push(...saved.errors.map((error) => ({ ...error, path: `/${index}${error.path}` })));
    tally[before === null ? "created" : saved.changes.length > 0 ? "updated" : "unchanged"] += 1;
  }
  return { tally, errors };
}

/** The name by which bundles call a discount. Codes are compared without case. */
const discountName = (
  { code, title }: Pick<DiscountBody, "code" | "title">,
  site: Pick<DiscountSite, "defaultLocale" | "locales">,
): string => ((code ?? null) === null ? textFor(title, site.defaultLocale, site) : codeKey(code ?? ""));

/** The discount and what changed of it; or the errors, and nothing is stored. */
async function storeDiscount(
  tx: Sql,
  { now, ids }: WriteContext,
  site: DiscountSite,
  { before, body }: { before: Discount | null; body: DiscountBody },
): Promise<{ errors: ValidationError[]; discount?: Discount; changes: Change[] }> {
  const { code: writtenCode, appliesTo, isAutomatic = (writtenCode ?? null) === null, ...rule } = body;
  const code = writtenCode ?? null;
  const id = before?.id ?? ids.next();
  const wanted = appliesTo ? await findItems(tx, site.id, appliesTo) : null;
  const errors = [
    ...discountErrors(body, site),
    ...(wanted?.errors ?? []),
    ...(await limitErrors(tx, site.id, before?.id ?? null, isAutomatic)),
    ...(code === null ? [] : await takenCodeErrors(tx, site.id, id, code)),
  ];
  if (errors.length > 0) return { errors, changes: [] };
  const name = textFor(rule.title, site.defaultLocale, site);
  const items = wanted && JSON.stringify(wanted.items);
  if (before) {
    await tx`
      update discounts set
        name = ${name}, rule = ${JSON.stringify(rule)}::json, items = ${items}::json, is_automatic = ${isAutomatic},
        usage_limit = ${rule.usageLimit ?? null}
      where site_id = ${site.id} and id = ${id}`;
    await tx`delete from discount_codes where site_id = ${site.id} and id = ${id}`;
  } else {
    await tx`
      insert into discounts (site_id, id, name, rule, items, is_automatic, usage_limit, revision, created_at, updated_at)
      values (
        ${site.id}, ${id}, ${name}, ${JSON.stringify(rule)}::json, ${items}::json, ${isAutomatic}, ${rule.usageLimit ?? null}, 0, ${now}, ${now}
      )`;
  }
  if (code !== null) {
    await tx`
      insert into discount_codes (site_id, id, discount_id, code, key, created_at)
      values (${site.id}, ${id}, ${id}, ${code}, ${codeKey(code)}, ${now})`;
  }
  const stored = await readDiscount(tx, site.id, id, now);
  const changes = changesBetween(before && writtenMembers(before), writtenMembers(stored));
  if (changes.length === 0) return { errors, discount: stored, changes };
  await tx`update discounts set revision = revision + 1, updated_at = ${now} where site_id = ${site.id} and id = ${id}`;
  return { errors, discount: { ...stored, revision: stored.revision + 1, updatedAt: now.toISOString() }, changes };
}

async function limitErrors(tx: Sql, siteId: string, id: string | null, isAutomatic: boolean): Promise<ValidationError[]> {
  const [counted] = await tx<{ all: number; automatic: number }>`
    select count(*)::int as all, (count(*) filter (where is_automatic))::int as automatic
    from discounts
    where site_id = ${siteId} and id is distinct from ${id}::uuid`;
  const { all = 0, automatic = 0 } = counted ?? {};
  const tooMany = (path: string, message: string) => [{ path, code: "too_many", message }];
  if (all >= mostDiscounts) return tooMany("/title", `is one too many: a site may have ${mostDiscounts} discounts`);
  return isAutomatic && automatic >= mostAutomatic
    ? tooMany("/code", `is needed: a site may have ${mostAutomatic} discounts that apply without a code`)
    : [];
}

async function takenCodeErrors(tx: Sql, siteId: string, id: string, code: string): Promise<ValidationError[]> {
  const taken = await tx`select id from discount_codes where site_id = ${siteId} and key = ${codeKey(code)} and id <> ${id}`;
  return taken.length > 0 ? [{ path: "/code", code: "duplicate", message: "is the code of another discount: choose another one" }] : [];
}
