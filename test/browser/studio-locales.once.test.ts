import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("translating in the studio", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const openPage = async (slug: string, locale: string, options: Parameters<typeof desk.open>[1] = {}) => {
    const page = await desk.open(await desk.pathOf(await desk.open("/pages"), slug, locale), options);
    await page.getByRole("treegrid", { name: "Outline" }).waitFor();
    return page;
  };
  type Page = Awaited<ReturnType<typeof openPage>>;
  const fields = (page: Page) => page.getByRole("region", { name: "Fields" });
  const titleOf = (page: Page) =>
    fields(page)
      .getByRole("textbox", { name: /^Title\b/ })
      .first();
  const chooseHero = (page: Page) => page.getByRole("row", { name: "Hero", exact: true }).first().click();
  const publish = async (page: Page, locale: string) => {
    await desk.saved(page);
    await desk.askToPublish(page);
    await page
      .getByRole("dialog", { name: `Publish ${locale}` })
      .getByRole("button", { name: "Publish", exact: true })
      .click();
    await page.getByText("It is live.").waitFor();
  };
  const beside = async (page: Page, name: string) => {
    await page.getByRole("button", { name: /beside/ }).click();
    await page.getByRole("option", { name }).click();
  };

  test("the original stands beside each field, and its text can be taken over", async () => {
    const english = await openPage("home", "en");
    await chooseHero(english);
    const original = await titleOf(english).inputValue();
    const page = await openPage("home", "de", { viewport: { width: 1_440, height: 900 } });
    await chooseHero(page);
    const german = await titleOf(page).inputValue();
    await beside(page, "English beside");
    await fields(page).getByText(original).waitFor();
    const words = await fields(page).locator('p[lang="en"]').allInnerTexts();
    expect(words).toContain(original);
    expect(words).not.toContain(german);
    await desk.isAccessible(page);
    const field = fields(page).locator('[data-field="/title"]');
    await field.getByRole("button", { name: "Use the English text" }).click();
    await expect.poll(() => titleOf(page).inputValue()).toBe(original);
    await field.getByText("Not translated yet").waitFor();
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await expect.poll(() => titleOf(page).inputValue()).toBe(german);
    expect(await field.getByText("Not translated yet").count()).toBe(0);
    await desk.saved(page);
    expect(demo.errors).toEqual([]);
  });

  test("a field whose original has changed since is marked, until somebody writes in it", async () => {
    const english = await openPage("home", "en");
    await chooseHero(english);
    await titleOf(english).fill("Sofas for people who move");
    await publish(english, "English");
    const german = await openPage("home", "de");
    await chooseHero(german);
    const field = fields(german).locator('[data-field="/title"]');
    await field.getByText("The original has changed").waitFor();
    // The demo has a draft of the English page for the winter, with other words in four fields.
    const marks = fields(german).getByText("The original has changed");
    expect(await marks.count()).toBe(4);
    await titleOf(german).fill("Sofas für Leute, die umziehen");
    await field.getByText("The original has changed").waitFor({ state: "detached" });
    expect(await marks.count()).toBe(3);
    await publish(german, "German");
    const later = await openPage("home", "de");
    await chooseHero(later);
    await desk.saved(later);
    expect(await fields(later).getByText("The original has changed").count()).toBe(0);
    expect(demo.errors).toEqual([]);
  });
});
