import { expect, test } from "vitest";
import { matchesEtag } from "./etag.ts";

test("a validator matches itself, strong or weak, in a list, and nothing else", () => {
  expect(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', "*", ' "a" '].map((sent) => matchesEtag(sent, '"a"'))).toEqual(Array(6).fill(true));
  expect(['"b"', "a", '"a', '"aa"', 'w/"a"', "", '""a""'].map((sent) => matchesEtag(sent, '"a"'))).toEqual(Array(7).fill(false));
});
