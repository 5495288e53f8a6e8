import { randomBase62, sha256 } from "../../lib/secrets/secret.ts";

export const previewTokenPattern = "^pv_[0-9A-Za-z]{32}$";

const minute = 60_000;
const hour = 60 * minute;

/** How long a preview may live, and how long it does when nobody says. */
export const previewLifeMs = { shortest: minute, usual: 24 * hour, longest: 30 * 24 * hour };

export function newPreviewToken(): string {
  return `pv_${randomBase62(32)}`;
}

/** What is stored of a token, with its last four characters. It has 190 random bits, so a plain hash is enough. */
export function hashPreviewToken(token: string): Uint8Array {
  return sha256(token);
}

/** Where the preview is read. Whoever has the link needs nothing else. */
export function previewLink(publicUrl: string, token: string, locale?: string): string {
  return `${publicUrl}/api/public/v1/preview/${token}${locale === undefined ? "" : `?locale=${locale}`}`;
}
