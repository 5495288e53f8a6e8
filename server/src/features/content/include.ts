import { Type } from "typebox";
import { invalidQuery, problem, ProblemError } from "../../lib/http/problem.ts";
import type { DeclaredReference } from "../../lib/json-schema/json-schema-references.ts";
import type { Sql } from "../../ports/database.ts";
import { pageContentType } from "./document.ts";

export const includeTooLarge = problem("include_too_large", 400, "The answer would include too much");

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
    const fault = pathFault(path, types, contentType);
    if (fault !== undefined) throw refusal(fault);
  }
  return include;
}

/** Follows a path through the types that its references may lead to. */
function pathFault(
  path: readonly string[],
  types: readonly { contentType: string; declared: DeclaredReference[] }[],
  contentType: string,
): string | undefined {
  let at: string[] | undefined = [contentType];
  let rest = path;
  for (let step = 0; rest.length > 0; step += 1) {
    if (step === mostSteps) return `leads over more than ${mostSteps} references: ${path.join(".")}`;
    const here: string[] | undefined = at;
    const possible = types
      .filter((type) => here?.includes(type.contentType) ?? type.contentType !== pageContentType)
      .flatMap(({ declared }) => declared);
    const next = possible.filter((declared) => isBeginning(declared.path, rest));
    const [first] = next;
    if (!first) {
      const names = [...new Set(possible.map((declared) => declared.path.join(".")))].sort();
      const where = step === 0 ? "" : ` after ${path.slice(0, path.length - rest.length).join(".")}`;
      const list = names.length === 0 ? "there are none" : `possible are ${names.join(", ")}`;
      return `names no reference: ${path.join(".")}; ${list}${where}`;
    }
    rest = rest.slice(first.path.length);
    // The content of an included page is not answered, and products and categories refer to nothing.
    const entries = next.filter(({ kind }) => kind === "entry");
    at = entries.some(({ contentTypes }) => contentTypes === undefined)
      ? undefined
      : entries.flatMap(({ contentTypes }) => contentTypes ?? []);
  }
  return undefined;
}

/** What is left to include of a reference's target; undefined where the reference itself is not named. */
export function includeBelow(include: Include, reference: readonly string[]): Include | undefined {
  const named = include.filter((path) => isBeginning(reference, path));
  return named.length === 0 ? undefined : named.map((path) => path.slice(reference.length)).filter(({ length }) => length > 0);
}

function isBeginning(beginning: readonly string[], path: readonly string[]): boolean {
  return beginning.length > 0 && beginning.length <= path.length && beginning.every((name, index) => path[index] === name);
}

function refusal(message: string): ProblemError {
  return new ProblemError(invalidQuery, { detail: `include ${message}.`, errors: [{ path: "/include", code: "include", message }] });
}
