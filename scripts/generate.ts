/**
 * Writes the generated files that are committed, or with `--check` reports the differences: openapi.json, admin-openapi.json, the schema of
 * site bundles, the pages of errors and of routes, the table of roles, the examples of the reference, and the types of the client. Their diff is how a change of the API is reviewed.
 */
import { readFile, writeFile } from "node:fs/promises";
import { transform } from "esbuild";
import { format, resolveConfig } from "prettier";
import { Bundle } from "../server/src/features/content/bundle/index.ts";
import { adminClientSource } from "./admin-client-source.ts";
import type { ApiDescription } from "./client-parts.ts";
import { clientSource } from "./client-source.ts";
import { describeForReview } from "./describe-api.ts";
import { recordExamples } from "./record-examples.ts";
import { withRolesTable } from "./roles-table.ts";
import { routesPage } from "./routes-page.ts";

const root = new URL("../", import.meta.url);
const { document, adminDocument, problems } = describeForReview();

const errorsPage = [
  "# Errors",
  "",
  "Every failure is `application/problem+json` (RFC 9457). `code` is permanent and made for programs; `title` and `detail`",
  "are for people and may change. `requestId` is also in the header `x-request-id` and in the server's log.",
  "",
  "This page is generated from the code. So are the lists of problems that each operation can return, in the descriptions of the",
  "[public API](../../openapi.json) and of the [admin API](../../admin-openapi.json).",
  "",
  "| code | status | meaning |",
  "| --- | --- | --- |",
  ...problems.map(({ code, status, title }) => `| \`${code}\` | ${status} | ${title}. |`),
  "",
].join("\n");

const files: [string, string, "json" | "markdown" | "typescript"][] = [
  ["openapi.json", JSON.stringify(document), "json"],
  ["admin-openapi.json", JSON.stringify(adminDocument), "json"],
  [
    "server/bundle.schema.json",
    JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", ...resolveRefs(Bundle) }),
    "json",
  ],
  ["server/reference/examples.json", JSON.stringify(await recordExamples()), "json"],
  ["docs/build/errors.md", errorsPage, "markdown"],
  ["docs/use/administration.md", withRolesTable(await readFile(new URL("docs/use/administration.md", root), "utf8")), "markdown"],
  ["docs/build/routes.md", await routesPage(), "markdown"],
  ["client/src/generated.ts", clientSource(committed(document), problems), "typescript"],
  ["client/src/admin-generated.ts", adminClientSource(committed(adminDocument), problems), "typescript"],
  ["demo/front/preview.js", await clientScript("preview/index.ts"), "typescript"],
  ["demo/front/money.js", await clientScript("money.ts"), "typescript"],
];

/** A part of the client as the demo's front, which has no build step, serves it. */
async function clientScript(name: string): Promise<string> {
  const source = await readFile(new URL(`client/src/${name}`, root), "utf8");
  const { code } = await transform(source, { loader: "ts", target: "es2022" });
  return `// Written by \`npm run generate\` from client/src/${name}, a part of @vitrine/client.\n\n${code}`;
}

const check = process.argv.includes("--check");
let stale = 0;
for (const [name, text, parser] of files) {
  // The JSON files stay narrow: another width would hide the changes in its diff.
  const options = parser === "json" ? {} : await resolveConfig(new URL(name, root));
  const wanted = await format(text, { ...options, parser });
  const stands = await readFile(new URL(name, root), "utf8").catch(() => "");
  if (stands === wanted) continue;
  if (check) {
    console.error(`${name} is out of date. Run \`npm run generate\` and review the diff.`);
    stale += 1;
  } else {
    await writeFile(new URL(name, root), wanted);
    console.log(`Wrote ${name}.`);
  }
}
process.exitCode = stale > 0 ? 1 : 0;

/** A description in the committed form, not TypeBox's own. */
function committed(description: object): ApiDescription {
  return JSON.parse(JSON.stringify(description)) as ApiDescription;
}

/** TypeBox writes references by name; JSON Schema wants them to lead somewhere. */
function resolveRefs(schema: unknown): object {
  const definitions: Record<string, unknown> = {};
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const { $defs, $id, ...members } = value as Record<string, unknown>;
    void $id;
    for (const [name, definition] of Object.entries($defs ?? {})) definitions[name] = walk(definition);
    return Object.fromEntries(
      Object.entries(members).map(([name, member]) => [name, name === "$ref" ? `#/$defs/${String(member)}` : walk(member)]),
    );
  };
  const walked = walk(schema) as object;
  return { ...walked, $defs: definitions };
}
