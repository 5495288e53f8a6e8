import { randomBase62, sha256 } from "../../../lib/secrets/secret.ts";

const apiKeyForm = /^pk_[0-9A-Za-z]{32}$/;

export function newApiKey(): string {
  return `pk_${randomBase62(32)}`;
}

export function isApiKeyForm(text: string): boolean {
  return apiKeyForm.test(text);
}

/** The stored form of a key, beside its last four characters. The key has 190 random bits, so a plain hash is enough. */
export function hashApiKey(key: string): Uint8Array {
  return sha256(key);
}
