import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

export interface SecretKey {
  id: string;
  bytes: Uint8Array;
}

/** Keys of `SECRET_KEY`: the first one encrypts, all decrypt, so that one can be replaced while the other is still in use. */
export class KeyRing {
  readonly #keys: readonly (SecretKey & { encryption: Uint8Array })[];

  constructor(keys: readonly [SecretKey, ...SecretKey[]]) {
    this.#keys = keys.map(({ id, bytes }) => ({
      id,
      bytes,
      // A key of its own for each purpose: a leak by one use must not help against another.
      encryption: new Uint8Array(hkdfSync("sha256", bytes, "", "vitrine/secrets-at-rest", 32)),
    }));
  }

  /** For a ring in a thread of this process: they are never stored, nor sent elsewhere. */
  keys(): [SecretKey, ...SecretKey[]] {
    return this.#keys.map(({ id, bytes }) => ({ id, bytes })) as [SecretKey, ...SecretKey[]];
  }

  /** Keys made from those of the ring for one purpose (HKDF, RFC 5869), 32 bytes each: the first signs, all verify. */
  derive(purpose: string): [SecretKey, ...SecretKey[]] {
    return this.#keys.map(({ id, bytes }) => ({ id, bytes: new Uint8Array(hkdfSync("sha256", bytes, "", purpose, 32)) })) as [
      SecretKey,
      ...SecretKey[],
    ];
  }

  /** AES-256-GCM. `context` says where the secret is kept; it only opens in the same place. */
  seal(plaintext: string, context: string): Uint8Array {
    const [{ id, encryption }] = this.#keys as [SecretKey & { encryption: Uint8Array }];
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", encryption, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
    return Buffer.concat([Buffer.from([id.length]), Buffer.from(id), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Whether the secret is encrypted with the key for new ones. */
  isCurrent(sealed: Uint8Array): boolean {
    return keyIdOf(sealed) === this.#keys[0]?.id;
  }

  /** Throws when the text was sealed in another place, with a removed key, or was changed since. */
  open(sealed: Uint8Array, context: string): string {
    const bytes = Buffer.from(sealed);
    const id = keyIdOf(sealed);
    const idEnd = 1 + id.length;
    const key = this.#keys.find((candidate) => candidate.id === id);
    if (!key) throw new Error(`SECRET_KEY has no key with the id "${id}", under which a stored secret was encrypted.`);
    const nonce = bytes.subarray(idEnd, idEnd + 12);
    const decipher = createDecipheriv("aes-256-gcm", key.encryption, nonce)
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(idEnd + 12, idEnd + 28));
    return decipher.update(bytes.subarray(idEnd + 28), undefined, "utf8") + decipher.final("utf8");
  }
}

function keyIdOf(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(1, 1 + (sealed[0] ?? 0))).toString("latin1");
}

/** The keys of a `SECRET_KEY` setting: `id:base64,id:base64`, or one bare base64; undefined when it is not of that form. */
export function parseSecretKeys(text: string): [SecretKey, ...SecretKey[]] | undefined {
  const keys = text.split(",").map((part) => {
    const match = /^(?:([A-Za-z0-9_-]{1,32}):)?([A-Za-z0-9+/_-]{43}=?)$/.exec(part.trim());
    const bytes = match?.[2] ? Buffer.from(match[2], "base64") : undefined;
    return bytes?.length === 32 ? { id: match?.[1] ?? "0", bytes: new Uint8Array(bytes) } : undefined;
  });
  const [first, ...rest] = keys;
  if (!first || rest.some((key) => !key)) return undefined;
  const ring: [SecretKey, ...SecretKey[]] = [first, ...(rest as SecretKey[])];
  return new Set(ring.map(({ id }) => id)).size === ring.length ? ring : undefined;
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `length` letters and digits from the system's random source, all equally likely. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    // 248 is the largest multiple of 62 below 256: bytes from there on would favour the first letters.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += base62.charAt(byte % 62);
  }
  return text;
}

export function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
