import { createHmac, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "../secrets/secret.ts";
import type { Site } from "../site.ts";

/**
 * All addresses of private files that are made within one window expire at the end of the next one: they hold for half a day at least, and what is
 * made within one window is the same, so that answers can be cached in it.
 */
export const windowMs = 12 * 60 * 60_000;

/** When the addresses expire that a site makes now, in milliseconds; null: they are not signed, and hold for good. */
export function filesUntil(hasPrivateFiles: boolean, now: Date): number | null {
  return hasPrivateFiles ? (Math.floor(now.getTime() / windowMs) + 2) * windowMs : null;
}

/** The address of an asset, as a signature covers it. */
interface SignedAddress {
  siteId: string;
  assetId: string;
  hash: string;
  /** When it expires, in milliseconds. */
  until: number;
}

/** The part of an address that follows the asset: the hash, and of a private file when it expires and the signature. */
interface AddressMark {
  hash: string;
  /** Absent: it is not signed. */
  until?: number;
  signature?: string;
}

const plainForm = /^[0-9a-f]{8}$/;
// Seconds to the base of 36, so that the mark stays short; the signature has 128 bits.
const signedForm = /^([0-9a-f]{8})-([1-9a-z][0-9a-z]{0,7})-([A-Za-z0-9_-]{22})$/;
const signatureBytes = 16;

/** Undefined: no address has such a mark. */
function readMark(mark: string): AddressMark | undefined {
  if (plainForm.test(mark)) return { hash: mark };
  const [, hash, until = "", signature] = signedForm.exec(mark) ?? [];
  return hash !== undefined && signature !== undefined ? { hash, until: Number.parseInt(until, 36) * 1_000, signature } : undefined;
}

/** The file that a mark opens at a site. */
export interface Opened {
  hash: string;
  /** When it ceases to, in milliseconds; undefined: never. */
  until: number | undefined;
  /** Whether an answer may be kept for as long as the site is what it is: the site is read anew before the address expires. */
  isKept: boolean;
}

/**
 * Opens the mark of a request's address. Undefined: it opens nothing, since it is expired, of another asset or made up; or not signed, while the site's files
 * are private. At a site whose files were private, addresses that are signed go on until they expire.
 */
export function openMark(
  signer: Pick<AddressSigner, "verify">,
  site: Pick<Site, "id" | "filesUntil">,
  assetId: string,
  text: string,
  now: Date,
): Opened | undefined {
  const mark = readMark(text);
  if (!mark) return undefined;
  const { hash, until, signature } = mark;
  if (until === undefined || signature === undefined)
    return site.filesUntil === null ? { hash, until: undefined, isKept: true } : undefined;
  if (until <= now.getTime() || !signer.verify({ siteId: site.id, assetId, hash, until }, signature)) return undefined;
  return { hash, until, isKept: site.filesUntil !== null && until >= site.filesUntil - windowMs };
}

/** Signs the addresses of private files, and compares them, with keys made from `SECRET_KEY`. */
export class AddressSigner {
  readonly #keys: readonly Uint8Array[];

  constructor(secrets: Pick<KeyRing, "derive">) {
    this.#keys = secrets.derive("vitrine/media-addresses").map(({ bytes }) => bytes);
  }

  /** The mark of an address: its variants have the same. */
  sign(address: SignedAddress): string {
    const [key = new Uint8Array()] = this.#keys;
    return `${address.hash}-${(address.until / 1_000).toString(36)}-${signatureOf(key, address).toString("base64url")}`;
  }

  /** Whether one of the keys made the signature for this very address. Takes as long for a wrong one. */
  verify(address: SignedAddress, signature: string): boolean {
    const sentSignature = Buffer.from(signature, "base64url");
    return this.#keys.filter((key) => timingSafeEqual(signatureOf(key, address), sentSignature)).length > 0;
  }
}

function signatureOf(key: Uint8Array, { siteId, assetId, hash, until }: SignedAddress): Buffer {
  return createHmac("sha256", key).update(`${siteId} ${assetId} ${hash} ${until}`).digest().subarray(0, signatureBytes);
}
