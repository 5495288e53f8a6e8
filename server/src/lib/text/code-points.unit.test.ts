import { expect, test } from "vitest";
import { compareInCodePoints } from "./code-points.ts";

const texts = ["", "a", "ab", "b", "A", "é", "\u0001", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10000}a", "\u{1f600}", "\u{10ffff}"];

test("texts are ordered as their bytes in UTF-8 are", () => {
  for (const a of texts) {
    for (const b of texts) {
      const compared = Math.sign(compareInCodePoints(a, b));
      expect([a, b, compared]).toEqual([a, b, Buffer.compare(Buffer.from(a), Buffer.from(b))]);
    }
  }
});
