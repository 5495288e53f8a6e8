import type { Site } from "../../../lib/site.ts";
import { joined, piece, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { columnPiece } from "./columns.ts";
import type { ComparedCondition, Comparison } from "./compared-condition.ts";
import { valueOf } from "./field-value.ts";
import { queryError, type Condition } from "./list-query.ts";
import { listId, type QueryField } from "./query-field.ts";
import { isReference, targetTypes, type NamedField, type QueriedType, type QueriedTypes } from "./type-fields.ts";

export interface QueriedList {
  site: Site;
  contentType: string;
  locale: string;
}

/** A query's dependencies besides the documents of its list. */
export interface Dependencies {
  /** The content types whose documents decide. */
  contentTypes: Set<string>;
  /** The kinds of catalogue items that decide. */
  catalogKinds: Set<string>;
  /** How many fields of targets its conditions compare. */
  targets: number;
}

/** The catalogue has no rows here. */
const equalities: readonly string[] = ["eq", "ne", "in", "nin", "contains", "exists"];
/** A field of the target of a reference is one field for each content type that the target may have, in two locales. */
const mostTargets = 5_000;

/** Whether a row of `published_rows as stored` meets a condition: a piece, false where the value is missing. Notes what it depends on. */
export function conditionPiece(
  list: QueriedList,
  type: QueriedType,
  types: QueriedTypes["types"],
  { condition, named, compared }: { condition: Condition; named: NamedField } & ComparedCondition,
  depends: Dependencies,
): SqlPiece {
  const fields = type.plan?.fields ?? [];
  const { field, through } = named;
  const reference = through?.reference ?? (isReference(field) ? field : undefined);
  if (!reference) return comparison(field, columnPiece(field, fields), compared);
  const targets = targetsPiece(list, types, { condition, named, compared, reference }, depends);
  const column = columnPiece(reference, fields);
  if (!reference.isList) return piece`${column} in (${targets})`;
  // Few ids lead through the index.
  if (compared.oneOf && !through) return piece`${column} && array(${targets})`;
  return piece`exists (select from unnest(${column}) as each (value) where each.value in (${targets}))`;
}

/** Notes what a reference leads to, and returns the content types. */
export function addTargets({ contentTypes, catalogKinds }: Dependencies, reference: QueryField, types: QueriedTypes["types"]): string[] {
  const { kind } = reference;
  if (kind === "product" || kind === "category") catalogKinds.add(kind);
  const targets = targetTypes(reference, types).map(({ slug }) => slug);
  for (const slug of targets) contentTypes.add(slug);
  return targets;
}

function comparison({ name, kind, isList }: QueryField, column: SqlPiece, compared: Comparison): SqlPiece {
  const { oneOf } = compared;
  // Every document has an id.
  if (name === "id") return oneOf ? piece`${column} = any (${idsOf(kind, oneOf)}::uuid[])` : piece`true`;
  if (!isList) return isAsCompared(column, compared);
  if (oneOf) return piece`${column} && ${oneOf}::text[]`;
  if (Object.keys(compared).length === 0) return piece`${column} is not null`;
  return piece`exists (select from unnest(${column}) as each (value) where ${isAsCompared(piece`each.value`, compared)})`;
}

function isAsCompared(value: SqlPiece, { oneOf, from, below, part }: Comparison): SqlPiece {
  if (oneOf) return oneOf.length === 1 ? piece`${value} = ${oneOf[0] ?? ""}` : piece`${value} = any (${oneOf})`;
  const tests = [
    ...(from === undefined ? [] : [piece`${value} >= ${from}`]),
    ...(below === undefined ? [] : [piece`${value} < ${below}`]),
    ...(part === undefined ? [] : [piece`strpos(split_part(substr(${value}, 2), chr(1), 1), ${part}) > 0`]),
  ];
  return tests.length === 0 ? piece`${value} is not null` : piece`(${joined(tests, "and")})`;
}

function idsOf(kind: QueryField["kind"], storedForms: readonly string[]): string[] {
  return storedForms.map((each) => String(valueOf(kind, each)));
}

/** The stored values of a reference whose public target meets a condition. */
function targetsPiece(
  list: QueriedList,
  types: QueriedTypes["types"],
  targetCondition: { condition: Condition; named: NamedField; compared: Comparison; reference: QueryField },
  depends: Dependencies,
): SqlPiece {
  const { site, locale } = list;
  const { condition, named, compared, reference } = targetCondition;
  const { field, through } = named;
  const { kind } = reference;
  const isOfCatalog = kind === "product" || kind === "category";
  // `contains` is for lists of references alone.
  const possible = through ? equalities.filter((each) => each !== "contains") : equalities;
  if (isOfCatalog && !possible.includes(condition.operator)) {
    throw queryError(`where[${condition.field}]`, `cannot be compared with ${condition.operator}; possible are ${possible.join(", ")}`);
  }
  const allTargets = addTargets(depends, reference, types);
  if (isOfCatalog) {
    const values = compared.oneOf && idsOf(field.kind, compared.oneOf);
    const items = kind === "product" ? piece`listed_products` : piece`public_categories`;
    const keyTest =
      field.kind === "text" ? piece`and target.slug = any (${values ?? []})` : piece`and target.id = any (${values ?? []}::uuid[])`;
    return piece`select 'r' || target.id from ${items} as target where target.site_id = ${site.id} ${values ? keyTest : piece``}`;
  }
  depends.targets += 2 * (through?.targets ?? allTargets).length * (compared.oneOf?.length ?? 1);
  if (depends.targets > mostTargets) {
    throw queryError("where", "compares with fields of too many content types; name fewer values, or conditions on references");
  }
  if (!through || (field.name === "id" && field.kind === "id")) {
    const ids = compared.oneOf && idsOf(field.kind, compared.oneOf);
    return piece`
      select 'r' || target.document_id
      from published_places as target
      where target.site_id = ${site.id}
        and target.content_type = any (${through ? through.targets.map(({ slug }) => slug) : allTargets})
        and target.locale in (${locale}, ${site.defaultLocale})
        ${ids ? piece`and target.document_id = any (${ids}::uuid[])` : piece``}`;
  }
  return anyOfTargets(list, types, through.targets, compared);
}

/** The documents of types whose field is as compared, in the locale, or where they are not published in it, in the default one. */
function anyOfTargets(
  { site, locale }: QueriedList,
  types: QueriedTypes["types"],
  targets: readonly { slug: string; field: QueryField }[],
  compared: Comparison,
): SqlPiece {
  const tests = new Map<string, { test: SqlPiece; types: QueriedType[] }>();
  for (const { slug, field } of targets) {
    const type = types.get(slug) as QueriedType;
    const column = columnPiece(field, type.plan?.fields ?? []);
    const name = `${column.strings.join("")} ${field.isList}`;
    const same = tests.get(name);
    if (same) same.types.push(type);
    else tests.set(name, { test: comparison(field, column, compared), types: [type] });
  }
  const listsIn = (valueLocale: string, of: readonly QueriedType[]) =>
    of.map(({ slug, plan }) => listId(slug, valueLocale, plan?.fields ?? []));
  const metIn = (valueLocale: string) => {
    const met = [...tests.values()].map(
      ({ test, types: of }) => piece`(stored.list_id = any (${listsIn(valueLocale, of)}::uuid[]) and ${test})`,
    );
    return piece`(${joined(met, "or")})`;
  };
  const inLocale = piece`select 'r' || stored.document_id from published_rows as stored where stored.site_id = ${site.id} and ${metIn(locale)}`;
  if (locale === site.defaultLocale) return inLocale;
  return piece`
    ${inLocale}
    union all
    select 'r' || stored.document_id
    from published_rows as stored
    where stored.site_id = ${site.id}
      and ${metIn(site.defaultLocale)}
      and not exists (
        select from published_places as own
        where own.site_id = ${site.id} and own.document_id = stored.document_id and own.locale = ${locale}
      )`;
}
