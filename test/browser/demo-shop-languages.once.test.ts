import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import type { StaffOrder } from "../../server/src/features/shop/orders/index.ts";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

const languages = ["en", "de", "pt-BR"] as const;

test("the demo has each of its messages in every language, and each name of an attribute in those that are not its own", async () => {
  type Messages = Record<"field" | "kinds" | "attributes", object>;
  const [en, de, ptBr] = await Promise.all(
    languages.map(async (language) => {
      const file = new URL(`../../demo/front/messages-${language.toLowerCase()}.js`, import.meta.url);
      const { default: messages } = (await import(file.href)) as { default: Messages };
      const { field, kinds, attributes } = messages;
      return { messages: [messages, field, kinds].flatMap((each) => Object.keys(each).sort()), attributes: Object.keys(attributes).sort() };
    }),
  );
  expect(en?.messages.length).toBeGreaterThan(100);
  expect([de?.messages, ptBr?.messages]).toEqual([en?.messages, en?.messages]);
  expect(de?.attributes.length).toBeGreaterThan(50);
  expect(ptBr?.attributes).toEqual(de?.attributes);
});

// needs: embedded. The page belongs to a server on a laptop.
describe.runIf(canShowDemo)("the languages of the demo shop", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const open = (fragment = "", options = {}) => demo.open(demo.addresses.shop + fragment, options);

  test("a link changes the language, and everything that the shop says is in it", async () => {
    const page = await open("#product=fjell-chair");
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.locator("html[lang=de]").waitFor();
    await page.getByRole("button", { name: "In den Warenkorb: Stuhl Fjell" }).click();
    await page.getByRole("button", { name: /^390,00\s€ bezahlen$/ }).waitFor();
    expect(new URL(page.url()).hash).toBe("#product=stuhl-fjell&locale=de");
    // In the language of the page: only what is in another one says so.
    expect(await page.getByRole("heading", { name: "Stuhl Fjell" }).getAttribute("lang")).toBeNull();
    await page.getByLabel("Anzahl von Stuhl Fjell, Eiche, Holzsitz").waitFor();
    expect(await page.locator("#tagline").innerText()).toBe("Möbel von der Flensburger Förde");
    await page.getByRole("link", { name: "português (Brasil)" }).click();
    await page.locator("html[lang=pt-BR]").waitFor();
    await page.getByLabel("Quantidade de Cadeira Fjell, Carvalho, assento de madeira").waitFor();
    await page.getByRole("button", { name: /^Pagar €\s390,00$/ }).waitFor();
    await page.getByRole("link", { name: "Loja", exact: true }).click();
    await page.getByRole("link", { name: "Tudo" }).waitFor();
    expect(await page.getByPlaceholder("O que você procura?").count()).toBe(1);
    expect(await page.locator("main").getByText("undefined").count()).toBe(0);
    expect(demo.errors).toEqual([]);
  });

  test("a link that is followed while the product loads changes the language too", async () => {
    const page = await open("#product=fjell-chair", { refusals: true });
    // In English the product never comes.
    await page.route("**/shop/products/**", (route) => (route.request().url().includes("locale=de") ? route.continue() : undefined));
    const isAsked = page.waitForRequest("**/shop/products/**");
    await page.reload({ waitUntil: "commit" });
    await isAsked;
    await page.getByRole("link", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Stuhl Fjell" }).waitFor();
    // The link had no more than the English slug to go by.
    expect(new URL(page.url()).hash).toBe("#product=stuhl-fjell&locale=de");
  });

  test("a switch of the language stays on the product, whatever it is called, and on the category", async () => {
    const page = await open("#product=kommode-kasse&locale=de");
    const product = async (title: string, hash: string) => {
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      expect(new URL(page.url()).hash).toBe(hash);
    };
    await product("Kommode Kasse", "#product=kommode-kasse&locale=de");
    expect(await page.getByRole("group", { name: "Holz" }).innerText()).toMatch(/Eiche\s+Esche/);
    expect(await page.locator(".details").innerText()).toMatch(/Gewicht\s+58 kg[^]*Oberfläche\s+Leinölfirnis, nur außen/);
    await page.getByRole("radio", { name: "Esche" }).check();
    // The pictures and the numbers follow the variant in every language.
    expect(await page.locator(".stage img").getAttribute("src")).toContain("kasse-chest-ash");
    expect(await page.locator(".stage img").getAttribute("alt")).toMatch(/^Kommode Kasse aus Esche: /);
    expect(await page.locator(".details").innerText()).toMatch(/44 kg/);
    await page.getByRole("link", { name: "português (Brasil)" }).click();
    await product("Cômoda Kasse", "#product=comoda-kasse&locale=pt-BR");
    expect(await page.getByRole("navigation", { name: "Você está aqui" }).innerText()).toMatch(/Loja\s+Móveis\s+Para guardar/);
    await page.getByRole("link", { name: "English" }).click();
    await product("Kasse chest", "#product=kasse-chest&locale=en");
    await page.getByRole("link", { name: "Storage" }).click();
    await page.getByRole("heading", { level: 1, name: "Storage" }).waitFor();
    await page.getByRole("link", { name: "Deutsch" }).click();
    await product("Aufbewahrung", "#category=aufbewahrung&locale=de");
    await page.getByRole("link", { name: "Kommode Kasse" }).waitFor();
    // A link in the site's own words is found in every language.
    await page.goto(`${demo.addresses.shop}#category=chairs&locale=de`);
    await product("Stühle", "#category=stuehle&locale=de");
    expect(await page.getByRole("link", { name: "Stühle" }).getAttribute("aria-current")).toBe("true");
    expect(demo.errors).toEqual([]);
  });

  test("a search is one in the language, and says what it did not find", async () => {
    const page = await open("#q=kommdoe&locale=de");
    await page.getByText("Nichts heißt „kommdoe“.").waitFor();
    expect(await page.locator(".product-title").first().innerText()).toBe("Kommode Kasse");
    await page.getByRole("searchbox").fill("leuchte");
    await page.getByText(/^\d+ Produkte für „leuchte“/).waitFor();
    expect(await page.getByText("Nichts heißt").count()).toBe(0);
    expect(demo.errors).toEqual([]);
  });

  test.each([
    ["de-AT", "Stuhl Fjell", "de"],
    ["fr", "Fjell chair", "en"],
  ])("a visitor with %s sees what the site has", async (locale, title, language) => {
    const page = await open(`#product=fjell-chair&locale=${locale}`);
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    // No request was refused.
    expect(demo.errors).toEqual([]);
  });

  test("what is not translated is shown in the site's language, and marked as being in it", async () => {
    const key = "pk_HalfForTests00000000000000000001";
    const file = join(demo.server.folder, "half.json");
    const variants = (sku: string) => [{ sku, price: 500 }];
    const half = {
      bundle: 1,
      site: { slug: "halb", name: "Half", defaultLocale: "en", locales: ["en", "de"], currency: "eur" },
      apiKeys: [{ name: "web", key }],
      products: [
        { slug: "cup", title: "Cup", variants: variants("CUP"), translations: { de: { slug: "becher", title: "Becher" } } },
        { slug: "plate", title: "Plate", variants: variants("PLATE"), attributes: { widthCm: 20 } },
      ],
    };
    await writeFile(file, JSON.stringify(half));
    expect(await demo.vitrine("site", "import", file)).toMatchObject({ code: 0 });
    // A site without pages: the first answer tells which locales it has.
    const page = await open(`#key=${key}&locale=de`);
    const title = (name: string) => page.getByRole("heading", { name, exact: true });
    await title("Becher").waitFor();
    expect([await title("Becher").getAttribute("lang"), await title("Plate").getAttribute("lang")]).toEqual([null, "en"]);
    await page.getByRole("link", { name: "Plate" }).click();
    await page.getByText("Width").waitFor();
    expect(await page.locator(".details").getAttribute("lang")).toBe("en");
    expect(demo.errors).toEqual([]);
    const other = await open(`#key=${key}&locale=pt-BR`, { refusals: true });
    await other.getByRole("heading", { name: "Cup", exact: true }).waitFor();
  });

  test("an order is made and thanked for in the language", async () => {
    const page = await open("#locale=de");
    await page.locator(".product", { hasText: "Filzgleiter" }).getByRole("button").click();
    await page.locator("#email").fill("ada@example.com");
    await page.getByRole("button", { name: /bezahlen$/ }).click();
    await page.waitForURL(`${demo.addresses.sandbox}/**`);
    await page.getByRole("radio", { name: "Card that succeeds" }).check();
    await page.getByRole("button", { name: /^(Pay|.*bezahlen)/ }).click();
    await page.getByRole("heading", { name: "Bezahlt. Vielen Dank!" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    expect(await page.locator("#order").innerText()).toMatch(/Bestellnummer\s+\d{4}/);
    // The order keeps its words, and its mail says them.
    const mails = new URL("/dev/mail.json", demo.addresses.shop);
    await vi.waitUntil(async () => (await (await fetch(mails)).text()).includes("Filzgleiter"), { timeout: 10_000 });
    const { stdout } = await demo.vitrine("order", "list", demoSlug, "--json");
    const { stdout: orderText } = await demo.vitrine("order", "show", demoSlug, String((JSON.parse(stdout) as StaffOrder[])[0]?.number));
    expect(orderText).toContain("Filzgleiter");
    await page.getByRole("link", { name: "Zurück zum Laden" }).click();
    await page.getByText("Noch nichts darin.").waitFor();
  });

  test.each([
    ["en", "Felt pads", "This is not a complete e-mail address."],
    ["de", "Filzgleiter", "Das ist keine vollständige E-Mail-Adresse."],
    ["pt-BR", "Feltros adesivos", "Este endereço de e-mail não está completo."],
  ])("a wrong e-mail address is explained at its field, in %s and in a shopper's words", async (locale, title, sentence) => {
    const page = await open(`#locale=${locale}`, { refusals: true });
    await page.locator(".product", { hasText: title }).getByRole("button").click();
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
    await page.locator(".product", { hasText: "Filzgleiter" }).getByRole("button").click();
    await page.locator("#pay").click();
    await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
    expect(await page.locator("body").innerText()).not.toMatch(/[Jj]argon|must NOT/);
    // The basket is as it was.
    await page.getByLabel("Anzahl von Filzgleiter").waitFor();
  });
});
