import { sha256 } from "../secrets/secret.ts";

/** A UUIDv8 of the text's SHA-256 (RFC 9562 §5.8): the same text has the same id, and cannot be read from it. */
export function digestId(text: string): string {
  const hex = Buffer.from(sha256(text)).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
