import type { AddressedSite } from "../../../../lib/media/media-address.ts";
import type { FastifyReply } from "fastify";
import type { Static } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { assetOf, readAssetRow } from "../asset-row.ts";
import { assetNotFound } from "../asset.ts";
import type { Upload, UploadRow } from "./upload.ts";

type Shown = Pick<UploadRow, "bytes" | "received" | "expiresAt" | "assetId" | "cut">;

/** The headers by which clients of the protocol learn where an upload is (tus 1.0, "HEAD", "expiration"), the asset that it has become, and what was cut out. */
export function tagUpload(reply: FastifyReply, { bytes, received, expiresAt, assetId, cut }: Shown): void {
  void reply.headers({
    "upload-offset": String(received),
    "upload-length": String(bytes),
    ...(assetId === null ? { "upload-expires": expiresAt.toUTCString() } : { "upload-asset": assetId }),
    ...(cut.length > 0 ? { "upload-cut": asciiJson(cut) } : {}),
  });
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The answer's form of an upload. */
export async function uploadOf(
  { sql, media }: Pick<Deps, "sql" | "media">,
  site: AddressedSite,
  { id, bytes, received, expiresAt, assetId, isDuplicate, cut }: UploadRow,
): Promise<Static<typeof Upload>> {
  // The asset may have been deleted since.
  const row = assetId === null ? undefined : await readAssetRow(sql, site.id, assetId).catch(unlessAbsent);
  const asset = row ? assetOf(row, site, media) : null;
  return { id, bytes, offset: received, expiresAt: expiresAt.toISOString(), asset, duplicate: isDuplicate, cut };
}

function unlessAbsent(error: unknown): undefined {
  if (error instanceof ProblemError && error.problem === assetNotFound) return undefined;
  throw error;
}
