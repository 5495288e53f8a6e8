import { createHash } from "node:crypto";

/** A strong ETag of a response: its bytes, salted with its site and kind, so that equal bytes of two sites differ. */
export function etagOf(siteId: string, key: string, body: Uint8Array): string {
  const digest = createHash("sha256").update(siteId).update("\0").update(key).update("\0").update(body).digest("base64url");
  return `"${digest.slice(0, 27)}"`;
}

/** Whether If-Match names the entity, by strong comparison (RFC 9110 §13.1.1). */
export function namesEtag(ifMatch: string, etag: string): boolean {
  return ifMatch.split(",").some((part) => part.trim() === etag || part.trim() === "*");
}

/** Whether If-None-Match names the entity, by weak comparison: a compressing proxy may have weakened ours (RFC 9110 §13.1.2). */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.includes(etag) && ifNoneMatch.split(",").some((part) => part.trim().replace(/^W\//, "") === etag);
}
