import { fileURLToPath } from "node:url";
import type { RecordedChange } from "../../people/audit/index.ts";
import { hasSecrets, type PluginId } from "../../server/sites/index.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { KeyRing, type SecretKey } from "../../../lib/secrets/secret.ts";
import { packageFolder } from "../../../lib/package-folder.ts";
import type { Ids } from "../../../ports/ids.ts";
import type { Database } from "../../../ports/database.ts";
import { BundleError, type BundleValidationError } from "./bundle-error.ts";
import { exportBundle } from "./export-bundle.ts";
import { onlyPart } from "./bundle-parts.ts";
import { importRead } from "./import-bundle.ts";
import type { ImportOptions, ImportReport } from "./save-bundle.ts";
import { readBundle } from "./read-bundle.ts";
import { yamlExcess } from "./read-yaml.ts";

/** The thread that reads, checks and writes bundles: these take seconds for a large one. */
export const bundleProgram = fileURLToPath(new URL("dist/bundle-thread.js", packageFolder));

export interface ImportJob extends Pick<ImportOptions, "dryRun" | "setStock" | "overwrite" | "only"> {
  kind: "import";
  /** In UTF-8. */
  text: Uint8Array;
  /** The site's slug, which must be the bundle's. */
  slug: string;
  by: Pick<RecordedChange, "actor" | "action">;
  now: Date;
  keys: [SecretKey, ...SecretKey[]];
  publicUrl: string;
}

export interface ExportJob {
  kind: "export";
  slug: string;
  format: "yaml" | "json";
  keys: [SecretKey, ...SecretKey[]];
}

export type BundleJob = ImportJob | ExportJob;

/** The report, or the mistakes: the first hundred of so many. */
export type ImportResult = { report: ImportReport } | { errors: BundleValidationError[]; count: number };

/** The text in UTF-8; undefined when there is no such site; or why an import would refuse it. */
export type ExportResult = { text: Uint8Array<ArrayBuffer> } | { excess: string } | undefined;

export interface BundleJobDeps {
  sql: Database;
  ids: Ids;
  /** Rejects unless the person may import secret settings. */
  demandSecrets(): Promise<unknown>;
}

const mostErrors = 100;

export async function runImport({ sql, ids, demandSecrets }: BundleJobDeps, job: ImportJob): Promise<ImportResult> {
  const { text, slug, by, now, keys, publicUrl, dryRun, setStock, overwrite = false, only } = job;
  try {
    const read = readBundle(decode(text));
    const { plugins = {} } = only ? onlyPart(read, only).bundle : read.bundle;
    if (Object.entries(plugins).some(([plugin, { config }]) => hasSecrets(plugin as PluginId, config))) await demandSecrets();
    if (!read.isInStandIn("/site/slug") && read.bundle.site.slug !== slug) {
      const message = `must be the slug of this site, ${slug}`;
      throw new BundleError(read.locate([{ path: "/site/slug", code: "other_site", message }]));
    }
    const renamedBundle = { ...read, bundle: { ...read.bundle, site: { ...read.bundle.site, slug } } };
    const clock = { now: () => now, monotonicMs: () => now.getTime() };
    const deps = { sql, clock, ids, secrets: new KeyRing(keys), publicUrl };
    return { report: await importRead(deps, renamedBundle, { dryRun, setStock, overwrite, only, by, onProgress: () => undefined }) };
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    return { errors: error.errors.slice(0, mostErrors), count: error.errors.length };
  }
}

export async function runExport({ sql }: Pick<BundleJobDeps, "sql">, { slug, format, keys }: ExportJob): Promise<ExportResult> {
  const text = await exportBundle({ sql, secrets: new KeyRing(keys) }, slug, { format, withSecrets: false });
  if (text === undefined) return undefined;
  const excess = format === "yaml" ? yamlExcess(text) : undefined;
  return excess ? { excess: excess.message } : { text: new TextEncoder().encode(text) };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const error: ValidationError = { path: "", code: "encoding", message: "is not in UTF-8" };
    throw new BundleError([error]);
  }
}
