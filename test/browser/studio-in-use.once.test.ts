import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Listed {
  id: string;
  slug: string;
  translations: { locale: string; revision: number; state: string }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("what other content refers to", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);

  const isPublic = async (slug: string) => {
    const { data } = await demo.call<object | undefined>(`/api/public/v1/content/designer/${slug}`, demoApiKey);
    return data !== undefined;
  };
  /** Two public designers that other content refers to. */
  const usedDesigners = async (page: Page): Promise<[Listed, Listed]> => {
    const designers = await desk.call<Listed[]>(page, "/entries?contentType=designer&pageSize=100");
    const used: Listed[] = [];
    for (const each of designers) {
      const places = await desk.call<object[]>(page, `/references?to=${each.id}`);
      if (places.length > 0 && (await isPublic(each.slug))) used.push(each);
    }
    const [alone, among] = used;
    if (!alone || !among) throw new Error("The demo has too few designers that are referred to.");
    return [alone, among];
  };

  test("is trashed after a question that lists the places, alone or among many", async () => {
    const page = await desk.open("/pages");
    const [alone, among] = await usedDesigners(page);

    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/entries/designer/${alone.id}/en`);
    const toTrash = async () => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Move to trash" }).click();
    };
    const question = page.getByRole("alertdialog", { name: "Move to trash" });
    await toTrash();
    await question.getByText("Other content refers to it").waitFor();
    expect(await question.getByRole("listitem").getByRole("link").count()).toBeGreaterThan(0);
    await desk.isAccessible(page);
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(await isPublic(alone.slug)).toBe(true);
    await toTrash();
    await question.getByRole("button", { name: "Move to trash" }).click();
    await page.getByText("Moved to the trash").waitFor();
    await expect.poll(() => isPublic(alone.slug)).toBe(false);

    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/entries/designer?q=${among.slug}`);
    await page.getByText("1 item", { exact: true }).waitFor();
    await page.getByRole("columnheader").getByRole("checkbox").first().click({ force: true });
    await page.getByRole("group", { name: "1 selected" }).getByRole("button", { name: "Move to trash" }).click();
    await question.getByRole("button", { name: "Move to trash" }).click();
    await question.getByText("Other content refers to it").waitFor();
    expect(await question.getByRole("listitem").getByRole("link").count()).toBeGreaterThan(0);
    await question.getByRole("button", { name: "Move to trash" }).click();
    await page.getByText("1 moved to the trash").waitFor();
    await expect.poll(() => isPublic(among.slug)).toBe(false);
    expect(demo.errors).toEqual([]);
  });

  test("goes offline after a question that lists the places, alone or among many", async () => {
    const page = await desk.open("/pages");
    const [alone, among] = await usedDesigners(page);
    // The last public locale is the one that is missed.
    for (const { locale, revision, state } of alone.translations) {
      if (locale === "en" || state === "DRAFT") continue;
      await desk.call(page, `/entries/${alone.id}/${locale}/unpublish`, "POST", { revision });
    }
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/entries/designer/${alone.id}/en`);
    const takeOffline = async () => {
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Take offline" }).click();
    };
    const question = page.getByRole("alertdialog", { name: "Take offline" });
    await takeOffline();
    await question.getByText("Other content refers to it").waitFor();
    expect(await question.getByRole("listitem").getByRole("link").count()).toBeGreaterThan(0);
    await desk.isAccessible(page);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(await isPublic(alone.slug)).toBe(true);
    await takeOffline();
    await question.getByRole("button", { name: "Take offline" }).click();
    await page.getByText("It is offline.").waitFor();
    await expect.poll(() => isPublic(alone.slug)).toBe(false);

    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/entries/designer?q=${among.slug}`);
    await page.getByText("1 item", { exact: true }).waitFor();
    await page.getByRole("columnheader").getByRole("checkbox").first().click({ force: true });
    await page.getByRole("group", { name: "1 selected" }).getByRole("button", { name: "Unpublish" }).click();
    const questionOfMany = page.getByRole("alertdialog", { name: "Unpublish" });
    await questionOfMany.getByText("Other content refers to it").waitFor();
    await questionOfMany.getByRole("button", { name: "Unpublish" }).click();
    await questionOfMany.waitFor({ state: "detached" });
    await expect.poll(() => isPublic(among.slug)).toBe(false);
    expect(demo.errors).toEqual([]);
  });
});
