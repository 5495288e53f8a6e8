import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("the columns and saved views of the studio's lists", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const columnsOf = async (page: Page) => (await page.getByRole("columnheader").allInnerTexts()).map((text) => text.replace(/[\n↓↑]/g, ""));
  const column = (page: Page, name: string) => page.getByRole("columnheader", { name, exact: true });

  test("are chosen and saved by keyboard alone, stand in the address, and are there again after Back", async () => {
    const page = await desk.open("/products");
    const table = page.getByRole("grid", { name: "Products" });
    await table.getByRole("row").nth(1).waitFor();
    await page.getByRole("button", { name: "Columns" }).focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("dialog", { name: "Columns" });
    await menu.getByRole("checkbox", { name: "Compare-at price" }).focus();
    await page.keyboard.press("Space");
    await column(page, "Compare-at price").waitFor();
    // The arrow of the column that stays.
    const up = menu.getByRole("button", { name: "Move Compare-at price up" });
    await up.focus();
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press("Enter");
    await expect.poll(() => columnsOf(page)).toEqual(["", "Product", "Compare-at price", "State", "Category", "Price", "Stock", "Changed"]);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Columns");
    expect(page.url()).toContain("columns=compareAtPrice");
    await desk.isAccessible(page);

    // What is shown is saved under a name.
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("lamp");
    await page.waitForURL(/[?&]q=lamp/);
    await page.getByRole("button", { name: "Views" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Save as a view" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Save as a view" }).waitFor();
    await page.keyboard.type("Lamps with prices");
    await page.keyboard.press("Enter");
    const state = page.getByRole("button", { name: /State/ });
    await state.filter({ hasText: "Lamps with prices" }).waitFor();
    await page.waitForURL(/[?&]saved=/);
    await page.getByRole("dialog").waitFor({ state: "detached" });

    // A view that the list always has shows everything as usual, and the saved one is opened from the same list.
    const choose = async (name: RegExp) => {
      await state.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name }).focus();
      await page.keyboard.press("Enter");
    };
    await choose(/^On sale/);
    await state.filter({ hasText: "On sale" }).waitFor();
    await page.waitForURL((url) => !url.searchParams.has("q"));
    expect(await page.getByRole("searchbox").inputValue()).toBe("");
    await choose(/^Lamps with prices/);
    await page.waitForURL(/[?&]q=lamp/);
    const isRestored = async () => {
      await column(page, "Compare-at price").waitFor();
      await state.filter({ hasText: "Lamps with prices" }).waitFor();
      expect(await page.getByRole("searchbox").inputValue()).toBe("lamp");
      await table.getByRole("row", { name: /^Fyr lamp/ }).waitFor();
    };
    await isRestored();
    await table
      .getByRole("row", { name: /^Fyr lamp/ })
      .getByRole("link")
      .focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Fyr lamp" }).waitFor();
    await page.goBack();
    await isRestored();
    // The address of a colleague shows the same.
    await page.reload();
    await isRestored();

    // It is changed to what is shown, and deleted.
    await page.getByRole("searchbox").fill("");
    await page.waitForURL((url) => !url.searchParams.has("q"));
    const act = async (name: RegExp) => {
      await page.getByRole("button", { name: "Views" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name }).focus();
      await page.keyboard.press("Enter");
    };
    await act(/^Change/);
    await state.filter({ hasText: "Lamps with prices" }).waitFor();
    await desk.isAccessible(page);
    await act(/^Delete/);
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete the view" }).focus();
    await page.keyboard.press("Enter");
    await state.filter({ hasText: "All products" }).waitFor();

    // This browser has the columns for the person's next visit.
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/products`);
    await column(page, "Compare-at price").waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    await menu.getByRole("button", { name: "Show the usual columns" }).click();
    await column(page, "Compare-at price").waitFor({ state: "detached" });
    expect(demo.errors).toEqual([]);
  });

  test("show the fields of a type's entries, also on a phone, and nothing of the choice remains after the sign-out", async () => {
    const page = await desk.open("/entries/guide", { viewport: { width: 390, height: 800 } });
    const table = page.getByRole("grid");
    await table.getByRole("row").nth(1).waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    const menu = page.getByRole("dialog", { name: "Columns" });
    await menu.getByText("Difficulty", { exact: true }).click();
    // A screen this narrow shows the first two columns, and the others where it is scrolled.
    const up = menu.getByRole("button", { name: "Move Difficulty up" });
    while (await up.isEnabled()) await up.click();
    await page.keyboard.press("Escape");
    await column(page, "Difficulty").waitFor();
    await table
      .getByRole("row")
      .filter({ hasText: /Easy|Medium|Hard/ })
      .first()
      .waitFor();
    await desk.isAccessible(page);
    const stored = () => page.evaluate("localStorage.length");
    expect(await stored()).toBe(1);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator("aside button").last().click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in#out");
    expect(await stored()).toBe(0);
    expect(demo.errors).toEqual([]);
  });
});
