import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoApiKey, demoSlug } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Quote {
  shippingOptions: { title: string; price: number }[];
  shipping: number;
  tax: number;
  total: number;
  taxes: { title: string }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("shipping and tax in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const quoteTo = async (country: string, locale = "en"): Promise<Quote> => {
    const product = await demo.call<{ variants: { id: string }[] }>("/api/v1/shop/products/slug/fjell-chair", demoApiKey);
    const body = { items: [{ variantId: product.data.variants[0]?.id, quantity: 1 }], shippingAddress: { country }, locale };
    const answer = await fetch(`${desk.origin()}/api/v1/shop/checkout/quote`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": demoApiKey },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { data: Quote }).data;
  };
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const addTo = async (page: Page, label: string, country: string) => {
    await page.getByRole("combobox", { name: label, exact: true }).fill(country);
    await page.getByRole("option", { name: country, exact: true }).click();
  };

  test("a zone is added, with its price in the language of the buyer, and the next order costs that", async () => {
    const page = await desk.open();
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("link", { name: "Shipping and tax", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Shipping and tax" }).waitFor();
    await desk.isAccessible(page);
    expect(await quoteTo("DK")).toMatchObject({ shipping: 0, shippingOptions: [], taxes: [{ title: "VAT 25 %" }] });
    await press(page, "Add a zone");
    await page.getByText("Add a country to each zone.").waitFor();
    await addTo(page, "Add a country", "Denmark");
    await addTo(page, "Add a country", "Norway");
    const option = page.getByRole("listitem", { name: "New way of shipping" });
    await page.getByText("Give each way of shipping a name.").waitFor();
    await option.getByRole("textbox", { name: "Price in EUR" }).fill("49,9x");
    await page.getByText("Write an amount, such as 4.90.").waitFor();
    await option.getByRole("textbox", { name: "Price in EUR" }).fill("49.90");
    await option.getByRole("textbox", { name: "Name (German)" }).fill("Spedition");
    await option.getByRole("textbox", { name: /^Name \(English\)/ }).fill("Carrier");
    await desk.isAccessible(page);
    await press(page, "Save");
    await page.getByText("The rules are saved. They apply to orders from now on.").waitFor();
    expect(await quoteTo("DK", "de")).toMatchObject({ shipping: 4_990, shippingOptions: [{ title: "Spedition", price: 4_990 }] });
    expect(await quoteTo("SE")).toMatchObject({ problems: [{ code: "not_deliverable" }] });
    // What is left is asked about.
    await page.getByRole("switch", { name: "The shop decides what shipping and tax cost" }).press("Space");
    await page.getByRole("link", { name: "Team", exact: true }).click();
    await page.getByRole("alertdialog", { name: "Leave without saving?" }).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("a tax is taken away and set up again by keyboard", async () => {
    const page = await desk.open("/settings/costs");
    await page.getByRole("button", { name: "Charge no tax", exact: true }).press("Enter");
    const country = page.getByRole("combobox", { name: "Country of the shop" });
    await country.focus();
    await page.keyboard.type("Germa");
    await page.getByRole("option", { name: "Germany", exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: /^Percent/ }).fill("7,5");
    await page.getByText("Give each tax rate a name.").waitFor();
    await page.getByRole("textbox", { name: /^Name for buyers \(English\)/ }).fill("Reduced");
    await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await page.getByText("The rules are saved. They apply to orders from now on.").waitFor();
    expect((await quoteTo("DE")).taxes).toMatchObject([{ title: "Reduced" }]);
    expect((await quoteTo("DK")).taxes).toEqual([]);
    expect(demo.errors).toEqual([]);
  });

  test.each([
    [1280, "dark"],
    [768, "light"],
    [390, "dark"],
  ] as const)("everybody can use it, %i pixels wide, in the %s scheme", async (width, colorScheme) => {
    const page = await desk.open("/settings/costs", { viewport: { width, height: 1400 }, colorScheme });
    await page.getByRole("heading", { level: 1, name: "Shipping and tax" }).waitFor();
    await page.getByRole("heading", { level: 2, name: "Tax" }).waitFor();
    await desk.isAccessible(page);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(overflow).toBeLessThanOrEqual(0);
    expect(page.url()).toContain(demoSlug);
  });
});
