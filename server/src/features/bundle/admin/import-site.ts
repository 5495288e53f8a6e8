import { Type, type Static } from "typebox";
import type { Deps } from "../../../deps.ts";
import { confirmationNeeded, demandPermission, demandRecentSignIn } from "../../../lib/admin/demands.ts";
import { actorOf } from "../../../lib/admin/identity.ts";
import { siteBase, SiteParams } from "../../../lib/admin/site-path.ts";
import { Single } from "../../../lib/http/envelope.ts";
import { operation } from "../../../lib/http/operation.ts";
import { ProblemError, validationFailed, type Fault } from "../../../lib/http/problem.ts";
import { hasSecrets, type PluginId } from "../../sites/index.ts";
import { BundleError } from "../bundle-error.ts";
import { bundleTurns } from "../bundle-turns.ts";
import { importRead, type ImportReport } from "../import-bundle.ts";
import { readBundle } from "../read-bundle.ts";

const Count = Type.Integer({ minimum: 0 });
const Tally = Type.Object({ created: Count, updated: Count, unchanged: Count }, { additionalProperties: false });
const Warning = Type.Object(
  {
    ...{ path: Type.String({ description: "JSON Pointer." }), code: Type.String(), message: Type.String() },
    ...{ line: Type.Optional(Type.Integer()), column: Type.Optional(Type.Integer()) },
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
const shown = 100;

/** Changes a site to a bundle, or says what that would do. */
export const importSite = operation(
  {
    id: "importSite",
    method: "POST",
    path: `${siteBase}/bundle`,
    access: "member",
    permission: "bundle:write",
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
    }),
    takes: "bytes",
    bodyForms: {
      "application/json": Type.Record(Type.String(), Type.Unknown()),
      "application/yaml": Type.String(),
    },
    maxBodyBytes: mostBytes,
    response: { 200: Single(ImportedSite) },
  },
  ({ sql, clock, ids, secrets, publicUrl, store, pictures, media }: ImportingDeps) =>
    async (request) => {
      const { site, member, admin, query, body } = request;
      const { dryRun = false, setStock = false } = query;
      try {
        const read = request.spend(() => readBundle(textOf(body)));
        const { plugins = {} } = read.bundle;
        if (Object.entries(plugins).some(([plugin, { config }]) => hasSecrets(plugin as PluginId, config))) {
          demandPermission(member, "plugins:secrets");
          demandRecentSignIn(admin, clock.now());
        }
        if (!read.isInStandIn("/site/slug") && read.bundle.site.slug !== site.slug) {
          const message = `must be the slug of this site, ${site.slug}`;
          throw new BundleError(read.locate([{ path: "/site/slug", code: "other_site", message }]));
        }
        const own = { ...read, bundle: { ...read.bundle, site: { ...read.bundle.site, slug: site.slug } } };
        const by = { actor: actorOf(request), action: "importSite" };
        const report = await bundleTurns.run(site.slug, () =>
          importRead({ sql, clock, ids, secrets, publicUrl, store, pictures, media }, own, {
            dryRun,
            setStock,
            by,
            onProgress: () => undefined,
          }),
        );
        return { data: importedSite(report) };
      } catch (error) {
        if (!(error instanceof BundleError)) throw error;
        const { faults } = error;
        const detail = faults.length === 1 ? "The bundle has a mistake." : `The bundle has ${faults.length} mistakes.`;
        throw new ProblemError(validationFailed, { detail: `${detail} Nothing was changed.`, errors: faults.slice(0, shown) });
      }
    },
);

type ImportingDeps = Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "publicUrl" | "store" | "pictures" | "media">;

function textOf(body: unknown): string {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const fault: Fault = { path: "", code: "encoding", message: "is not in UTF-8" };
    throw new BundleError([fault]);
  }
}

function importedSite({ site, dryRun, sections, newKeys, warnings }: ImportReport): Static<typeof ImportedSite> {
  return { site, dryRun, sections, newKeys: dryRun ? [] : newKeys, warnings: warnings.slice(0, shown) };
}
