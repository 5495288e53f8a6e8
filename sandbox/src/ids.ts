import { randomBytes } from "node:crypto";

const characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `pi_3fX…`: the prefix and letters that cannot be guessed. */
export function newId(prefix: string, length = 24): string {
  let id = "";
  // 62 does not divide 256: bytes that would favour the first letters are discarded.
  while (id.length < length) for (const byte of take(length - id.length)) if (byte < 248) id += characters[byte % 62] as string;
  return `${prefix}_${id}`;
}

let pool = Buffer.alloc(0);

/** Random bytes in large pieces: one call to the system for some two hundred ids. */
function take(count: number): Buffer {
  if (pool.length < count) pool = randomBytes(8_192);
  const taken = pool.subarray(0, count);
  pool = pool.subarray(count);
  return taken;
}
