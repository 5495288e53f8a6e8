import { expect, test } from "vitest";
import { keyedHash, randomHashKey } from "./keyed-hash.ts";

/** Two bytes in each code unit. */
const textOfBytes = (count: number) =>
  Array.from({ length: count / 2 }, (_, index) => String.fromCharCode((2 * index) | ((2 * index + 1) << 8))).join("");

test("the hash is HalfSipHash-1-3: the vectors of the Linux kernel", () => {
  const vectors = { 0: 0x5814c896, 2: 0xbc4b0e30, 4: 0x7e059ea6, 6: 0xa0080b65, 8: 0x577999b1, 10: 0xe4fa32cf, 12: 0x6b28096c };
  for (const [bytes, hash] of Object.entries(vectors)) {
    expect([bytes, keyedHash(textOfBytes(Number(bytes)), [0x03020100, 0x07060504]) >>> 0]).toEqual([bytes, hash]);
  }
});

test("keys are random, and with another key a text has another hash", () => {
  const [one, two] = [randomHashKey(), randomHashKey()];
  expect(one).not.toEqual(two);
  expect(keyedHash("a", [1, 2])).not.toBe(keyedHash("a", [1, 3]));
  expect(keyedHash("a", [1, 2])).not.toBe(keyedHash("a", [2, 2]));
});
