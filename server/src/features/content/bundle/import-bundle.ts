import { recordChange, type RecordedChange } from "../../people/audit/index.ts";
import { recordWebhookEvents } from "../../server/webhooks/index.ts";
import type { FileDeps } from "../media/index.ts";
import { readAdminSite, siteIdOf } from "../../server/sites/index.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { hasChanges } from "../../../lib/observing/tally.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Database, Sql } from "../../../ports/database.ts";
import type { Ids } from "../../../ports/ids.ts";
import { BundleError } from "./bundle-error.ts";
import { onlyPart, type BundlePart } from "./bundle-parts.ts";
import { readBundle, type ReadBundle } from "./read-bundle.ts";
import { saveBundle, type ImportOptions, type ImportReport } from "./save-bundle.ts";
import { membersOf } from "./save-site.ts";
import { assetErrors, stageAssets, type StagedAssets } from "./stage-assets.ts";

/** Without a place for files, a bundle with assets is a mistake. */
export interface ImportDeps extends Partial<Pick<FileDeps, "store" | "pictures" | "media">> {
  sql: Database;
  clock: Clock;
  ids: Ids;
  secrets: KeyRing;
  publicUrl: string;
}

/** Undoes a dry run: carries its report out of the transaction. */
class DryRun extends Error {
  readonly report: ImportReport;
  constructor(report: ImportReport) {
    super("dry run");
    this.report = report;
  }
}

/** Creates or updates a whole site from the text of a bundle, or changes nothing. Throws BundleError with every mistake. */
export async function importBundle(deps: ImportDeps, text: string, options: ImportOptions): Promise<ImportReport> {
  return importRead(deps, readBundle(text), options);
}

/** The same of a bundle that was read. */
export async function importRead(
  { sql, clock, ids, secrets, publicUrl, store, pictures, media }: ImportDeps,
  wholeBundle: ReadBundle,
  { by, files, ...options }: ImportOptions,
): Promise<ImportReport> {
  const read = options.only ? await readPart(sql, wholeBundle, options.only) : wholeBundle;
  const staged = store && pictures && media && (await stage({ sql, clock, ids, store, pictures, media }, read, { ...options, files }));
  const ctx = { now: clock.now(), ids, secrets };
  try {
    return await sql.begin(
      async (tx) => {
        await tx`set local lock_timeout = '10s'`;
        const report = await saveBundle(tx, ctx, read.bundle, { ...options, read, publicUrl, staged, ...(by ? { by } : {}) });
        if (by) await recordImport(tx, ctx, by, report);
        if (options.dryRun) throw new DryRun(report);
        return report;
      },
      { statementTimeoutMs: 60_000 },
    );
  } catch (error) {
    if (error instanceof DryRun) return error.report;
    throw error;
  }
}

/** The part of a bundle, of the site as it is; the settings are a part that changes it. Throws BundleError, and a CommandError where there is no site. */
async function readPart(sql: Sql, whole: ReadBundle, part: BundlePart): Promise<ReadBundle> {
  const read = onlyPart(whole, part);
  const { site } = read.bundle;
  if (read.isInStandIn("/site/slug")) throw new BundleError(read.locate(read.errors));
  const storedSite = await readAdminSite(sql, await siteIdOf(sql, site.slug));
  if (!storedSite || part === "settings") return read;
  return { ...read, bundle: { ...read.bundle, site: { ...site, ...membersOf(storedSite) } } };
}

/** Stores the files of a bundle before the transaction, which waits for no network. Throws BundleError. */
async function stage(
  deps: FileDeps,
  { bundle, errors: inForm, locate, isInStandIn }: ReadBundle,
  { files, ...options }: Omit<ImportOptions, "by">,
): Promise<StagedAssets | undefined> {
  if (!bundle.assets || bundle.assets.length === 0) return undefined;
  const inAssets = assetErrors(bundle);
  // With the mistakes elsewhere, which the transaction finds.
  if (inForm.length + inAssets.length > 0) return undefined;
  const staged = await stageAssets(deps, bundle, files, options);
  const errors = staged.errors.filter(({ path }) => !isInStandIn(path));
  if (errors.length > 0) throw new BundleError(locate(errors));
  return staged;
}

/** Records what an import did, if it did anything: how many it made and changed of each section. */
async function recordImport(tx: Sql, ctx: WriteContext, by: Pick<RecordedChange, "actor" | "action">, report: ImportReport): Promise<void> {
  const { siteId, site, sections } = report;
  const changes = Object.entries(sections)
    .filter(([, tally]) => hasChanges(tally))
    .map(([member, { created, updated }]) => ({ member, to: { created, updated } }));
  if (changes.length > 0) await recordChange(tx, ctx, { ...by, siteId, target: { type: "site", id: siteId, label: site }, changes });
  const changed = (["site", "plugins"] as const).filter((section) => hasChanges(sections[section]));
  if (changed.length > 0) await recordWebhookEvents(tx, ctx, siteId, [{ type: "settings.changed", data: { changed } }]);
}
