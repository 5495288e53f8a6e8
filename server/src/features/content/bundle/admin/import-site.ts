import { Type, type Static } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { confirmationNeeded, demandPermission, demandRecentSignIn } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, validationFailed } from "../../../../lib/http/problem.ts";
import { hostDatabase } from "../../../../lib/threads/hosted-database.ts";
import { ThreadExcess } from "../../../../lib/threads/threads.ts";
import { bundleParts } from "../bundle-parts.ts";
import { bundleProgram, type ImportJob, type ImportResult } from "../bundle-jobs.ts";
import type { ImportReport } from "../save-bundle.ts";

const Count = Type.Integer({ minimum: 0 });
const Tally = Type.Object({ created: Count, updated: Count, unchanged: Count }, { additionalProperties: false });
const Warning = Type.Object(
  {
    path: Type.String({ description: "JSON Pointer." }),
    code: Type.String(),
    message: Type.String(),
    line: Type.Optional(Type.Integer()),
    column: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);
const ImportedSite = Type.Object(
  {
    site: Type.String({ description: "Its slug." }),
    dryRun: Type.Boolean(),
    sections: Type.Record(Type.String(), Tally, { description: "By the names of bundles." }),
    newKeys: Type.Array(Type.Object({ name: Type.String(), key: Type.String() }, { additionalProperties: false }), {
      description: "Keys that were made since the bundle has none. No other answer shows them; a dry run has none.",
    }),
    warnings: Type.Array(Warning, { description: "Places to look at; at most 100." }),
  },
  { $id: "ImportedSite", additionalProperties: false },
);

const mostBytes = 8 * 1024 * 1024;
const maxShownErrors = 100;

/** Changes a site to a bundle, or says what that would do. */
export const importSite = operation(
  {
    id: "importSite",
    method: "POST",
    path: `${siteBase}/bundle`,
    access: "member",
    permission: "bundle:write",
    grows: true,
    cors: "closed",
    problems: [confirmationNeeded],
    tags: ["Sites"],
    summary: "Import a bundle into the site",
    description:
      "The bundle is the body, as JSON or YAML, of 8 MiB at most; larger ones are for `vitrine site import`. It is of this site: its slug must be the same. " +
      "It brings no files. All of it is saved, or nothing; `errors` names every mistake, the first hundred with their places. A bundle with secret settings of plugins needs " +
      "`plugins:secrets` and a recent sign-in.",
    params: SiteParams,
    query: Type.Object({
      dryRun: Type.Optional(Type.Boolean({ description: "Says what would change, and changes nothing." })),
      setStock: Type.Optional(
        Type.Boolean({ description: "Sets the stock of variants that exist, too: otherwise what was sold stays sold." }),
      ),
      overwrite: Type.Optional(
        Type.Boolean({
          description: "Replaces also what somebody has changed since the last import: otherwise it stays, and `warnings` names it.",
        }),
      ),
      only: Type.Optional(
        Type.Enum([...bundleParts], {
          description:
            "Imports this part alone: the types and forms, the documents and files, the products, categories and plans, or the site's members, keys and plugins.",
        }),
      ),
    }),
    takes: "bytes",
    bodyForms: {
      "application/json": Type.Record(Type.String(), Type.Unknown()),
      "application/yaml": Type.String(),
    },
    maxBodyBytes: mostBytes,
    response: { 200: Single(ImportedSite) },
  },
  ({ sql, clock, secrets, publicUrl, threads }: Pick<Deps, "sql" | "clock" | "secrets" | "publicUrl" | "threads">) =>
    async (request) => {
      const { site, member, admin, query, body } = request;
      const { dryRun = false, setStock = false, overwrite = false, only } = query;
      const database = hostDatabase(sql);
      const demandSecrets = () => {
        demandPermission(member, "plugins:secrets");
        demandRecentSignIn(admin, clock.now());
      };
      const input: ImportJob = {
        kind: "import",
        text: Buffer.isBuffer(body) ? body : new Uint8Array(),
        slug: site.slug,
        now: clock.now(),
        by: { actor: actorOf(request), action: "importSite" },
        keys: secrets.keys(),
        publicUrl,
        dryRun,
        setStock,
        overwrite,
        only,
      };
      const host = { ...database.functions, demandSecrets };
      const result = await threads
        .run<ImportResult>({ program: bundleProgram, whose: site.slug, input, host })
        .catch((error: unknown) => {
          if (!(error instanceof ThreadExcess)) throw error;
          const message = `takes more than ${error.limit}: import it in parts, or with \`vitrine site import\``;
          return { errors: [{ path: "", code: "too_costly", message }], count: 1 };
        })
        .finally(() => database.close());
      if ("report" in result) return { data: importedSite(result.report) };
      const { errors, count } = result;
      const detail = count === 1 ? "The bundle has a mistake." : `The bundle has ${count} mistakes.`;
      throw new ProblemError(validationFailed, { detail: `${detail} Nothing was changed.`, errors });
    },
);

function importedSite({ site, dryRun, sections, newKeys, warnings }: ImportReport): Static<typeof ImportedSite> {
  return { site, dryRun, sections, newKeys: dryRun ? [] : newKeys, warnings: warnings.slice(0, maxShownErrors) };
}
