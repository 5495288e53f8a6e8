import { join } from "node:path";
import type { Page } from "playwright-core";
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

  const bodyOf = async (page: Page) => {
    await page.getByRole("treegrid", { name: "Outline" }).waitFor();
    await page.getByRole("row", { name: "Text", exact: true }).first().click();
    const body = page
      .getByRole("region", { name: "Fields" })
      .getByRole("textbox", { name: /^Body\b/ })
      .first();
    await body.fill("Before \n\nAfter");
    // What is typed within a second is one step.
    await desk.saved(page);
    await page.waitForTimeout(1_100);
    await page.evaluate("document.activeElement.setSelectionRange(7, 7)");
    return body;
  };

  test("what is pasted keeps its form and nothing else, and is one step of undo", async () => {
    const page = await desk.open(await desk.pathOf(await desk.open("/pages"), "about"));
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const body = await bodyOf(page);
    const html =
      '<h2>Hours</h2><p style="color:red" onclick="alert(1)">We are <b>open</b>, <a href="https://example.com/">here</a> or <a href="javascript:alert(1)">there</a>.</p><ul><li>one<ul><li>two</li></ul></li></ul><table><tr><th>Day</th><th>From</th></tr><tr><td>Monday</td><td>9</td></tr></table><script>alert(1)</script>';
    // By another page: Chromium reads what it writes in the page that asks, and the studio's policy would tell of the style.
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(demo.addresses.site);
    await elsewhere.evaluate(
      `navigator.clipboard.write([new ClipboardItem({ "text/html": new Blob([${JSON.stringify(html)}], { type: "text/html" }), "text/plain": new Blob(["plain"], { type: "text/plain" }) })])`,
    );
    await elsewhere.close();
    await page.bringToFront();
    await body.press("ControlOrMeta+v");
    const written =
      "## Hours\n\nWe are **open**, [here](https://example.com/) or there.\n\n- one\n  - two\n\n| Day | From |\n| --- | --- |\n| Monday | 9 |";
    await expect.poll(() => body.inputValue()).toBe(`Before \n\n${written}\n\nAfter`);
    await desk.saved(page);
    await body.press("ControlOrMeta+z");
    await expect.poll(() => body.inputValue()).toBe("Before \n\nAfter");
    await body.press("ControlOrMeta+Shift+z");
    await expect.poll(() => body.inputValue()).toBe(`Before \n\n${written}\n\nAfter`);
    await desk.isAccessible(page);
    if (process.env.SCREENSHOTS)
      for (const width of [1280, 768, 390]) {
        await page.setViewportSize({ width, height: 1000 });
        await page.screenshot({ path: join(process.env.SCREENSHOTS, `paste-${width}.png`) });
      }
    expect(demo.errors).toEqual([]);
  });

  /** Pastes as Word does, whose HTML Chromium does not write into its clipboard as it is. */
  const paste = async (page: Page, html: string) => {
    await page.evaluate(`{
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", ${JSON.stringify(html)});
      document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }`);
  };
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const picture = `<p>Look: <img alt="A dot" src="data:image/png;base64,${pixel}"></p>`;

  test("pictures that are pasted go to the library, and those without their data are named", async () => {
    const page = await desk.open(await desk.pathOf(await desk.open("/pages"), "about"));
    const body = await bodyOf(page);
    await paste(page, `${picture.replace("</p>", "")}<img src="https://example.com/a.png"></p>`);
    await expect.poll(() => body.inputValue()).toMatch(/^Before Look: !\[A dot\]\(asset:[0-9a-f-]{36}\)\n\nAfter$/);
    await page.getByText("One picture was left out.").waitFor();
    await desk.saved(page);
    expect(demo.errors).toEqual([]);
  });

  test("a person who does not wait for the pictures keeps the text", async () => {
    const page = await desk.open(await desk.pathOf(await desk.open("/pages"), "about"));
    const body = await bodyOf(page);
    await page.route("**/assets", () => undefined);
    await paste(page, picture);
    await page.getByText("Uploading the picture").waitFor();
    await desk.isAccessible(page);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, "paste-uploading.png") });
    await page.getByRole("button", { name: "Paste without pictures" }).press("Enter");
    await expect.poll(() => body.inputValue()).toBe("Before Look:\n\nAfter");
    await body.and(page.locator(":focus")).waitFor();
    // Or goes elsewhere.
    await paste(page, picture);
    await page.getByText("Uploading the picture").waitFor();
    await page.getByRole("treegrid", { name: "Outline" }).getByRole("row").first().click();
    await page.getByText("Uploading the picture").waitFor({ state: "hidden" });
    await page.getByRole("row", { name: "Text", exact: true }).first().click();
    await expect.poll(() => body.inputValue()).toMatch(/Look:[^]*Look:/);
  });
});
