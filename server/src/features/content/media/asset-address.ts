import { createHash } from "node:crypto";
import type { Focus } from "../../../ports/pictures.ts";

/** The first letters of a digest of the bytes and the focus: an address changes when either does, so that caches may keep it forever. */
export function addressHash(sha256: string, [x, y]: Focus): string {
  return createHash("sha256").update(`${sha256} ${x} ${y}`).digest("hex").slice(0, 8);
}

/** The strong ETag of a file: equal bytes at one address are the same file. */
export function fileEtag(sha256: string): string {
  return `"${sha256.slice(0, 32)}"`;
}

/** A focus as it is stored: thousandths are finer than any crop. */
export function roundedFocus([x, y]: Focus): [number, number] {
  return [Math.round(x * 1_000) / 1_000, Math.round(y * 1_000) / 1_000];
}
