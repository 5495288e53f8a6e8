import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "../../../deps.ts";
import { outputFile } from "../../../lib/media/output-file.ts";
import { SharedRuns } from "../../../lib/published/shared-runs.ts";
import { PicturesBusy, type Focus, type PictureFormat } from "../../../ports/pictures.ts";
import { objectKey, variantKey } from "./object-key.ts";
import { pictureOwner } from "./picture-owner.ts";
import type { Ratio } from "./variant.ts";

export type RenderingDeps = Pick<Deps, "sql" | "clock" | "ids" | "store" | "pictures" | "media">;

/** A variant to be made, of a file of a site. */
export interface WantedVariant {
  /** Who waits for it: the address of a visitor. */
  client: string;
  siteId: string;
  fileId: string;
  sha256: string;
  width: number;
  ratio: Ratio | undefined;
  focus: Focus;
  format: PictureFormat;
}

/** A variant in the store. */
export interface StoredVariant {
  key: string;
  bytes: number;
  sha256: string;
}

/** A rendering takes ten seconds at most, and waits for others before. Another process takes over after that. */
const claimedMs = 40_000;
/** A file that cannot be rendered is tried again after that: another version of the server may be able to. */
const refusedMs = 24 * 60 * 60_000;
const [looks, lookEveryMs] = [200, 100];

/**
 * Makes each variant once, whatever number of requests on whatever processes want it: the first claims it in the database, and the others wait for it.
 * Rejects with PicturesBusy, CannotProcessPictures or StoreUnavailable. Undefined: the file cannot be rendered, or is gone.
 */
export function variantMaker(deps: RenderingDeps): (wanted: WantedVariant) => Promise<StoredVariant | undefined> {
  const making = new SharedRuns<StoredVariant | undefined>(deps.clock);
  return (wanted) => {
    const key = variantKey(wanted.siteId, wanted.sha256, variantName(wanted));
    return making.run(key, () => findOrRender(deps, key, wanted));
  };
}

/** A name that differs wherever the pictures do. */
function variantName({ width, ratio, focus, format }: WantedVariant): string {
  // The focus has a say only where something is cut off.
  const crop = ratio ? `${ratio.join("-")}.${focus.map((part) => Math.round(part * 1_000)).join("-")}` : "auto";
  return `${width}x${crop}.${format}`;
}

async function findOrRender(deps: RenderingDeps, key: string, wanted: WantedVariant): Promise<StoredVariant | undefined> {
  const { sql } = deps;
  for (let look = 1; look <= looks; look += 1) {
    const [variantRow] = await sql<{ bytes: number | null; sha256: string | null; isClaimed: boolean; isRefused: boolean }>`
      select
        bytes::float8 as bytes, sha256, coalesce(rendered_until > clock_timestamp(), false) as "isClaimed", is_refused as "isRefused"
      from asset_variants
      where site_id = ${wanted.siteId} and object_key = ${key}`;
    if (variantRow && variantRow.bytes !== null && variantRow.sha256 !== null)
      return { key, bytes: variantRow.bytes, sha256: variantRow.sha256 };
    if (variantRow?.isClaimed && variantRow.isRefused) return undefined;
    if (!variantRow?.isClaimed && (await claim(deps, key, wanted, variantRow !== undefined))) return renderClaimed(deps, key, wanted);
    await pause(lookEveryMs);
  }
  throw new PicturesBusy("Another process makes the variant, and takes long: try again later.");
}

/** By the time of the database, which all processes share. `hasExpired`: an earlier claim. False: another process was faster. */
async function claim(
  { sql, clock, ids }: RenderingDeps,
  key: string,
  { siteId, fileId }: WantedVariant,
  hasExpired: boolean,
): Promise<boolean> {
  const now = await databaseNow(sql);
  const until = new Date(now.getTime() + claimedMs);
  if (hasExpired) {
    const [taken] = await sql<{ id: string }>`
      update asset_variants set rendered_until = ${until}, is_refused = false
      where site_id = ${siteId} and object_key = ${key} and rendered_until < ${now}
      returning id`;
    return taken !== undefined;
  }
  const [claimed] = await sql<{ id: string }>`
    insert into asset_variants (site_id, id, file_id, object_key, rendered_until, created_at)
    select ${siteId}, ${ids.next()}, files.id, ${key}, ${until}, ${clock.now()}
    from asset_files as files
    where files.site_id = ${siteId} and files.id = ${fileId} and files.removed_at is null
    on conflict (site_id, object_key) do nothing
    returning id`;
  return claimed !== undefined;
}

/** A statement of its own: Citus refuses a clock inside an update. */
async function databaseNow(sql: Deps["sql"]): Promise<Date> {
  const [time] = await sql<{ now: Date }>`select clock_timestamp() as now`;
  if (!time) throw new Error("The database tells no time.");
  return time.now;
}

async function renderClaimed(deps: RenderingDeps, key: string, wanted: WantedVariant): Promise<StoredVariant | undefined> {
  const { sql, store, pictures, media } = deps;
  const { siteId, sha256, width, ratio, focus, format } = wanted;
  const original = objectKey(siteId, sha256);
  const [copy, target] = [join(media.uploads, randomUUID()), join(media.uploads, randomUUID())];
  try {
    await mkdir(media.uploads, { recursive: true });
    const source = (await store.localPath(original)) ?? (await copyTo(copy, store, original));
    const rendered = await pictures.render(await pictureOwner(sql, siteId, wanted.client), {
      source,
      target,
      width,
      focus,
      format,
      ...(ratio && { ratio }),
    });
    if ("refused" in rendered) {
      await refuse(deps, siteId, key);
      return undefined;
    }
    await store.put(key, { path: target, bytes: rendered.bytes, sha256: rendered.sha256, contentType: `image/${format}` });
    await sql`
      update asset_variants set rendered_until = null, bytes = ${rendered.bytes}, sha256 = ${rendered.sha256}
      where site_id = ${siteId} and object_key = ${key}`;
    return { key, bytes: rendered.bytes, sha256: rendered.sha256 };
  } catch (error) {
    await forget(deps, siteId, key);
    throw error;
  } finally {
    await Promise.all([rm(copy, { force: true }), rm(target, { force: true })]);
  }
}

/** Resolves with the path of the copy. */
async function copyTo(path: string, store: Deps["store"], key: string): Promise<string> {
  const object = await store.get(key);
  if (!object) throw new Error("The store lacks the bytes of a file. `vitrine media check` lists such files.");
  await pipeline(object.stream, outputFile(path, "wx"));
  return path;
}

/** Remembers that the variant cannot be made: else each request would cost the time that it takes to find that out. */
async function refuse({ sql }: Pick<Deps, "sql">, siteId: string, key: string): Promise<void> {
  const until = new Date((await databaseNow(sql)).getTime() + refusedMs);
  await sql`
    update asset_variants set is_refused = true, rendered_until = ${until}
    where site_id = ${siteId} and object_key = ${key}`;
}

/** Forgets that a variant is stored, or being made: the next request makes it anew. */
export async function forget({ sql }: Pick<Deps, "sql">, siteId: string, key: string): Promise<void> {
  await sql`delete from asset_variants where site_id = ${siteId} and object_key = ${key}`;
}
