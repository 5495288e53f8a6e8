import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { fileName, fileProblems, quotaOf, stageFile, type FileDeps, type GivenAsset, type StagingSite } from "../media/index.ts";
import { ProblemError, unavailable, type ValidationError } from "../../../lib/http/problem.ts";
import { FileExcess, isInside, type BundleFiles } from "./bundle-files.ts";
import { repeated } from "./check-bundle.ts";
import { assetName } from "./edited-items.ts";
import type { Bundle, BundleAsset } from "./schema.ts";

/** The assets of a bundle, before the transaction that names them. */
export interface StagedAssets {
  /** The id that the site has, or gets: its files lie below it. */
  siteId: string;
  assets: GivenAsset[];
  /** Of the server. */
  quotaMb: number;
  errors: ValidationError[];
}

/** Files that are cleaned or copied at once. */
const atOnce = 3;
/** How long one waits for files that others sent. */
const [attempts, pauseMs] = [240, 500];

/**
 * Cleans the files of a bundle and puts them into the store, unless nothing is to be changed. `files`: absent where none can come along.
 */
export async function stageAssets(
  deps: FileDeps,
  bundle: Bundle,
  files: BundleFiles | undefined,
  { dryRun, onProgress }: { dryRun: boolean; onProgress(section: string, done: number, total: number): void },
): Promise<StagedAssets> {
  const bundleAssets = bundle.assets ?? [];
  const site = await stagingSite(deps, bundle);
  const errors: ValidationError[] = [];
  const assets: (GivenAsset | undefined)[] = [];
  let bytes = 0;
  let done = 0;
  const stageOne = async (asset: BundleAsset, index: number) => {
    const { path, name: _, ...words } = asset;
    const name = assetName(asset);
    const addError = (member: string, code: string, message: string) =>
      void errors.push({ path: `/assets/${index}${member}`, code, message });
    const copy = await copyOf(files, asset, deps.media).catch((error: unknown) => {
      if (!(error instanceof FileExcess)) throw error;
      return error;
    });
    if (copy instanceof FileExcess) return addError("/path", "file_too_large", "is larger than MEDIA_MAX_VIDEO_MB");
    if (copy === undefined) return addError("/path", "file", files ? `does not exist beside the bundle: ${path}` : notSent);
    try {
      const file = await patiently(() => stageFile(deps, site, copy, { dryRun, stagedFile: files?.known?.(path) }));
      const fitting = fileName(name, file.extension);
      if (fitting !== name) return addError("/name", "name", `does not fit the content of the file: call it ${JSON.stringify(fitting)}`);
      if ((bytes += file.bytes) > site.quotaBytes) return addError("", "quota_exceeded", "is more than the site has room for");
      assets[index] = { name, file, ...words };
    } catch (error) {
      if (!(error instanceof ProblemError) || !fileProblems.includes(error.problem)) throw error;
      addError("/path", error.problem.code, `is refused: ${error.details.detail ?? error.problem.title}`);
    } finally {
      await rm(copy, { force: true });
      onProgress("assets", (done += 1), bundleAssets.length);
    }
  };
  const waiting = [...bundleAssets.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next && errors.length < mostErrors; next = waiting.shift()) await stageOne(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { siteId: site.id, assets: assets.filter((asset) => asset !== undefined), quotaMb: deps.media.quotaMb, errors };
}

const mostErrors = 100;
const notSent = "is not sent along: import a bundle with files with `vitrine site import`";

async function copyOf(files: BundleFiles | undefined, { path }: BundleAsset, media: FileDeps["media"]): Promise<string | undefined> {
  return files && isInside(path) ? files.copy(path, { folder: media.uploads, maxBytes: media.maxVideoBytes }) : undefined;
}

/** Others may be uploading. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem !== unavailable || attempt === attempts) throw error;
      await pause(pauseMs);
    }
  }
}

async function stagingSite({ sql, ids, media }: FileDeps, { site }: Bundle): Promise<StagingSite> {
  const [storedSite] = await sql<{ id: string; settings: { media?: Partial<MediaSettings> }; limitMb: number | null }>`
    select id, settings, media_quota_mb as "limitMb" from sites where slug = ${site.slug}`;
  const settings: Partial<MediaSettings> = site.settings?.media ?? storedSite?.settings.media ?? {};
  return {
    id: storedSite?.id ?? ids.next(),
    isKnown: storedSite !== undefined,
    keepMetadata: settings.keepMetadata ?? false,
    ...quotaOf({ setMb: settings.quotaMb, limitMb: storedSite?.limitMb ?? media.quotaMb }),
  };
}

interface MediaSettings {
  keepMetadata: boolean;
  quotaMb: number;
}

/** What is wrong with the assets of a bundle, apart from their files. */
export function assetErrors({ site, assets = [] }: Bundle): ValidationError[] {
  const seen = new Map<string, string>();
  return assets.flatMap((asset, index): ValidationError[] => {
    const at = `/assets/${index}`;
    const message = "must lead to a file below the bundle, relative and with slashes";
    return [
      ...(isInside(asset.path) ? [] : [{ path: `${at}/path`, code: "path", message }]),
      ...repeated(seen, assetName(asset), `${at}/${asset.name === undefined ? "path" : "name"}`),
      ...Object.keys(asset.alt ?? {})
        .filter((locale) => !site.locales.includes(locale))
        .map((locale) => ({ path: `${at}/alt/${locale}`, code: "locale", message: "is not one of the site's locales" })),
    ];
  });
}

/** What is wrong where the files of a bundle were not staged: with its assets, or that there are any. */
export function unstagedErrors(bundle: Bundle): ValidationError[] {
  const errors = assetErrors(bundle);
  if (errors.length > 0) return errors;
  return (bundle.assets ?? []).slice(0, mostErrors).map((_, index) => ({ path: `/assets/${index}/path`, code: "file", message: notSent }));
}
