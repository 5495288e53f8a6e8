import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium. A laptop's server has a viewer for sites without a storefront.
describe.runIf(canShowDemo)("a draft that is shared by a link", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Share draft" });
  const address = (page: Page) => dialog(page).getByRole("group", { name: "Link" }).locator("code").innerText();

  /** Opens the dialog of a page, by the keyboard alone. */
  async function share(slug: string): Promise<Page> {
    const page = await desk.open(await desk.pathOf(await desk.open("/pages"), slug));
    await page.getByRole("treegrid", { name: "Outline" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find anything" }).fill("share draft");
    await page.locator("[role=menuitem][data-focused]").filter({ hasText: "Share draft" }).waitFor();
    await page.keyboard.press("Enter");
    await dialog(page).waitFor();
    return page;
  }

  /** What somebody without an account sees there. */
  async function look(link: string, words: string): Promise<void> {
    const context = await demo.browser.newContext();
    const visitor = await context.newPage();
    await visitor.goto(link);
    await visitor.getByText(words).first().waitFor();
    await context.close();
  }

  test("is read without an account until somebody ends the link", async () => {
    const page = await share("about");
    await page.getByText("No link works at present.").waitFor();
    await desk.isAccessible(page);
    await page.keyboard.press("Escape");
    const title = page.getByRole("textbox", { name: "Title", exact: true });
    await title.fill("Shared before it is saved");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Share draft" }).click();
    await dialog(page).getByRole("radio", { name: "30 days" }).press("Space");
    await dialog(page).getByRole("button", { name: "Create link" }).press("Enter");
    const link = await address(page);
    expect(link).toMatch(/\/demo\/site#preview=pv_\w{32}&locale=en$/);
    await desk.isAccessible(page);
    if (process.env.SCREENSHOTS)
      for (const width of [1280, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.screenshot({ path: join(process.env.SCREENSHOTS, `share-${width}.png`) });
      }
    await look(link, "Draft, not published");
    const lastFour = /pv_\w{28}(\w{4})/.exec(link)?.[1] ?? "";
    await dialog(page).getByRole("button", { name: "Create link" }).press("Enter");
    await expect.poll(() => address(page)).not.toBe(link);
    await dialog(page)
      .getByRole("button", { name: `End the link …${lastFour}` })
      .press("Enter");
    await page.getByText("The link has ended.").waitFor();
    await expect.poll(() => dialog(page).getByRole("listitem").count()).toBe(1);
    await look(link, "No such draft");
    await look(await address(page), "Draft, not published");
    expect(demo.errors).toEqual([]);
  });

  test("opens the storefront, where the site has one", async () => {
    const page = await share("contact");
    const { revision } = await desk.call<{ revision: number }>(page, "");
    await desk.call(page, "", "PATCH", { storefrontUrl: "https://shop.example/en/" }, { "if-match": `"${revision}"` });
    await page.reload();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Share draft" }).click();
    await dialog(page).getByRole("button", { name: "Create link" }).click();
    expect(await address(page)).toMatch(/^https:\/\/shop\.example\/en\/preview\/pv_\w{32}\?locale=en$/);
  });

  test("is not offered to those who may not share", async () => {
    const path = await desk.pathOf(await desk.open("/pages"), "about");
    const page = await desk.openFor(await desk.person("vera@example.com", "VIEWER"), path);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "History" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Share draft" }).count()).toBe(0);
  });
});
