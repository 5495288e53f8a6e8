import { randomBytes } from "node:crypto";

export type HashKey = readonly [number, number];

export function randomHashKey(): HashKey {
  const bytes = randomBytes(8);
  return [bytes.readInt32LE(0), bytes.readInt32LE(4)];
}

/**
 * HalfSipHash-1-3 of a text's UTF-16 code units: 32 bits (Aumasson, Bernstein, "SipHash: a fast short-input PRF", Indocrypt 2012; the
 * Linux kernel hashes with these rounds too). Without the key, nobody can choose texts that collide.
 */
export function keyedHash(text: string, [key0, key1]: HashKey): number {
  let v0 = key0;
  let v1 = key1;
  let v2 = key0 ^ 0x6c796765;
  let v3 = key1 ^ 0x74656462;
  const last = text.length >> 1;
  for (let at = 0; at <= last + 3; at += 1) {
    let word = 0;
    if (at < last) word = text.charCodeAt(2 * at) | (text.charCodeAt(2 * at + 1) << 16);
    // The length in bytes, and an odd code unit.
    else if (at === last) word = (text.length << 25) | (text.length % 2 === 1 ? text.charCodeAt(2 * at) : 0);
    else if (at === last + 1) v2 ^= 0xff;
    v3 ^= word;
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
    v0 ^= word;
  }
  return v1 ^ v3;
}
