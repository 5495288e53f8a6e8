import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { defaultQuotaMb, fileName, fileProblems, stageFile, type FileDeps, type GivenAsset, type StagingSite } from "../media/index.ts";
import { ProblemError, unavailable, type Fault } from "../../lib/http/problem.ts";
import { FileExcess, isInside, type BundleFiles } from "./bundle-files.ts";
import { repeated } from "./check-bundle.ts";
import type { Bundle, BundleAsset } from "./schema.ts";

/** The assets of a bundle, before the transaction that names them. */
export interface StagedAssets {
  /** The id that the site has, or gets: its files lie below it. */
  siteId: string;
  assets: GivenAsset[];
  faults: Fault[];
}

/** Files that are cleaned or copied at once. */
const atOnce = 3;
/** How long one waits for files that others sent. */
const [attempts, pauseMs] = [240, 500];

/** The name by which a bundle calls an asset. */
function assetName({ path, name }: BundleAsset): string {
  return name ?? path.slice(path.lastIndexOf("/") + 1);
}

/**
 * Cleans the files of a bundle and puts them into the store, unless nothing is to be changed. `files`: absent where none can come along.
 */
export async function stageAssets(
  deps: FileDeps,
  bundle: Bundle,
  files: BundleFiles | undefined,
  { dryRun, onProgress }: { dryRun: boolean; onProgress(section: string, done: number, total: number): void },
): Promise<StagedAssets> {
  const given = bundle.assets ?? [];
  const site = await stagingSite(deps, bundle);
  const faults: Fault[] = [];
  const assets: (GivenAsset | undefined)[] = [];
  let bytes = 0;
  let done = 0;
  const stageOne = async (asset: BundleAsset, index: number) => {
    const { path, name: _, ...words } = asset;
    const name = assetName(asset);
    const fault = (member: string, code: string, message: string) => void faults.push({ path: `/assets/${index}${member}`, code, message });
    const copy = await copyOf(files, asset, deps.media).catch((error: unknown) => {
      if (!(error instanceof FileExcess)) throw error;
      return error;
    });
    if (copy instanceof FileExcess) return fault("/path", "file_too_large", "is larger than MEDIA_MAX_VIDEO_MB");
    if (copy === undefined) return fault("/path", "file", files ? `is no file beside the bundle: ${path}` : notSent);
    try {
      const file = await patiently(() => stageFile(deps, site, copy, { dryRun, known: files?.known?.(path) }));
      const fitting = fileName(name, file.extension);
      if (fitting !== name) return fault("/name", "name", `does not fit the content of the file: call it ${JSON.stringify(fitting)}`);
      if ((bytes += file.bytes) > site.quotaBytes) return fault("", "quota_exceeded", "is more than the site has room for");
      assets[index] = { name, file, ...words };
    } catch (error) {
      if (!(error instanceof ProblemError) || !fileProblems.includes(error.problem)) throw error;
      fault("/path", error.problem.code, `is refused: ${error.details.detail ?? error.problem.title}`);
    } finally {
      await rm(copy, { force: true });
      onProgress("assets", (done += 1), given.length);
    }
  };
  const waiting = [...given.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next && faults.length < mostFaults; next = waiting.shift()) await stageOne(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { siteId: site.id, assets: assets.filter((asset) => asset !== undefined), faults };
}

const mostFaults = 100;
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

async function stagingSite({ sql, ids }: FileDeps, { site }: Bundle): Promise<StagingSite> {
  const [known] = await sql<{ id: string; settings: { media?: Partial<MediaSettings> } }>`
    select id, settings from sites where slug = ${site.slug}`;
  const media: Partial<MediaSettings> = site.settings?.media ?? known?.settings.media ?? {};
  return {
    id: known?.id ?? ids.next(),
    isKnown: known !== undefined,
    keepMetadata: media.keepMetadata ?? false,
    quotaBytes: (media.quotaMb ?? defaultQuotaMb) * 2 ** 20,
  };
}

interface MediaSettings {
  keepMetadata: boolean;
  quotaMb: number;
}

/** What is wrong with the assets of a bundle, apart from their files. */
export function assetFaults({ site, assets = [] }: Bundle): Fault[] {
  const seen = new Map<string, string>();
  return assets.flatMap((asset, index): Fault[] => {
    const at = `/assets/${index}`;
    const message = "must lead to a file below the bundle, relative and with slashes";
    return [
      ...(isInside(asset.path) ? [] : [{ path: `${at}/path`, code: "path", message }]),
      ...repeated(seen, assetName(asset), `${at}/${asset.name === undefined ? "path" : "name"}`),
      ...Object.keys(asset.alt ?? {})
        .filter((locale) => !site.locales.includes(locale))
        .map((locale) => ({ path: `${at}/alt/${locale}`, code: "locale", message: "is no locale of the site" })),
    ];
  });
}

/** What is wrong where the files of a bundle were not staged: with its assets, or that there are any. */
export function unstagedFaults(bundle: Bundle): Fault[] {
  const faults = assetFaults(bundle);
  if (faults.length > 0) return faults;
  return (bundle.assets ?? []).slice(0, mostFaults).map((_, index) => ({ path: `/assets/${index}/path`, code: "file", message: notSent }));
}
