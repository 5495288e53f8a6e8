import { crc32 } from "node:zlib";
import { randomBase62 } from "../secrets/secret.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 32;
const checksumLength = 6;

/** A new personal access token: `vt_`, 32 random letters and digits, and their checksum. */
export function newAccessToken(): string {
  const secret = randomBase62(secretLength);
  return `vt_${secret}${checksumOf(secret)}`;
}

/** Whether a text is in the form of a token, and has no typing error: scanners that find it elsewhere can tell without us. */
export function isAccessTokenForm(text: string): boolean {
  const [, secret, checksum] = /^vt_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(text) ?? [];
  return secret !== undefined && checksumOf(secret) === checksum;
}

/** The CRC-32 in base62, the largest digit first. */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let text = "";
  for (let place = 0; place < checksumLength; place += 1) {
    text = digits.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
