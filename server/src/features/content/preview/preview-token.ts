import { randomBase62, sha256 } from "../../../lib/secrets/secret.ts";

export const previewTokenPattern = "^pv_[0-9A-Za-z]{32}$";

const minute = 60_000;
const hour = 60 * minute;

/** The limits of a preview's life, and its default. */
export const previewLifeMs = { shortest: minute, usual: 24 * hour, longest: 30 * 24 * hour };

export function newPreviewToken(): string {
  return `pv_${randomBase62(32)}`;
}

/** The stored form of a token, beside its last four characters. It has 190 random bits, so a plain hash is enough. */
export function hashPreviewToken(token: string): Uint8Array {
  return sha256(token);
}

/** The address of the front end, with the token of a release's preview behind `#`: browsers send that part to no server. */
export function releasePreviewLink(frontEnd: string, token: string): string {
  return `${frontEnd.replace(/\/$/, "")}/#preview=${token}`;
}

/** The address of the preview. The link alone gives access. */
export function previewLink(publicUrl: string, token: string, locale?: string): string {
  return `${publicUrl}/api/public/v1/preview/${token}${locale === undefined ? "" : `?locale=${locale}`}`;
}
