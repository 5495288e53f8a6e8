/**
 * Writes the generated files that are committed, or with `--check` reports the differences: openapi.json, admin-openapi.json, the schema of
 * site bundles, the pages of errors and of routes, the table of roles, the examples of the reference, the types of the client, and the pictures of the demo. Their diff is how a change
 * of the API is reviewed.
 */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { transform } from "esbuild";
import { format, resolveConfig } from "prettier";
import { illustration, illustrationNames } from "../demo/drawings/illustration.ts";
import { Bundle } from "../server/src/features/bundle/index.ts";
import { adminClientSource } from "./admin-client-source.ts";
import type { ApiDescription } from "./client-parts.ts";
import { clientSource } from "./client-source.ts";
import { drawnDigests, listedPictures } from "./draw-pictures.ts";
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
  "[public API](../openapi.json) and of the [admin API](../admin-openapi.json).",
  "",
  "| code | status | meaning |",
  "| --- | --- | --- |",
  ...problems.map(({ code, status, title }) => `| \`${code}\` | ${status} | ${title}. |`),
  "",
].join("\n");

const files: [string, string, "json" | "markdown" | "typescript" | "svg"][] = [
  ["openapi.json", JSON.stringify(document), "json"],
  ["admin-openapi.json", JSON.stringify(adminDocument), "json"],
  [
    "server/bundle.schema.json",
    JSON.stringify({ $schema: "https://json-schema.org/draft/2020-12/schema", ...resolveRefs(Bundle) }),
    "json",
  ],
  ["server/reference/examples.json", JSON.stringify(await recordExamples()), "json"],
  ["docs/errors.md", errorsPage, "markdown"],
  ["docs/administration.md", withRolesTable(await readFile(new URL("docs/administration.md", root), "utf8")), "markdown"],
  ["docs/routes.md", await routesPage(), "markdown"],
  ["client/src/generated.ts", clientSource(committed(document), problems), "typescript"],
  ["client/src/admin-generated.ts", adminClientSource(committed(adminDocument), problems), "typescript"],
  ["demo/viewer/preview.js", await previewScript(), "typescript"],
  ...illustrationNames.map((name): [string, string, "svg"] => [`demo/illustrations/${name}.svg`, illustration(name) ?? "", "svg"]),
];

/** What a storefront imports from `@vitrine/client/preview`, as the demo's viewer hands it out: it is built from nothing. */
async function previewScript(): Promise<string> {
  const source = await readFile(new URL("client/src/preview/index.ts", root), "utf8");
  const { code } = await transform(source, { loader: "ts", target: "es2022" });
  return `// Written by \`npm run generate\` from client/src/preview/index.ts: what a storefront imports as @vitrine/client/preview.\n\n${code}`;
}

const check = process.argv.includes("--check");
let stale = 0;
for (const [name, text, parser] of files) {
  // The JSON files stay narrow: another width would hide the changes in its diff.
  const options = parser === "json" ? {} : await resolveConfig(new URL(name, root));
  const wanted = parser === "svg" ? text : await format(text, { ...options, parser });
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
const written = new Set(files.map(([name]) => name));
for (const name of (await readdir(new URL("demo/illustrations/", root))).map((file) => `demo/illustrations/${file}`)) {
  if (written.has(name)) continue;
  if (check) {
    console.error(`Nothing draws ${name}. Run \`npm run generate\` to remove it.`);
    stale += 1;
  } else {
    await rm(new URL(name, root));
    console.log(`Removed ${name}.`);
  }
}
const listed = await listedPictures();
const drawn = [...drawnDigests()];
for (const [name] of drawn.filter(([name, digest]) => listed[name]?.drawing !== digest)) {
  // To render one takes a second, and its bytes depend on the machine: not here.
  console.error(`demo/pictures/${name}.webp does not show its drawing. Run \`npm run demo:pictures\`.`);
  stale += check ? 1 : 0;
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
