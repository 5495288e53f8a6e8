import { randomInt } from "node:crypto";
import { csvStart, csvText } from "../../../lib/text/csv.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";

/** Of a discount. */
export const mostCodes = 100_000;
const batchSize = 5_000;

/** Without letters and digits that people confuse: 0 and O, 1, I and L. */
const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const length = 10;

/** Makes so many single-use codes, which nobody can guess: 31 letters in 10 places are 8 × 10¹⁴ codes. */
export async function makeCodes(
  tx: Sql,
  { now, ids }: WriteContext,
  siteId: string,
  discountId: string,
  { count, prefix }: { count: number; prefix: string },
): Promise<void> {
  for (let left = count; left > 0;) {
    const codes = Array.from({ length: Math.min(left, batchSize) }, () => prefix + randomText());
    // A code that is there already is not made again: the rest of the loop makes another one.
    const made = await tx<{ id: string }>`
      insert into discount_codes (site_id, id, discount_id, code, key, created_at)
      select ${siteId}::uuid, made.id, ${discountId}::uuid, made.code, upper(made.code), ${now}::timestamptz
      from unnest(${codes.map(() => ids.next())}::uuid[], ${codes}::text[]) as made (id, code)
      on conflict (site_id, key) do nothing
      returning id`;
    left -= made.length;
  }
}

const randomText = (): string => Array.from({ length }, () => letters[randomInt(letters.length)]).join("");

/** The single-use codes of a discount as CSV, in the order in which they were made. Each page is read on demand. */
export async function* codesCsv(sql: Sql, siteId: string, discountId: string): AsyncGenerator<string, void> {
  yield csvStart + csvText([["code", "used", "order"]]);
  let after: string | null = null;
  for (;;) {
    const rows: { id: string; code: string; uses: number; number: number | null }[] = await sql<{
      id: string;
      code: string;
      uses: number;
      number: number | null;
    }>`
      select codes.id, codes.code, codes.uses, orders.number
      from discount_codes as codes
      left join discount_uses as used on used.site_id = ${siteId} and used.code_id = codes.id and codes.uses > 0
      left join orders on orders.site_id = ${siteId} and orders.id = used.order_id and orders.status <> 'CANCELLED'
      where codes.site_id = ${siteId} and codes.discount_id = ${discountId} and codes.id <> codes.discount_id
        and (${after}::uuid is null or codes.id > ${after}::uuid)
      order by codes.id
      limit ${batchSize}`;
    if (rows.length > 0)
      yield csvText(rows.map(({ code, uses, number }) => [code, String(uses > 0), number === null ? "" : String(number)]));
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? null;
  }
}
