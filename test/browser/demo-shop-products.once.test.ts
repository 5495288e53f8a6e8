import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";
import { ownKey, ownShop } from "./own-shop.ts";

// needs: embedded. The page belongs to a server on a laptop.
describe.runIf(canShowDemo)("the products of the demo shop", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const open = (fragment = "", options = {}) => demo.open(demo.addresses.shop + fragment, options);
  const titles = () => demo.page.locator(".product-title").allTextContents();
  const heading = (name: string) => demo.page.getByRole("heading", { level: 1, name, exact: true });
  const stage = () => demo.page.locator(".stage img");
  const importOwn = async (shop: object = ownShop) => {
    const file = join(demo.server.folder, "own.json");
    await writeFile(file, JSON.stringify(shop));
    const { code, stderr } = await demo.vitrine("site", "import", file);
    expect([code, stderr]).toEqual([0, ""]);
  };

  test("a search answers while one types, forgives a typing error and says so, and is in the address", async () => {
    const page = await open();
    await page.getByRole("searchbox", { name: "Search" }).pressSequentially("fjell chiar");
    await page.getByText("Nothing is called “chiar”. You see products with similar words.").waitFor();
    expect((await titles())[0]).toBe("Fjell chair");
    expect(new URL(page.url()).hash).toBe("#q=fjell+chiar");
    await page.getByRole("searchbox").fill("fjell chair");
    await page.getByText("for “fjell chair”").waitFor();
    expect(await page.getByText("Nothing is called").count()).toBe(0);
    await page.getByRole("searchbox").fill("zzzzzz");
    await page.getByText("No product for “zzzzzz”.").waitFor();
    expect(await titles()).toEqual([]);
    // One way back for a whole search.
    await page.goBack();
    await page.getByRole("heading", { name: "Chairs", exact: true }).waitFor();
    await page.goto(`${demo.addresses.shop}#q=chiar`);
    await page.getByText("7 products for “chiar”").waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("chiar");
    expect(demo.errors).toEqual([]);
  });

  test("each product has a page, and the way back leads to the same place in the list", async () => {
    const page = await open();
    await page.getByRole("link", { name: "Wool comb" }).scrollIntoViewIfNeeded();
    // The place in the history is noted when scrolling has settled.
    await expect.poll(() => page.evaluate<boolean>("history.state?.scroll > 500")).toBe(true);
    const before = await page.evaluate<number>("scrollY");
    await page.getByRole("link", { name: "Wool comb" }).click();
    await heading("Wool comb").waitFor();
    expect(new URL(page.url()).hash).toBe("#product=wool-comb");
    expect(await page.evaluate("scrollY")).toBe(0);
    expect(await page.getByRole("navigation", { name: "You are here" }).innerText()).toMatch(/Shop\s+Care/);
    await page.getByText("ash, steel").waitFor();
    await page.goBack();
    await heading("Wool comb").waitFor({ state: "hidden" });
    // The page scrolls when its list is laid out again.
    await expect.poll(async () => Math.abs((await page.evaluate<number>("scrollY")) - before)).toBeLessThan(5);
  });

  test("the picture, the price, the stock and the details follow the chosen variant", async () => {
    const page = await open("#product=fjell-chair");
    expect(await stage().getAttribute("alt")).toMatch(/^Fjell chair in oak: /);
    expect(await page.getByRole("list", { name: "Pictures" }).getByRole("button").count()).toBe(6);
    await page.getByRole("radio", { name: "Smoked oak" }).check();
    expect(await stage().getAttribute("alt")).toMatch(/^Fjell chair in smoked oak: /);
    expect(await page.locator(".product-words > .price").innerText()).toBe("€430.00");
    await page.getByRole("radio", { name: "Paper cord" }).check();
    expect(await stage().getAttribute("alt")).toMatch(/^Fjell chair in smoked oak with a paper cord seat/);
    // No picture shows this one: the next best does.
    await page.getByRole("radio", { name: "Cherry" }).check();
    expect(await stage().getAttribute("src")).toContain("cherry");
    await page.locator(".product-words .stock").getByText("Sold out").waitFor();
    expect(await page.getByRole("button", { name: "Sold out: Fjell chair" }).isDisabled()).toBe(true);
    await page.getByRole("radio", { name: "Wood", exact: true }).check();
    await page.getByText("Only 4 left").waitFor();
    await page.getByRole("button", { name: "Add to basket: Fjell chair" }).click();
    await page.getByLabel("Quantity of Fjell chair, Cherry, wooden seat").waitFor();
    expect(await page.locator(".thumb img").getAttribute("src")).toContain("cherry");
    await page.goto(`${demo.addresses.shop}#product=kasse-chest`);
    await heading("Kasse chest").waitFor();
    expect(await page.locator(".details").innerText()).toMatch(/58 kg/);
    await page.getByRole("radio", { name: "Ash" }).check();
    expect(await page.locator(".details").innerText()).toMatch(/44 kg/);
    expect(demo.errors).toEqual([]);
  });

  test("beside a reduced price stand the one before and the lowest of 30 days", async () => {
    const key = "pk_ReducedForTests00000000000000001";
    const loaf = (price: number, compareAtPrice: number | null) => ({
      bundle: 1,
      site: { ...ownShop.site, slug: "reduziert" },
      apiKeys: [{ name: "web", key }],
      products: [{ slug: "roggen", title: "Roggen", variants: [{ sku: "ROGGEN", price, compareAtPrice }] }],
    });
    await importOwn(loaf(650, null));
    await importOwn(loaf(590, null));
    await importOwn(loaf(490, 650));
    const page = await open(`#key=${key}`);
    const expected = /^before\s*€6.50\s*€4.90\s*Lowest price in the last 30 days: €5.90$/;
    expect(await page.locator(".product .price").innerText()).toMatch(expected);
    await page.getByRole("link", { name: "Roggen" }).click();
    await heading("Roggen").waitFor();
    expect(await page.locator(".product-words > .price").innerText()).toMatch(expected);
    expect(demo.errors).toEqual([]);
  });

  test("a product that is not there is said to be so, and the shop goes on", async () => {
    const page = await open("#product=nothing", { refusals: true });
    await heading("This product is not sold here, or not any more.").waitFor();
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await page.getByRole("heading", { name: "Chairs", exact: true }).waitFor();
  });

  test("any site's shop is shown by its key: in its language, without pictures, as large as it is", async () => {
    await importOwn();
    const page = await open("#key=pk_nobody", { refusals: true });
    await page.getByText("No site has this key, or it was revoked.").waitFor();
    await page.getByLabel("Public API key").fill(` ${ownKey} `);
    await page.getByRole("button", { name: "Show it" }).click();
    await page.getByRole("heading", { name: "Weiteres" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    expect(await page.title()).toBe("Eckbäckerei");
    expect(await page.getByText("Fjord").count()).toBe(0);
    expect(await page.locator(".picture img").count()).toBe(0);
    expect(await page.locator(".picture .no-picture").first().innerText()).toBe("L");
    expect(await titles()).toHaveLength(100);
    await page.getByRole("button", { name: "Mehr zeigen (noch 5)" }).click();
    await page.getByRole("link", { name: "Kuchen 103" }).waitFor();
    expect(await titles()).toHaveLength(105);
    expect(await page.getByRole("button", { name: /Mehr zeigen/ }).count()).toBe(0);

    await page.getByRole("link", { name: "Laib" }).click();
    await heading("Laib").waitFor();
    expect(new URL(page.url()).hash).toBe(`#key=${ownKey}&product=laib`);
    const add = page.locator(".product-words .button");
    for (let piece = 0; piece < 3; piece += 1) await add.click();
    expect(await add.innerText()).toBe("Alle 3 liegen im Warenkorb");
    expect(await add.isDisabled()).toBe(true);
    await page.getByRole("radio", { name: "Ganz – ausverkauft" }).check();
    await page.locator(".product-words .stock").getByText("Ausverkauft").waitFor();

    // A basket is one shop's, and it knows its lines whatever page is opened.
    await page.goto(`${demo.addresses.shop}#key=${ownKey}&category=kuchen`);
    await page.reload();
    await page.getByLabel("Anzahl von Laib, Halb").waitFor();
    await page.getByRole("button", { name: "9,60 € bezahlen" }).click();
    await page.getByText("Dieser Laden nimmt noch keine Zahlungen an.").waitFor();
    await page.goto(demo.addresses.shop);
    await page.getByText("Nothing in it yet.").waitFor();
    expect(demo.foreign).toEqual([]);
  });
});
