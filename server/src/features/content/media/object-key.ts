import { isUuid } from "../../../lib/text/uuid.ts";

/** Where the bytes of a file lie in the store. */
export function objectKey(siteId: string, sha256: string): string {
  return `${objectPrefix(siteId)}${sha256}`;
}

/** Where a variant lies: beside its original. `variant`: of the letters that a key may have. */
export function variantKey(siteId: string, sha256: string, variant: string): string {
  return `${objectKey(siteId, sha256)}.${variant}`;
}

/** Where a part of an unfinished upload lies. */
export function partKey(siteId: string, uploadId: string, partId: string): string {
  return `${objectPrefix(siteId)}uploads/${uploadId}/${partId}`;
}

export const everySite = "sites/";

export function objectPrefix(siteId: string): string {
  return `${everySite}${siteId}/`;
}

/** An object of this server by its key: the bytes of a file, a variant of a picture, or a part of an upload. */
export type KnownKey = { siteId: string } & ({ kind: "file" | "variant"; sha256: string } | { kind: "part"; partId: string });

/** Undefined for the key of any other program. */
export function readKey(key: string): KnownKey | undefined {
  const [, siteId = "", rest = ""] = /^sites\/([0-9a-f-]{36})\/(.+)$/.exec(key) ?? [];
  const [, sha256, variant] = /^([0-9a-f]{64})(\.[A-Za-z0-9._-]+)?$/.exec(rest) ?? [];
  const [, partId] = /^uploads\/[0-9a-f-]{36}\/([0-9a-f-]{36})$/.exec(rest) ?? [];
  if (!isUuid(siteId)) return undefined;
  if (sha256 !== undefined) return { siteId, kind: variant === undefined ? "file" : "variant", sha256 };
  return partId !== undefined && isUuid(partId) ? { siteId, kind: "part", partId } : undefined;
}
