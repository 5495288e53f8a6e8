import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface PublicPage {
  composition: { type: string; props: { title?: string } }[];
}

const looks: Record<string, BrowserContextOptions> = {
  "on a phone": { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  // A window of 1280 × 800 pixels that is zoomed to 200 %.
  "at 200 %": { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
};

// needs: Chromium.
describe.runIf(canShowStudio)("the studio in German and in the dark", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const opening = async () => (await demo.call<PublicPage>("/api/public/v1/pages/home", demoApiKey)).data.composition[0]?.props.title;

  /** It is kept with the account. */
  async function chooseGerman(page: Page): Promise<void> {
    await page.goto(`${desk.origin()}/studio/me`);
    await page.getByRole("button", { name: /Language of the studio|Sprache des Studios/ }).click();
    await page.getByRole("option", { name: "Deutsch" }).click();
    await page.getByRole("heading", { level: 1, name: "Ihr Konto" }).waitFor();
  }

  test.each(Object.entries(looks))("%s, the opening words are changed and published", async (place, look) => {
    await chooseGerman(await desk.open(""));
    const page = await desk.open("", { ...look, locale: "de-DE", colorScheme: "dark" });
    const touch = (place: Locator) => (look.hasTouch ? place.tap() : place.click());
    const press = (name: string) => touch(page.getByRole("button", { name, exact: true }));
    const choose = async (outline: Locator, fields: Locator) => {
      await touch(outline.getByRole("row", { name: "Hero", exact: true }).first());
      return fields.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    };
    const isReadable = async () => {
      await desk.isAccessible(page);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url()).toBe(true);
    };
    await page.getByRole("heading", { level: 1, name: "Übersicht" }).waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("de");
    expect(await page.evaluate("getComputedStyle(document.body).colorScheme")).toContain("dark");
    await isReadable();
    await press("Menü");
    await isReadable();
    await touch(page.getByRole("link", { name: "Seiten", exact: true }));
    await touch(page.getByRole("row", { name: /^Furniture from the Flensburg fjord/ }));

    const outline = page.getByRole("treegrid", { name: "Gliederung" });
    const fields = page.getByRole("region", { name: "Felder" });
    await outline.waitFor();
    await isReadable();
    await press("Seite");
    await fields.getByRole("textbox", { name: "Titel", exact: true }).waitFor();
    await isReadable();
    const words = `Möbel, ${place}`;
    // The second time, the outline still has the block that was chosen the first time.
    for (const text of ["Möbel", words]) {
      await press("Gliederung");
      // An outline that has just come up loses a press on a busy machine; a person presses again.
      await expect.poll(() => choose(outline, fields)).toBe(true);
      await fields.getByRole("textbox", { name: "Title", exact: true }).fill(text);
    }
    await isReadable();
    await press("Vorschau");
    await page.frameLocator("iframe").getByRole("heading", { name: words }).waitFor();
    await isReadable();
    await page.locator("[data-status=saved]").waitFor();
    await press("Veröffentlichen");
    const dialog = page.getByRole("dialog", { name: "Veröffentlichen: Englisch" });
    await dialog.getByText("Möbel").first().waitFor();
    await isReadable();
    await touch(dialog.getByRole("button", { name: "Veröffentlichen", exact: true }));
    await page.getByText("Das ist jetzt online.").waitFor();
    await expect.poll(opening).toBe(words);
    expect(demo.errors).toEqual([]);
  });
});
