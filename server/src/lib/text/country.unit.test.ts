import { expect, test } from "vitest";
import { canonicalCountry, countryName, isShippable } from "./country.ts";

test.each([
  ["de", "DE"],
  ["GB", "GB"],
  ["uk", "GB"],
  ["DD", "DE"],
  ["XK", "XK"],
  ["EU", undefined],
  ["ZZ", undefined],
  ["XX", undefined],
  ["D", undefined],
  ["DEU", undefined],
  ["12", undefined],
  ["", undefined],
])("%j is the country %s", (text, country) => expect(canonicalCountry(text)).toBe(country));

test("a country has a name in each language, and is shipped to or not", () => {
  expect(["en", "de", "pt-BR"].map((language) => countryName("DE", language))).toEqual(["Germany", "Deutschland", "Alemanha"]);
  expect(["DE", "US", "KP"].map(isShippable)).toEqual([true, true, false]);
});
