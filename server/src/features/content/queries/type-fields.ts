import { problem, ProblemError } from "../../../lib/http/problem.ts";
import type { Sql } from "../../../ports/database.ts";
import { pageContentType } from "../rendering/index.ts";
import { queryError } from "./list-query.ts";
import { documentQueryFields, localeField, type QueryField } from "./query-field.ts";
import { readPlan, type QueryPlan } from "./query-plan.ts";

export const queryNotReady = problem("query_not_ready", 503, "The index for this query is still being built");

/** A content type, as queries see it. */
export interface QueriedType {
  slug: string;
  /** Undefined until the values of its documents are written for the first time. */
  plan: QueryPlan | undefined;
  next: QueryPlan | undefined;
  /** The members of an entry's data that the schema names. */
  members: readonly string[];
}

/** A field that a query names: of the documents themselves, or of what they refer to. */
export interface NamedField {
  field: QueryField;
  /** The reference that leads to it, and the field in each content type of its targets; those of products and categories have none. */
  through?: { reference: QueryField; targets: readonly { slug: string; field: QueryField }[] };
}

/** The types of a site by slug, and the version of its content that they are of. */
export interface QueriedTypes {
  contentVersion: number;
  types: ReadonlyMap<string, QueriedType>;
}

/** The content type, or with `isAll` all of the site, which references may lead to. */
export async function readTypes(sql: Sql, siteId: string, contentType: string, isAll: boolean): Promise<QueriedTypes> {
  const rows = await sql<{
    contentVersion: number;
    slug: string | null;
    plan: string | null;
    next: string | null;
    properties: string | null;
  }>`
    select
      site_versions.content_version::float8 as "contentVersion",
      types.slug,
      types.query_plan::text as plan,
      types.next_query_plan::text as next,
      (select json_agg(name) from json_object_keys(types.schema -> 'properties') as name)::text as properties
    from site_versions
    left join content_types as types on types.site_id = ${siteId} and (types.slug = ${contentType} or ${isAll}::boolean)
    where site_versions.site_id = ${siteId}`;
  const types = rows.flatMap(({ slug, plan, next, properties }): QueriedType[] => {
    if (slug === null) return [];
    return [{ slug, plan: readPlan(plan), next: readPlan(next), members: JSON.parse(properties ?? "[]") as string[] }];
  });
  return { contentVersion: rows[0]?.contentVersion ?? -1, types: new Map(types.map((type) => [type.slug, type])) };
}

/** The fields of the products and categories that content refers to. */
const catalogItemFields: readonly QueryField[] = [
  { name: "id", kind: "id", isList: false },
  { name: "slug", kind: "text", isList: false },
];

/** The field of a name, of the type or of what one of its references leads to. Throws `invalid_query` or `query_not_ready`. */
export function findField(parameter: string, name: string, type: QueriedType, types: QueriedTypes["types"]): NamedField {
  const typeFields = fieldsOf(type);
  const field = typeFields.find((each) => each.name === name);
  if (field) return { field };
  const through = typeFields
    .filter((each) => isReference(each) && name.startsWith(`${each.name}.`))
    .sort((a, b) => b.name.length - a.name.length)[0];
  if (through) {
    const rest = name.slice(through.name.length + 1);
    const targets = targetTypes(through, types);
    const targetFields = targets.flatMap((target) =>
      fieldsOf(target)
        .filter((each) => each.name === rest && isOfTarget(each))
        .map((each) => ({ slug: target.slug, field: each })),
    );
    const [first, ...others] = targetFields;
    const catalogItems =
      through.kind === "entry" || through.kind === "page" ? undefined : catalogItemFields.find((each) => each.name === rest);
    if (catalogItems) return { field: catalogItems, through: { reference: through, targets: [] } };
    if (first && others.some((each) => each.field.kind !== first.field.kind)) {
      throw queryError(
        parameter,
        `names a field that is of different kinds in ${targetFields.map(({ slug }) => slug).join(", ")}: ${name}`,
      );
    }
    if (first) {
      const { isInteger: _, ...field } = first.field;
      const isInteger = targetFields.every((each) => each.field.isInteger);
      const isList = targetFields.some((each) => each.field.isList);
      return { field: { ...field, ...(isInteger && { isInteger }), isList }, through: { reference: through, targets: targetFields } };
    }
  }
  const isNext = (each: QueriedType, wanted: string) =>
    each.next?.fields.some((field) => field.name === wanted || (isReference(field) && wanted.startsWith(`${field.name}.`))) ?? false;
  if (isNext(type, name)) throw notReady();
  if (through && targetTypes(through, types).some((each) => isNext(each, name.slice(through.name.length + 1)))) throw notReady();
  throw queryError(parameter, `names no field that can be queried: ${name}; possible are ${possibleNames(typeFields, types)}`);
}

/** The fields of documents of a type. Throws `query_not_ready`. */
export function fieldsOf({ plan }: QueriedType): QueryField[] {
  if (!plan) throw notReady();
  return [...documentQueryFields, localeField, ...plan.fields];
}

/** The content types that a reference may lead to. */
export function targetTypes({ kind, contentTypes }: QueryField, types: QueriedTypes["types"]): QueriedType[] {
  if (kind === "page") return [...types.values()].filter(({ slug }) => slug === pageContentType);
  if (kind !== "entry") return [];
  return [...types.values()].filter(({ slug }) => slug !== pageContentType && (contentTypes?.includes(slug) ?? true));
}

export function isReference({ kind }: QueryField): boolean {
  return kind === "entry" || kind === "page" || kind === "product" || kind === "category";
}

/** Whether queries may compare a field of what a reference leads to. The locale is one of two, and not stored. */
function isOfTarget(field: QueryField): boolean {
  return !isReference(field) && field !== localeField;
}

export function notReady(): ProblemError {
  return new ProblemError(queryNotReady, {
    detail: "The values that this query compares are still being written. Try again in a moment.",
    headers: { "retry-after": "1" },
  });
}

const mostNamed = 50;

function possibleNames(fields: readonly QueryField[], types: QueriedTypes["types"]): string {
  const names = new Set<string>();
  for (const field of fields) {
    names.add(field.name);
    const isCatalogItem = field.kind === "product" || field.kind === "category";
    const fieldsOfTargets = isCatalogItem
      ? [catalogItemFields]
      : targetTypes(field, types).map((type) => (type.plan ? fieldsOf(type).filter(isOfTarget) : []));
    for (const targets of isReference(field) ? fieldsOfTargets : []) {
      for (const target of targets) names.add(`${field.name}.${target.name}`);
      if (names.size > mostNamed) break;
    }
    if (names.size > mostNamed) break;
  }
  return `${[...names].slice(0, mostNamed).join(", ")}${names.size > mostNamed ? " and more" : ""}`;
}
