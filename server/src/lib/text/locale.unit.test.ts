import { expect, test } from "vitest";
import { canonicalLocale } from "./locale.ts";

test.each([
  ["en", "en"],
  ["EN", "en"],
  ["pt-br", "pt-BR"],
  ["PT-BR", "pt-BR"],
  ["De-aT", "de-AT"],
])("the locale %s is %s", (locale, canonical) => {
  expect(canonicalLocale(locale)).toBe(canonical);
});

test.each(["", "e", "eng", "en_US", "en-USA", "en-", "-US", "en-US-x", "en-1a", "ın", "en\n", " en", "ſs", "K1"])(
  "%j is not a locale",
  (locale) => {
    expect(canonicalLocale(locale)).toBeUndefined();
  },
);
