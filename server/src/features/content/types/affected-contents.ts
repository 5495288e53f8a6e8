import { Type, type Static } from "typebox";
import { Uuid } from "../../../lib/http/envelope.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { type AuthoredPage, type BlockChecks, pageErrors } from "../rendering/index.ts";

export const AffectedContent = Type.Object(
  {
    document: Uuid,
    locale: Type.String(),
    state: Type.Enum(["PUBLISHED", "DRAFT"], { description: "Which content of the translation it is." }),
    path: Type.String({ description: "JSON Pointer into the content, to its first fault." }),
    code: Type.String(),
    message: Type.String(),
  },
  { additionalProperties: false },
);
type AffectedContent = Static<typeof AffectedContent>;

/** Contents that a new definition makes invalid. Those that are invalid already are none of them. */
export interface Effect {
  /** At most a hundred. */
  affected: AffectedContent[];
  affectedTotal: number;
  publishedTotal: number;
}

/** The errors of a content, given as JSON text, by the types as they are and as they will be. */
export interface TwoChecks {
  before(content: string): ValidationError[];
  after(content: string): ValidationError[];
}

/** Of pages, by their blocks. */
export function pageChecks(before: BlockChecks, after: BlockChecks): TwoChecks {
  const of = (checks: BlockChecks) => (content: string) => pageErrors(JSON.parse(content) as AuthoredPage, checks);
  return { before: of(before), after: of(after) };
}

const mostShown = 100;
const sliceSize = 50;

interface Row {
  id: string;
  document: string;
  locale: string;
  published: string | null;
  draft: string | null;
}

/**
 * Checks the contents of a type, all those that have the text. With `marks`, stores at each publication whether it is valid: call it in the transaction
 * that changes the type, and holds the site's row, so that nothing is published meanwhile.
 */
export async function findAffected(
  tx: Sql,
  siteId: string,
  { contentType, text, checks, marks }: { contentType: string; text: string; checks: TwoChecks; marks: boolean },
): Promise<Effect> {
  const effect: Effect = { affected: [], affectedTotal: 0, publishedTotal: 0 };
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await readSlice(tx, siteId, contentType, text, last);
    const invalid: string[] = [];
    for (const { id, document, locale, published, draft } of rows) {
      const errors = published === null ? [] : checks.after(published);
      if (errors.length > 0) invalid.push(id);
      if (published !== null) note(effect, { document, locale, state: "PUBLISHED" }, errors, () => checks.before(published));
      if (draft !== null) note(effect, { document, locale, state: "DRAFT" }, checks.after(draft), () => checks.before(draft));
    }
    if (marks) await mark(tx, siteId, rows, invalid);
    if (rows.length < sliceSize) return effect;
    last = rows.at(-1)?.id ?? last;
  }
}

function note(
  effect: Effect,
  place: Pick<AffectedContent, "document" | "locale" | "state">,
  after: ValidationError[],
  before: () => ValidationError[],
): void {
  const [first] = after;
  if (!first || before().length > 0) return;
  effect.affectedTotal += 1;
  if (place.state === "PUBLISHED") effect.publishedTotal += 1;
  if (effect.affected.length < mostShown) effect.affected.push({ ...place, path: first.path, code: first.code, message: first.message });
}

async function readSlice(tx: Sql, siteId: string, contentType: string, text: string, last: string): Promise<Row[]> {
  return tx<Row>`
    select
      translations.id, translations.document_id as document, translations.locale,
      versions.content::text as published, translations.draft::text as draft
    from translations
    left join versions on versions.site_id = ${siteId} and versions.id = translations.published_version_id
    where translations.site_id = ${siteId}
      and translations.content_type = ${contentType}
      and translations.id > ${last}
      and (position(${text} in versions.content::text) > 0 or position(${text} in translations.draft::text) > 0)
    order by translations.id
    limit ${sliceSize}`;
}

async function mark(tx: Sql, siteId: string, rows: readonly Row[], invalid: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    update translations set is_invalid = id = any (${invalid}::uuid[])
    where site_id = ${siteId} and id = any (${rows.map(({ id }) => id)}::uuid[]) and is_invalid <> (id = any (${invalid}::uuid[]))`;
}
