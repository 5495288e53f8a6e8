import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Shown {
  id: string;
  revision: number;
  translations: {
    locale: string;
    revision: number;
    scheduled: { publishAt: string | null; unpublishAt: string | null; revision: number } | null;
  }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("plans for a page", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
  const choose = async (page: Page, item: string) => {
    await press(page, "More actions");
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  const title = (page: Page) => page.getByRole("region", { name: "Fields" }).getByRole("textbox", { name: "Title", exact: true }).first();
  const planIn = (page: Page) =>
    page
      .locator("main header")
      .first()
      .getByRole("button", { name: /^(Scheduled for|Goes offline on)/ });

  test("stand in the bar with the time zone, tell which revision goes live, and are asked about", async () => {
    const page = await desk.open("/pages", { timezoneId: "America/Sao_Paulo" });
    const newPage = await desk.call<Shown>(page, "/pages", "POST", {
      locale: "en",
      title: "Winter sale",
      slug: "winter-sale",
      composition: [],
    });
    const read = async () => (await desk.call<Shown>(page, `/pages/${newPage.id}`)).translations[0]!;
    const publish = (revision: number) => desk.call(page, `/pages/${newPage.id}/en/publish`, "POST", { revision });
    await publish((await read()).revision);
    const end = new Date(Date.now() + 30 * 86_400_000).toISOString();
    await desk.call(page, `/pages/${newPage.id}/en/schedule`, "PUT", { unpublishAt: end, revision: (await read()).revision });

    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/pages/${newPage.id}/en`);
    await planIn(page)
      .getByText(/^Goes offline on .*GMT-3/)
      .waitFor();
    await title(page).fill("Winter sale, first words");
    await desk.saved(page);
    await choose(page, "Schedule");
    const dialog = page.getByRole("dialog", { name: "Schedule" });
    await dialog.getByText(/^Goes offline on .*GMT-3/).waitFor();
    await dialog.getByText(/Sao Paulo/).waitFor();
    const at = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel("Publish at").fill(`${at}T09:00`);
    await desk.isAccessible(page);
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await planIn(page)
      .getByText(/^Scheduled for .*9:00 AM GMT-3. Goes offline on /)
      .waitFor();
    const planned = await read();
    // The end that was planned before stays.
    expect(planned.scheduled).toMatchObject({ publishAt: `${at}T12:00:00.000Z`, unpublishAt: end, revision: planned.revision });

    await title(page).fill("Winter sale, corrected");
    await planIn(page)
      .getByText(/Your later changes will not go live then/)
      .waitFor();
    await desk.saved(page);
    await planIn(page).click();
    await dialog.getByText(/Your later changes will not go live then/).waitFor();
    await dialog.getByRole("button", { name: "Schedule the present draft instead" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => planIn(page).innerText()).not.toContain("later changes");
    const newer = await read();
    expect(newer.revision).toBeGreaterThan(planned.revision);
    expect(newer.scheduled).toMatchObject({ publishAt: `${at}T12:00:00.000Z`, unpublishAt: end, revision: newer.revision });

    await choose(page, "Discard changes");
    const question = page.getByRole("alertdialog", { name: "Discard changes" });
    await question.getByText(/The version scheduled for .* still goes live/).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await title(page).inputValue()).toBe("Winter sale, corrected");
    await choose(page, "Discard changes");
    await question.getByRole("button", { name: "Discard changes" }).click();
    await expect.poll(() => title(page).inputValue()).toBe("Winter sale");
    expect((await read()).scheduled?.revision).toBe(newer.revision);
    await planIn(page).click();
    await dialog.getByRole("button", { name: "Do not publish then" }).click();
    await planIn(page).waitFor({ state: "detached" });
    expect((await read()).scheduled).toBeNull();
    expect(demo.errors).toEqual([]);
  });
});
