import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("the trash of the studio", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);

  test("many pages are trashed after a question, come back by Undo, and wait in the trash", async () => {
    const page = await desk.open("/pages");
    for (const n of [1, 2]) {
      const draft = { locale: "en", title: `Leaflet ${n}`, slug: "leaflet", composition: [] };
      await desk.call(page, "/pages", "POST", draft);
    }
    await page.getByRole("searchbox", { name: "Search by title or address" }).fill("leaflet");
    await page.getByText("2 items", { exact: true }).waitFor();
    const rows = page.getByRole("row", { name: /^Leaflet/ });
    const trashAll = async () => {
      await page.getByRole("columnheader").getByRole("checkbox").first().click({ force: true });
      const bulk = page.getByRole("group", { name: "2 selected" });
      await bulk.getByRole("button", { name: "Move to trash" }).click();
      const question = page.getByRole("alertdialog", { name: "Move to trash" });
      await desk.isAccessible(page);
      await question.getByRole("button", { name: "Move to trash" }).click();
      await page.getByText("2 moved to the trash").waitFor();
      await expect.poll(() => rows.count()).toBe(0);
    };
    await trashAll();
    // Both have the same address: two drafts may.
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("2 restored as drafts").waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    await trashAll();
    await page.getByRole("searchbox", { name: "Search by title or address" }).fill("");
    await page.getByRole("link", { name: "Trash", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Trash" }).waitFor();
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "Restore: Leaflet 1" }).click();
    await page.getByText("“Leaflet 1” is back as a draft").waitFor();
    await page.getByRole("button", { name: "Delete for good: Leaflet 2" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete for good" }).click();
    await page.getByText("The trash is empty.").waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("keys in a dialog change nothing behind it, and open no second one", async () => {
    const list = await desk.open("/pages");
    await desk.call(list, "/pages", "POST", { locale: "en", title: "Flyer", slug: "flyer", composition: [] });
    const page = await desk.open(await desk.pathOf(list, "flyer"));
    await page.getByRole("button", { name: "Page", exact: true }).click();
    const title = page
      .getByRole("region", { name: "Fields" })
      .getByRole("textbox", { name: /^Title\b/ })
      .first();
    await title.fill("Flyer, once more");
    await desk.saved(page);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog", { name: "Publish English" }).waitFor();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+Enter");
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { level: 1, name: "Flyer, once more" }).waitFor();
    expect(await title.inputValue()).toBe("Flyer, once more");
  });
});
