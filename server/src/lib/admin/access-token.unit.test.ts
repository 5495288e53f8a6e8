import { expect, test } from "vitest";
import { isAccessTokenForm, newAccessToken } from "./access-token.ts";

test("a token is its prefix, 32 random letters and digits, and their checksum", () => {
  const tokens = new Set(Array.from({ length: 200 }, newAccessToken));
  expect(tokens.size).toBe(200);
  for (const token of tokens) {
    expect(token).toMatch(/^vt_[0-9A-Za-z]{38}$/);
    expect(isAccessTokenForm(token)).toBe(true);
  }
});

// Computed by another program: python -c 'zlib.crc32(b"0"*32)' and base62 of it.
test("the checksum is the CRC-32 in base62, padded with zeros, as scanners compute it", () => {
  expect(isAccessTokenForm(`vt_${"0".repeat(32)}2wjyrI`)).toBe(true);
  expect(isAccessTokenForm(`vt_${"A".repeat(32)}3Ae0o2`)).toBe(true);
});

test("every single typing error is recognised", () => {
  const token = newAccessToken();
  for (let place = 3; place < token.length; place += 1) {
    for (const letter of "0aZ") {
      if (token[place] === letter) continue;
      const wrong = token.slice(0, place) + letter + token.slice(place + 1);
      expect([wrong, isAccessTokenForm(wrong)]).toEqual([wrong, false]);
    }
    const [first = "", second = ""] = token.slice(place, place + 2);
    const swapped = token.slice(0, place) + second + first + token.slice(place + 2);
    if (swapped !== token) expect([swapped, isAccessTokenForm(swapped)]).toEqual([swapped, false]);
  }
  for (const other of ["", "vt_", token.slice(3), ` ${token}`, `${token} `, token.toUpperCase(), `pk${token.slice(2)}`, `${token}0`])
    expect([other, isAccessTokenForm(other)]).toEqual([other, false]);
});
