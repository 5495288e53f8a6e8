import { expect, test } from "vitest";
import { stripePageLocale } from "./stripe-locale.ts";

test.each([
  ["en", "en"],
  ["en-GB", "en-GB"],
  ["en-AU", "en"],
  ["de-CH", "de"],
  ["pt", "pt"],
  ["pt-BR", "pt-BR"],
  ["pt-AO", "pt"],
  ["es", "es"],
  ["es-ES", "es"],
  ["es-MX", "es-419"],
  ["fr-CA", "fr-CA"],
  ["fr-BE", "fr"],
  ["hi", "hi-IN"],
  ["nn-NO", "nb"],
  ["no", "nb"],
  ["zh-CN", "zh"],
  ["zh-SG", "zh"],
  ["zh-Hant", "zh-TW"],
  ["zh-TW", "zh-TW"],
  ["zh-HK", "zh-HK"],
  ["zh-MO", "zh-HK"],
  ["sr-Latn", "auto"],
  ["ar", "auto"],
  ["uk", "auto"],
])("%s is %s on Stripe's page", (tag, locale) => {
  expect(stripePageLocale(tag)).toBe(locale);
});
