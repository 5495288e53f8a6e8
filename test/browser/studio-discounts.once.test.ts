import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { buyFrom } from "./demo-buyer.ts";
import { studio } from "./studio-kit.ts";

interface Discount {
  id: string;
  code: string | null;
  revision: number;
  uses: number;
  isActive: boolean;
}

// needs: Chromium.
describe.runIf(canShowStudio)("discounts in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const field = (page: Page, name: string | RegExp) => page.getByRole("textbox", { name });
  const sentence = (page: Page, words: string) => page.locator("[data-sentence]").filter({ hasText: words }).waitFor();
  const choose = async (page: Page, name: string, action: string) => {
    await press(page, `Actions for ${name}`);
    await page.getByRole("menuitem", { name: action, exact: true }).click();
  };
  const create = (page: Page, more: object) =>
    desk.call<Discount>(page, "/discounts", "POST", { title: { en: "Made elsewhere" }, kind: "PERCENT", value: "10", ...more });
  const byCode = async (page: Page, code: string) => (await desk.call<Discount[]>(page, `/discounts?q=${code}`))[0];

  test("10 % off one category is made with a code, and an order that uses it shows it", async () => {
    const page = await desk.open();
    await page.getByRole("link", { name: "Discounts", exact: true }).click();
    await heading(page, "Discounts");
    await page.getByText("Make the first one, such as 10% off one category.").waitFor();
    await desk.isAccessible(page);
    await press(page, "New discount");
    await heading(page, "New discount");
    await expect.poll(() => page.evaluate("document.activeElement.localName")).toBe("input");
    await page.keyboard.type("Autumn");
    await field(page, "Percent off").fill("10");
    await press(page, "Suggest a code");
    expect(await field(page, "Code").inputValue()).toBe("AUTUMN10");
    await sentence(page, "10% off everything");
    await page.getByText("Some categories, products or variants").click();
    await press(page, "Save");
    await page.getByText("Choose the items that the discount is for.").first().waitFor();
    await desk.isAccessible(page);
    await press(page, "Choose items");
    const dialog = page.getByRole("dialog", { name: "Choose items" });
    await dialog.getByRole("searchbox").fill("chairs");
    await dialog.getByRole("option", { name: /^Furniture › Seating › Chairs/ }).click();
    await desk.isAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("row", { name: /^Autumn -€/ }).waitFor();
    await page.getByRole("button", { name: "Remove Chairs" }).waitFor();
    await field(page, "Uses in all").fill("100");
    await field(page, "Uses per customer").fill("1");
    await page.getByLabel("Starts", { exact: true }).fill("2020-12-04T00:00");
    await sentence(page, "10% off Chairs, from Fri, Dec 4, 2020, at most 100 times, once per customer");
    await desk.isAccessible(page);
    await press(page, "Save");
    await page.getByText("Autumn is saved.").waitFor();
    await heading(page, "Autumn");
    expect(await byCode(page, "AUTUMN10")).toMatchObject({ uses: 0, appliesTo: { categories: ["chairs"] }, usageLimit: 100 });

    const order = await buyFrom(demo, { "fjell-chair": 2, "lykt-lamp": 1 }, { email: "ada@example.com", discountCodes: ["autumn10"] });
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/orders/${order.id}`);
    await heading(page, `Order ${order.number}`);
    await page.getByText("Autumn (AUTUMN10)").or(page.getByText("Autumn (autumn10)")).waitFor();
    await page.getByText("-€78.00", { exact: true }).waitFor();
    await page.getByText(/€78\.00 discount/).waitFor();
    await desk.isAccessible(page);
    await press(page, "Refund");
    const refund = page.getByRole("dialog", { name: `Refund order ${order.number}` });
    await refund.getByText(/€702\.00 paid/).waitFor();
    await refund.getByRole("textbox", { name: /^How many: Fjell/ }).fill("1");
    await refund.getByRole("button", { name: "Refund €351.00" }).click();
    await page.getByText("€351.00 was refunded.").waitFor();
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/discounts`);
    await page.getByText(/^1 of 100 uses/).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("single-use codes are made and downloaded", async () => {
    const page = await desk.open("/discounts/new");
    await heading(page, "New discount");
    await field(page, /^Name \(English\)/).fill("Thanks");
    await page.getByText("With single-use codes alone").click();
    await page.getByRole("button", { name: /Kind$/ }).click();
    await page.getByRole("option", { name: "An amount off" }).click();
    await field(page, "Amount in EUR").fill("5x");
    await page.getByText("Write an amount, such as 5.00.").waitFor();
    await field(page, "Amount in EUR").fill("5");
    await sentence(page, "€5.00 off the whole order");
    await press(page, "Save");
    await page.getByText("There are no codes yet.").waitFor();
    await field(page, "How many").fill("0");
    await page.getByText("Write a whole number from 1 to 100,000.").waitFor();
    await field(page, "How many").fill("5");
    await field(page, "Beginning of each code").fill("THANKS-");
    await desk.isAccessible(page);
    await press(page, "Make codes");
    await page.getByText("5 codes", { exact: true }).waitFor();
    const downloading = page.waitForEvent("download");
    await press(page, "Download as CSV");
    const rows = (await readFile((await (await downloading).path()) ?? "", "utf8")).trim().split("\r\n");
    expect(rows).toHaveLength(6);
    expect(rows[1]).toMatch(/^"THANKS-[2-9A-Z]{10}","false",""$/);
    expect(demo.errors).toEqual([]);
  });

  test("one is switched off from the list, found there by its state, copied and deleted", async () => {
    const page = await desk.open("/discounts");
    await create(page, { title: { en: "Winter sale" }, code: "WINTER" });
    await page.reload();
    await page.getByRole("searchbox").fill("winter");
    await page.getByText("1 discount", { exact: true }).waitFor();
    await choose(page, "Winter sale", "Switch off");
    await page.getByText("Winter sale is switched off.").waitFor();
    expect(await byCode(page, "WINTER")).toMatchObject({ isActive: false, code: "WINTER" });
    await page.getByRole("button", { name: /State$/ }).click();
    await page.getByRole("option", { name: "Switched off" }).click();
    await page.waitForURL(/view=off/);
    await page.getByRole("link", { name: "Winter sale" }).waitFor();
    await choose(page, "Winter sale", "Duplicate");
    await heading(page, "New discount");
    expect(await field(page, "Percent off").inputValue()).toBe("10");
    await press(page, "Suggest a code");
    await field(page, "Code").fill("winter");
    await press(page, "Save");
    await page.getByText("Another discount has this code. Choose a different one.").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.value")).toBe("winter");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("WINTER-2");
    await page.keyboard.press("Control+s");
    await page.getByText("Winter sale is saved.").waitFor();
    await press(page, "More actions");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Winter sale is deleted.").waitFor();
    await heading(page, "Discounts");
    expect(await byCode(page, "WINTER-2")).toBeUndefined();
    expect(demo.errors).toEqual([]);
  });

  test("changes of two people at once are asked about, and unsaved ones before somebody leaves", async () => {
    const page = await desk.open();
    const { id, revision } = await create(page, { code: "BOTH" });
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/discounts/${id}`);
    await heading(page, "Made elsewhere");
    await field(page, "Percent off").fill("20");
    await sentence(page, "20% off everything");
    const theirs = { title: { en: "Made elsewhere" }, code: "BOTH", kind: "PERCENT", value: "30" };
    await desk.call(page, `/discounts/${id}`, "PUT", theirs, { "if-match": `"${revision}"` });
    await press(page, "Keep mine");
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Cancel" }).click();
    await press(page, "Save");
    await page.getByText("Made elsewhere is saved.").waitFor();
    expect(await byCode(page, "BOTH")).toMatchObject({ value: "20", revision: 3 });
    expect(demo.errors).toEqual([]);
  });

  test("the palette leads there, and who may only look sees what a discount does", async () => {
    const page = await desk.open();
    await heading(page, "Overview");
    const { id } = await create(page, { code: "LOOK" });
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find anything" }).fill("disc");
    await page.getByRole("menuitem", { name: "Discounts", exact: true }).click();
    await heading(page, "Discounts");
    const viewer = await desk.openFor(await desk.person("viewer@example.com", "VIEWER"), `/discounts/${id}`);
    await viewer.getByText("Your role can look at discounts, but not change them.").waitFor();
    await sentence(viewer, "10% off everything");
    expect(await viewer.getByRole("textbox").count()).toBe(0);
    await viewer.getByRole("link", { name: "Discounts", exact: true }).click();
    await viewer.getByRole("link", { name: "Made elsewhere" }).first().waitFor();
    expect(await viewer.getByRole("button", { name: /^(New discount|Actions for)/ }).count()).toBe(0);
  });

  test.each([
    [1280, "dark"],
    [768, "light"],
    [390, "dark"],
  ] as const)("everybody can use it, %i pixels wide, in the %s scheme", async (width, colorScheme) => {
    const page = await desk.open("/discounts", { viewport: { width, height: 1400 }, colorScheme });
    const isFine = async () => {
      await desk.isAccessible(page);
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    };
    await page.getByRole("link", { name: "Thanks" }).waitFor();
    await isFine();
    await page.getByRole("link", { name: "Thanks" }).click();
    await heading(page, "Thanks");
    await isFine();
  });

  if (process.env.SCREENSHOTS !== undefined)
    test("pictures of the screens", async () => {
      const page = await desk.open("/discounts");
      const { id } = (await byCode(page, "AUTUMN10")) ?? {};
      const thanks = await desk.call<Discount[]>(page, "/discounts?q=thanks");
      await desk.takePictures({
        "discount-list": "/discounts",
        discount: `/discounts/${id}`,
        "discount-codes": `/discounts/${thanks[0]?.id}`,
        "discount-new": "/discounts/new",
      });
    });
});
