import { describe, expect, test } from "vitest";
import { KeyRing, parseSecretKeys, randomBase62 } from "./secret.ts";

describe("secrets", () => {
  const key = (id: string, fill: number) => ({ id, bytes: new Uint8Array(32).fill(fill) });

  test("can be opened only for the purpose that they were sealed for", () => {
    const ring = new KeyRing([key("a", 1)]);
    const sealed = ring.seal("sk_live_x", "plugins/one");
    expect(ring.open(sealed, "plugins/one")).toBe("sk_live_x");
    expect(() => ring.open(sealed, "plugins/two")).toThrow();
    expect(Buffer.from(sealed).includes("sk_live_x")).toBe(false);
    expect(ring.seal("x", "c")).not.toEqual(ring.seal("x", "c"));
  });

  test("cannot be opened once a single bit has changed", () => {
    const ring = new KeyRing([key("a", 1)]);
    const sealed = Buffer.from(ring.seal("secret", "c"));
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => ring.open(changed, "c")).toThrow();
    }
  });

  test("can be rotated: the first key seals, all open", () => {
    const old = new KeyRing([key("old", 1)]);
    const both = new KeyRing([key("new", 2), key("old", 1)]);
    expect(both.open(old.seal("x", "c"), "c")).toBe("x");
    expect(() => old.open(both.seal("x", "c"), "c")).toThrow('no key with the id "new"');
  });

  test("are read from the setting, as one key or a ring", () => {
    const [a, b] = [1, 2].map((fill) => Buffer.alloc(32, fill).toString("base64")) as [string, string];
    expect(parseSecretKeys(a)?.map(({ id }) => id)).toEqual(["0"]);
    expect(parseSecretKeys(`new:${b}, old:${a}`)?.map(({ id }) => id)).toEqual(["new", "old"]);
    for (const wrong of ["", "short", `${a}x`, `a:${a},a:${b}`, `${a},${b}`, `a b:${a}`, `a:${a},`, a.slice(1)])
      expect(parseSecretKeys(wrong)).toBeUndefined();
  });

  test("random texts use every letter and digit, about equally", () => {
    const counts = new Map<string, number>();
    for (const letter of randomBase62(62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // Six standard deviations of a binomial with n = 62 000 and p = 1/62.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(190);
  });
});
