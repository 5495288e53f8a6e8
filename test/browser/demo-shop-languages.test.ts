import { describe, expect, test } from "vitest";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

const languages = ["en", "de", "pt-BR"] as const;

type Words = Record<string, unknown>;

test.each([
  ["shop", "shop/shop-words.js", "shopWords"],
  ["site", "site/site-words.js", "siteWords"],
])("the viewer of the %s has each of its words in every language", async (_, file, name) => {
  const load = (path: string) => import(new URL(`../../demo/${path}`, import.meta.url).href) as Promise<Record<string, unknown>>;
  const own = (await load(file))[name] as Record<string, { field?: object }>;
  const { wordsOf } = (await load("viewer/languages.js")) as { wordsOf: (own: unknown, language: string) => Words };
  const names = (language: string) => [...Object.keys(wordsOf(own, language)), ...Object.keys(own[language]?.field ?? {})].sort();
  expect(names("en").length).toBeGreaterThan(20);
  for (const language of languages) expect(names(language)).toEqual(names("en"));
});

// needs: embedded. The page belongs to a server on a laptop.
describe.runIf(canShowDemo)("the languages of the demo shop", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const open = (fragment = "", options = {}) => demo.open(demo.addresses.shop + fragment, options);

  test("a link changes the language, and everything that the shop says is in it", async () => {
    const page = await open("#product=fjell-chair");
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.locator("html[lang=de]").waitFor();
    await page.getByRole("button", { name: "In den Warenkorb: Fjell chair" }).click();
    await page.getByRole("button", { name: /^390,00\s€ bezahlen$/ }).waitFor();
    expect(new URL(page.url()).hash).toBe("#product=fjell-chair&locale=de");
    // The catalogue has one language, and is marked as being in it.
    expect(await page.getByRole("heading", { name: "Fjell chair" }).getAttribute("lang")).toBe("en");
    expect(await page.locator("#tagline").innerText()).toBe("Möbel von der Flensburger Förde");
    await page.getByRole("link", { name: "português (Brasil)" }).click();
    await page.locator("html[lang=pt-BR]").waitFor();
    await page.getByRole("button", { name: /^Pagar €\s390,00$/ }).waitFor();
    await page.getByRole("link", { name: "Loja", exact: true }).click();
    await page.getByRole("link", { name: "Tudo" }).waitFor();
    expect(await page.getByPlaceholder("O que você procura?").count()).toBe(1);
    expect(await page.locator("main").getByText("undefined").count()).toBe(0);
    expect(demo.faults).toEqual([]);
  });

  test("an order is made and thanked for in the language", async () => {
    const page = await open("#locale=de");
    await page.locator(".product", { hasText: "Felt pads" }).getByRole("button").click();
    await page.locator("#email").fill("ada@example.com");
    await page.getByRole("button", { name: /bezahlen$/ }).click();
    await page.waitForURL(`${demo.addresses.sandbox}/**`);
    await page.getByRole("radio", { name: "Card that succeeds" }).check();
    await page.getByRole("button", { name: /^(Pay|.*bezahlen)/ }).click();
    await page.getByRole("heading", { name: "Bezahlt. Vielen Dank!" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    expect(await page.locator("#order").innerText()).toMatch(/Bestellnummer\s+\d{4}/);
    await page.getByRole("link", { name: "Zurück zum Laden" }).click();
    await page.getByText("Noch nichts darin.").waitFor();
  });

  test.each([
    ["en", "This is not a complete e-mail address."],
    ["de", "Das ist keine vollständige E-Mail-Adresse."],
    ["pt-BR", "Este endereço de e-mail não está completo."],
  ])("a wrong e-mail address is explained at its field, in %s and in a shopper's words", async (locale, sentence) => {
    const page = await open(`#locale=${locale}`, { refusals: true });
    await page.locator(".product", { hasText: "Felt pads" }).getByRole("button").click();
    await page.locator("#email").fill("ada at example");
    await page.locator("#pay").click();
    await page.getByText(sentence).first().waitFor();
    expect(await page.locator("#email").getAttribute("aria-invalid")).toBe("true");
    const described = await page.locator("#email").getAttribute("aria-describedby");
    expect(await page.locator(`[id="${described}"]`).innerText()).toContain(sentence);
    expect(await page.evaluate("document.activeElement.id")).toBe("email");
    expect(await page.locator("body").innerText()).not.toMatch(/customerEmail|must be/);
    await page.locator("#email").fill("ada@example.com");
    expect(await page.getByText(sentence).isVisible()).toBe(false);
    await page.locator("#pay").click();
    await page.waitForURL(`${demo.addresses.sandbox}/**`);
  });

  test.each([
    [429, { code: "rate_limited", retryAfter: 600 }, "Das war viel auf einmal. Versuchen Sie es in 10 Minuten noch einmal"],
    [502, { code: "processor_error" }, "Die Zahlungsseite lässt sich gerade nicht öffnen."],
    [
      400,
      { code: "validation_failed", errors: [{ path: "/items", message: "must NOT have more than 100 items" }] },
      "Das hat nicht geklappt.",
    ],
  ])("a refusal %s is told in a sentence", async (status, problem, sentence) => {
    const page = await open("#locale=de", { refusals: true });
    const body = JSON.stringify({ title: "Jargon", detail: "customerEmail must be jargon", status, ...problem });
    await page.route("**/checkout/session", (route) => route.fulfill({ status, contentType: "application/problem+json", body }));
    await page.locator(".product", { hasText: "Felt pads" }).getByRole("button").click();
    await page.locator("#pay").click();
    await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(/[Jj]argon|must NOT/);
    // The basket is as it was.
    await page.getByLabel("Anzahl von Felt pads").waitFor();
  });
});
