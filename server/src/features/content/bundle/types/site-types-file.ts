import { referenceKinds, type Schema } from "../../../../lib/json-schema/json-schema-kinds.ts";
import { describedFields, type DescribedField } from "../../../../lib/json-schema/json-schema-marks.ts";
import { anyMember, declaredReferences } from "../../../../lib/json-schema/json-schema-references.ts";
import { anyContentType, enumeratedType, referenceType, referenceTypes, SchemaTypes } from "./schema-type.ts";
import { docComment, longestLine, propertyName, TypeDeclarations } from "./type-declarations.ts";
import { literal, textOf, union, type TypeExpression } from "./type-expression.ts";

/** A block type or a content type: `name` is its type or slug. */
export interface SiteType {
  name: string;
  title: string;
  schema: Schema;
  /** A content type that has one entry. */
  isSingle?: boolean;
}

export interface SiteTypes {
  blockTypes: readonly SiteType[];
  contentTypes: readonly SiteType[];
}

const client = "@vitrine/client";
const [site, field, listField] = ["Site", "Field", "ListField"];
const imported = [...referenceKinds.map((kind) => referenceTypes[kind]), field, listField].sort();

/** `include` takes no longer ones. Recursive schemas have references at paths without end. */
const longestPath = 200;

/**
 * The types of a site as the text of a TypeScript file, for the client's `createClient<Site>`. The same types are always the same text.
 * `source` tells the reader where they are from. `schemaErrors` accepts the schemas.
 */
export function siteTypesFile({ blockTypes, contentTypes }: SiteTypes, source: string): string {
  const declarations = new TypeDeclarations([...imported, site, anyContentType, "Record"]);
  const members = [
    ...group(
      "blockTypes",
      inOrder(blockTypes).map((type) => blockLines(declarations, type)),
    ),
    ...group(
      "contentTypes",
      inOrder(contentTypes).map((type) => contentLines(declarations, type)),
    ),
  ];
  const used = imported.filter((each) => declarations.used.has(each));
  return [
    `// Written by \`vitrine types ${/^[\w@.-]+$/.test(source) ? source : "<file>"}\`: run it again when a type of the site has changed.`,
    "/* eslint-disable */",
    ...(used.length > 0 ? [`import type { ${used.join(", ")} } from "${client}";`, ""] : [""]),
    `/** The types of the site, for \`createClient<${site}>\`. */`,
    `export interface ${site} {`,
    ...members.map(indented),
    "}",
    "",
    ...(declarations.used.has(anyContentType) ? [`export type ${anyContentType} = keyof ${site}["contentTypes"];`, ""] : []),
    declarations.text,
  ]
    .join("\n")
    .replace(/\n+$/, "\n");
}

function blockLines(declarations: TypeDeclarations, { name: type, title, schema }: SiteType): string[] {
  const props = declarations.nameOf([type, "props"]);
  new SchemaTypes(declarations, type, schema).declare(props, docComment(title));
  return group(type, [[`props: ${props};`], referenceLines(declarations, type, schema)]);
}

function contentLines(declarations: TypeDeclarations, { name: slug, title, schema, isSingle = false }: SiteType): string[] {
  const data = declarations.nameOf([slug, "data"]);
  new SchemaTypes(declarations, slug, schema).declare(data, docComment(title));
  const fields = new Map(describedFields(schema).map((each) => [each.field.path.join("."), each]));
  const queryable = [...fields].map(([path, each]) => {
    return memberLine(declarations, propertyName(path), fieldType(declarations, each), [slug, ...each.field.path]);
  });
  const lines = [[`data: ${data};`], group("queryable", queryable), referenceLines(declarations, slug, schema)];
  return group(slug, isSingle ? [...lines, ["single: true;"]] : lines);
}

/** The field of a query. The value of a text or a number is one of those that the schema enumerates, if it does. */
function fieldType(declarations: TypeDeclarations, { field: { kind, isList, contentTypes }, schema }: DescribedField): TypeExpression {
  const reference = referenceKinds.find((each) => each === kind);
  const isAny = reference === undefined || (reference !== "entry" && contentTypes === undefined);
  const value =
    reference === undefined
      ? enumeratedType(schema, kind === "text" ? "string" : kind)
      : referenceType(declarations, { kind: reference, contentTypes });
  return declarations.use(isList ? listField : field, literal(kind), ...(value && !(isAny && reference) ? [value] : []));
}

/** The references of a type by the paths that `include` takes. */
function referenceLines(declarations: TypeDeclarations, base: string, schema: Schema): string[] {
  const targets = new Map<string, TypeExpression>();
  for (const { path, ...reference } of declaredReferences(schema)) {
    const key = path.join(".");
    if (key.length > longestPath) continue;
    targets.set(key, union([...(targets.has(key) ? [targets.get(key) as TypeExpression] : []), referenceType(declarations, reference)]));
  }
  const lines = [...targets].map(([path, type]) => {
    const key = path.split(".").includes(anyMember)
      ? `[path: \`${path.replace(/[\\`]|\$\{/g, "\\$&").replaceAll(anyMember, "${string}")}\`]`
      : propertyName(path);
    return memberLine(declarations, key, type, [base, ...path.split(".")]);
  });
  return group("references", lines);
}

function memberLine(declarations: TypeDeclarations, key: string, type: TypeExpression, words: readonly string[]): string[] {
  // Eight blanks before it, the colon, a blank and the semicolon.
  return [`${key}: ${textOf(declarations.fit(type, longestLine - key.length - 11, words))};`];
}

function group(key: string, members: readonly (readonly string[])[]): string[] {
  return members.length === 0 ? [`${propertyName(key)}: {};`] : [`${propertyName(key)}: {`, ...members.flat().map(indented), "};"];
}

function indented(line: string): string {
  return `  ${line}`;
}

/** Bundles and databases have types in orders of their own. */
function inOrder(types: readonly SiteType[]): SiteType[] {
  return [...types].sort((a, b) => (a.name < b.name ? -1 : 1));
}
