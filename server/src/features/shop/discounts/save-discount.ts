import type { Actor } from "../../../lib/admin/identity.ts";
import { invalidMember, invalidMembers } from "../../../lib/http/problem.ts";
import { textFor } from "../../../lib/totals/texts-by-locale.ts";
import { codeKey, discountErrors, type DiscountBody } from "../../../lib/totals/discount-rules.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { changesBetween, recordChange } from "../../people/audit/index.ts";
import type { AdminSite } from "../../server/sites/index.ts";
import { mostAutomatic, mostDiscounts, readDiscount, type Discount } from "./discount.ts";
import { findItems } from "./discount-items.ts";

/** Creates a discount of a locked site, or replaces one. Throws `validation_failed`. */
export async function saveDiscount(
  tx: Sql,
  ctx: WriteContext,
  site: AdminSite,
  { before, body }: { before: Discount | null; body: DiscountBody },
  recording: { actor: Actor; action: string },
): Promise<Discount> {
  const { now, ids } = ctx;
  const { code: writtenCode, appliesTo, isAutomatic = (writtenCode ?? null) === null, ...rule } = body;
  const code = writtenCode ?? null;
  const errors = discountErrors(body, site);
  const found = appliesTo ? await findItems(tx, site.id, appliesTo) : null;
  errors.push(...(found?.errors ?? []));
  if (errors.length > 0) throw invalidMembers(errors);
  await refuseTooMany(tx, site.id, before?.id ?? null, isAutomatic);
  const id = before?.id ?? ids.next();
  if (code !== null) await refuseTakenCode(tx, site.id, id, code);
  const name = textFor(rule.title, site.defaultLocale, site);
  const items = found && JSON.stringify(found.items);
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
  const changes = changesBetween(before && comparable(before), comparable(stored));
  if (changes.length === 0) return stored;
  await tx`update discounts set revision = revision + 1, updated_at = ${now} where site_id = ${site.id} and id = ${id}`;
  const after = { ...stored, revision: stored.revision + 1, updatedAt: now.toISOString() };
  const target = { type: "discount", id, label: code ?? name, revision: after.revision };
  await recordChange(tx, ctx, { ...recording, siteId: site.id, target, changes });
  return after;
}

/** Without the members that nobody writes. */
function comparable({
  state: _state,
  uses: _uses,
  codes: _codes,
  revision: _revision,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  ...members
}: Discount) {
  return members;
}

async function refuseTooMany(tx: Sql, siteId: string, id: string | null, isAutomatic: boolean): Promise<void> {
  const [counted] = await tx<{ all: number; automatic: number }>`
    select count(*)::int as all, (count(*) filter (where is_automatic))::int as automatic
    from discounts
    where site_id = ${siteId} and id is distinct from ${id}::uuid`;
  const { all = 0, automatic = 0 } = counted ?? {};
  if (all >= mostDiscounts) throw invalidMember("/title", "too_many", `is one too many: a site may have ${mostDiscounts} discounts`);
  if (isAutomatic && automatic >= mostAutomatic)
    throw invalidMember("/code", "too_many", `is needed: a site may have ${mostAutomatic} discounts that apply without a code`);
}

async function refuseTakenCode(tx: Sql, siteId: string, id: string, code: string): Promise<void> {
  const taken = await tx`select id from discount_codes where site_id = ${siteId} and key = ${codeKey(code)} and id <> ${id}`;
  if (taken.length > 0) throw invalidMember("/code", "duplicate", "is the code of another discount: choose another one");
}
