import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Category {
  id: string;
  slug: string;
  title: string;
  parentId: string | null;
  position: number;
  translations: Record<string, { title?: string }>;
}

// needs: Chromium.
describe.runIf(canShowStudio)("categories in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const open = async () => {
    const page = await desk.open("/categories");
    await page.getByRole("heading", { level: 1, name: "Categories", exact: true }).waitFor();
    await page.getByRole("row").first().waitFor();
    return page;
  };
  const row = (page: Page, title: string) => page.getByRole("row", { name: title, exact: true });
  const all = (page: Page) => desk.call<Category[]>(page, "/categories?pageSize=100");
  const find = async (page: Page, title: string) => {
    const category = (await all(page)).find((one) => one.title === title);
    if (!category) throw new Error(`The site has no category ${title}.`);
    return category;
  };
  const choose = async (page: Page, title: string, action: string) => {
    await row(page, title)
      .getByRole("button", { name: `Actions for ${title}` })
      .click();
    await page.getByRole("menuitem", { name: action, exact: true }).click();
  };

  test("a category is made below another one, in two languages, and gets another address", async () => {
    const page = await desk.open("/products");
    await page.getByRole("button", { name: "Categories", exact: true }).click();
    await row(page, "Chairs").waitFor();
    await desk.isAccessible(page);
    await choose(page, "Chairs", "New category below");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Title", { exact: true }).fill("A <b>rocking</b> chair");
    await dialog.getByLabel("Title in German").fill("Schaukelstühle");
    await desk.isAccessible(page);
    await page.keyboard.press("Enter");
    await page.getByText("A <b>rocking</b> chair is saved.").waitFor();
    const rockingChair = await find(page, "A <b>rocking</b> chair");
    expect(rockingChair.parentId).toBe((await find(page, "Chairs")).id);
    expect((await desk.call<Category>(page, `/categories/${rockingChair.id}`)).translations).toMatchObject({
      de: { title: "Schaukelstühle" },
    });
    await choose(page, "A <b>rocking</b> chair", "Edit");
    await dialog.getByLabel("Title", { exact: true }).fill("Rocking chairs");
    await dialog.getByLabel("Address").fill("chairs");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Another category has this address. Choose another one.").waitFor();
    await dialog.getByLabel("Address").fill("rocking-chairs");
    await dialog.getByRole("button", { name: "Save" }).click();
    await row(page, "Rocking chairs").waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("a category is moved by the keyboard alone, moved back, and dragged", async () => {
    const page = await open();
    const before = await find(page, "Rocking chairs");
    await row(page, "Rocking chairs").focus();
    // The arrow keys lead through the buttons of a row.
    const label = () => page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')");
    for (let press = 0; press < 6 && (await label()) !== "Actions for Rocking chairs"; press++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Move out", exact: true }).waitFor();
    await page.keyboard.type("Move o");
    await page.keyboard.press("Enter");
    await page.getByText("Rocking chairs is moved.").waitFor();
    expect((await find(page, "Rocking chairs")).parentId).not.toBe(before.parentId);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(async () => (await find(page, "Rocking chairs")).parentId).toBe(before.parentId);

    const first = (await all(page)).find(({ parentId }) => parentId === null)?.title ?? "";
    await row(page, "Rocking chairs").dragTo(row(page, first), { targetPosition: { x: 120, y: 2 } });
    await expect.poll(async () => (await find(page, "Rocking chairs")).parentId).toBeNull();
    expect((await find(page, "Rocking chairs")).position).toBe(0);
    await desk.isAccessible(page);
    expect(demo.errors).toEqual([]);
  });

  test("a category is deleted after a question, one with products only after another one", async () => {
    const page = await open();
    await choose(page, "Rocking chairs", "Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Rocking chairs is deleted.").waitFor();
    await choose(page, "Care", "Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText(/It has products or categories/).waitFor();
    await desk.isAccessible(page);
    await page.keyboard.press("Escape");
    expect((await find(page, "Care")).title).toBe("Care");
    expect(demo.errors).toEqual([]);
  });

  if (process.env.SCREENSHOTS)
    test("is looked at in three widths", async () => {
      await desk.takePictures({ categories: "/categories" });
    });
});
