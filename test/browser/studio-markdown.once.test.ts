import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("the Markdown field of the studio", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);

  test("puts in a link to a page and a picture of the library, which the preview shows at their addresses", async () => {
    const page = await desk.open(await desk.pathOf(await desk.open("/pages"), "about"));
    await page.getByRole("treegrid", { name: "Outline" }).waitFor();
    await page.getByRole("row", { name: "Text", exact: true }).first().click();
    const fields = page.getByRole("region", { name: "Fields" });
    const body = fields.getByRole("textbox", { name: /^Body\b/ }).first();
    await body.fill("Write to us: ");
    await body.press("Control+End");
    await fields.getByRole("button", { name: "Link to a page, an entry or a product" }).first().click();
    const targets = page.getByRole("dialog", { name: "Link to a page, an entry or a product" });
    await targets.getByRole("searchbox").fill("contact");
    await targets
      .getByRole("option", { name: /contact/i })
      .first()
      .click();
    await expect.poll(() => body.inputValue()).toMatch(/^Write to us: \[[^\]]+\]\(page:[0-9a-f-]{36}\)$/);
    await body.press("Control+End");
    await fields.getByRole("button", { name: "Insert a file" }).first().click();
    const files = page.getByRole("dialog", { name: "Choose a file" });
    await files.getByRole("searchbox").fill("fjell-chair-oak");
    await files
      .getByRole("row", { name: /fjell-chair-oak/i })
      .first()
      .click();
    await expect.poll(() => body.inputValue()).toMatch(/!\[Fjell[^\]]*\]\(asset:[0-9a-f-]{36}\)$/i);
    await desk.saved(page);
    const preview = page.frameLocator("iframe");
    await preview
      .getByRole("link", { name: /contact/i, exact: false })
      .and(preview.locator('a[href*="contact"]'))
      .first()
      .waitFor();
    await preview.locator('.prose img[src*="/media/"]').first().waitFor();
    expect(demo.errors).toEqual([]);
  });
});
