import { Type } from "typebox";
import { invalidQuery, problem, ProblemError } from "../../../lib/http/problem.ts";
import { anyMember, type DeclaredReference } from "../../../lib/json-schema/json-schema-references.ts";
import type { Sql } from "../../../ports/database.ts";
import { pageContentType } from "./document.ts";

export const includeTooLarge = problem("include_too_large", 400, "The response would include too much");

/** Paths of references, each as the names of the members on the way. */
export type Include = readonly (readonly string[])[];

const mostPaths = 20;
const mostSteps = 3;
const pathPattern = /^[A-Za-z_][A-Za-z0-9_-]*(\.[A-Za-z_][A-Za-z0-9_-]*)*$/;

export const IncludeParameter = Type.String({
  description:
    "Names of references, separated by commas: their targets are answered with their `data`. A dot leads on, into an object or into the " +
    `target of a reference: \`author.company\`. Up to ${mostPaths} names, of up to ${mostSteps} references each.`,
  examples: ["author"],
  maxLength: 2_000,
});

/** The parameter in the one form that means the same. Throws `invalid_query`. */
export function canonicalInclude(text: string | undefined): string {
  if (text === undefined) return "";
  const paths = [...new Set(text.split(","))].sort();
  const bad = paths.find((path) => path.length > 200 || !pathPattern.test(path));
  if (bad !== undefined) throw refusal("must be names of references, separated by commas and without blanks, such as author,products");
  if (paths.length > mostPaths) throw refusal(`must name up to ${mostPaths} references`);
  return paths.join();
}

/** The paths of a canonical parameter, once the site's types are known to have them. Throws `invalid_query`. */
export async function readInclude(sql: Sql, siteId: string, contentType: string, canonical: string): Promise<Include> {
  if (canonical === "") return [];
  const include = canonical.split(",").map((path) => path.split("."));
  const rows = await sql<{ contentType: string | null; declared: string | null }>`
    select slug as "contentType", declared_references::text as declared
    from content_types
    where site_id = ${siteId} and json_array_length(declared_references) > 0
    union all
    select ${pageContentType}, declared_references::text
    from block_types
    where site_id = ${siteId} and json_array_length(declared_references) > 0`;
  const types = rows.map((row) => ({
    contentType: row.contentType ?? "",
    declared: JSON.parse(row.declared ?? "[]") as DeclaredReference[],
  }));
  for (const path of include) {
    const error = pathError(path, types, contentType);
    if (error !== undefined) throw refusal(error);
  }
  return include;
}

interface DeclaringType {
  contentType: string;
  declared: DeclaredReference[];
}

/** Follows a path through the types that its references may lead to; undefined where that is possible in any way. */
function pathError(path: readonly string[], types: readonly DeclaringType[], contentType: string): string | undefined {
  const follow = (rest: readonly string[], at: readonly string[] | undefined, step: number): string | undefined => {
    if (rest.length === 0) return undefined;
    if (step === mostSteps) return `leads over more than ${mostSteps} references: ${path.join(".")}`;
    const here = types.filter((type) => at?.includes(type.contentType) ?? type.contentType !== pageContentType);
    const possible = here.flatMap(({ declared }) => declared);
    let error: string | undefined = possibleError(path, rest, possible);
    for (const length of new Set(possible.map((each) => each.path.length))) {
      const next = possible.filter((each) => each.path.length === length && isBeginning(each.path, rest));
      if (next.length === 0) continue;
      // The content of an included page is not answered, and products and categories refer to nothing.
      const entries = next.filter(({ kind }) => kind === "entry");
      const isAny = entries.some(({ contentTypes }) => contentTypes === undefined);
      error = follow(rest.slice(length), isAny ? undefined : entries.flatMap(({ contentTypes }) => contentTypes ?? []), step + 1);
      if (error === undefined) return undefined;
    }
    return error;
  };
  return follow(path, [contentType], 0);
}

const mostNamed = 50;

function possibleError(path: readonly string[], rest: readonly string[], possible: readonly DeclaredReference[]): string {
  const names = [...new Set(possible.map((each) => each.path.join(".")))].sort();
  const some = `${names.slice(0, mostNamed).join(", ")}${names.length > mostNamed ? " and more" : ""}`;
  const list = names.length === 0 ? "there are none" : `possible are ${some}`;
  const where = rest.length === path.length ? "" : ` after ${path.slice(0, path.length - rest.length).join(".")}`;
  return `names no reference: ${path.join(".")}; ${list}${where}`;
}

/** The paths that go on below a reference; undefined where the paths do not name the reference itself. */
export function includeBelow(include: Include, reference: readonly string[]): Include | undefined {
  const named = include.filter((path) => isBeginning(reference, path));
  return named.length === 0 ? undefined : named.map((path) => path.slice(reference.length)).filter(({ length }) => length > 0);
}

function isBeginning(beginning: readonly string[], path: readonly string[]): boolean {
  return (
    beginning.length > 0 && beginning.length <= path.length && beginning.every((name, index) => name === anyMember || path[index] === name)
  );
}

function refusal(message: string): ProblemError {
  return new ProblemError(invalidQuery, { detail: `include ${message}.`, errors: [{ path: "/include", code: "include", message }] });
}
