import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { password, studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("⌘K in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const search = (page: Page) => page.getByRole("searchbox", { name: "Find anything" });
  const ask = async (page: Page, words = "") => {
    await page.keyboard.press("Control+k");
    await search(page).waitFor();
    await page.keyboard.type(words);
  };
  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  const row = (page: Page, name: string) => page.getByRole("menuitem", { name: new RegExp(`^${name}`) });
  const rows = (page: Page, section: string) => page.getByRole("group", { name: section }).getByRole("menuitem");
  const remembered = (page: Page) => page.evaluate("localStorage.getItem('vitrine-studio') ?? ''");
  const focused = (page: Page) => page.locator("[role=menuitem][data-focused]");
  /** Goes to a place without a new document. */
  const goTo = async (page: Page, place: string, row: RegExp | string) => {
    await page.getByRole("navigation").getByRole("link", { name: place, exact: true }).click();
    await page.getByRole("row", { name: row }).first().getByRole("link").first().click();
  };

  test("the actions of the place are offered, and do what their buttons do", async () => {
    const page = await desk.open(await desk.pathOf(await desk.open("/pages"), "about"));
    await heading(page, "About us");
    await ask(page);
    const here = rows(page, "At this place");
    await here.first().waitFor();
    const names = (await here.allInnerTexts()).map((text) => text.split("\n")[0]);
    expect(names).toEqual(expect.arrayContaining(["Publish", "History", "Schedule", "Add to release", "Show or hide the preview"]));
    expect(names).not.toContain("Undo");
    if (process.env.SCREENSHOTS)
      for (const width of [1280, 768, 390]) {
        await page.setViewportSize({ width, height: 1000 });
        await page.screenshot({ path: join(process.env.SCREENSHOTS, `palette-${width}.png`) });
      }
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.keyboard.type("history");
    await here.filter({ hasText: "History" }).and(focused(page)).waitFor();
    await page.keyboard.press("Enter");
    const history = page.getByRole("dialog", { name: "History" });
    await history.waitFor();
    await expect.poll(() => page.locator("[role=dialog]:focus, [role=dialog] :focus").count()).toBe(1);
    await page.keyboard.press("Escape");
    await history.waitFor({ state: "hidden" });
    await ask(page, "show or hide the prev");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Preview" }).waitFor({ state: "hidden" });
    expect(demo.errors).toEqual([]);
  });

  test("the chosen row stays with its item when others come before it, and former results stay while it asks", async () => {
    const page = await desk.open();
    await heading(page, "Overview");
    const answers: Record<string, string[]> = { ord: ["Oak", "Ordinary"], orde: ["Ordeal", "Ordinary"], ordea: ["Ordeal"] };
    const waiting: (() => void)[] = [];
    await page.route(/\/search\?/, async (route) => {
      const q = new URL(route.request().url()).searchParams.get("q") ?? "";
      await new Promise<void>((resolve) => waiting.push(resolve));
      const found = (answers[q] ?? []).map((label, index) => ({
        type: "page",
        id: `00000000-0000-4000-8000-00000000000${label === "Ordinary" ? 9 : index}`,
        label,
        detail: "/x · en",
        match: [],
      }));
      await route.fulfill({ json: { data: found } });
    });
    const answer = async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.splice(0).forEach((go) => go());
    };
    // The places are there at once.
    await ask(page, "ord");
    await row(page, "Orders").and(focused(page)).waitFor();
    await answer();
    await row(page, "Ordinary").waitFor();
    await row(page, "Orders").and(focused(page)).waitFor();
    // A row that a person goes to stays theirs.
    await page.keyboard.press("ArrowUp");
    while ((await row(page, "Ordinary").and(focused(page)).count()) === 0) await page.keyboard.press("ArrowUp");
    await page.keyboard.type("e");
    await expect.poll(() => waiting.length).toBe(1);
    await row(page, "Oak").waitFor();
    await answer();
    await row(page, "Ordeal").waitFor();
    await row(page, "Ordinary").and(focused(page)).waitFor();
    // Without it, the first one is chosen.
    await page.keyboard.type("a");
    await answer();
    await row(page, "Ordinary").waitFor({ state: "detached" });
    await row(page, "Ordeal").and(focused(page)).waitFor();
  });

  test("what was opened last comes first, and goes with the person who signs out", async () => {
    const name = "Ada Lovelace";
    const account = { email: "ada@example.com", password, firstName: "Ada", lastName: "Lovelace" };
    await demo.call("/api/v1/shop/auth/register", demoApiKey, account);
    const page = await desk.open();
    await heading(page, "Overview");
    await ask(page);
    expect(await rows(page, "Recent").count()).toBe(0);
    await page.keyboard.press("Escape");
    await goTo(page, "Pages", /About us/);
    await heading(page, "About us");
    await page.getByRole("link", { name: "Customers", exact: true }).click();
    await heading(page, "Customers");
    await page.getByRole("link", { name }).click();
    await heading(page, name);
    await page.getByRole("navigation").getByRole("link", { name: "Overview", exact: true }).click();
    await heading(page, "Overview");
    await ask(page);
    await rows(page, "Recent").nth(1).waitFor();
    expect((await rows(page, "Recent").allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([name, "About us"]);
    await desk.isAccessible(page);
    // Ids and titles, and no names of people.
    expect(await remembered(page)).toContain("About us");
    expect(await remembered(page)).not.toContain(name);
    await page.keyboard.type("about");
    await rows(page, "Recent").filter({ hasText: "About us" }).waitFor();
    await page.keyboard.press("Enter");
    await heading(page, "About us");
    await page.getByRole("complementary").getByRole("button").last().click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/studio/sign-in**");
    expect(await remembered(page)).toBe("");
    expect(demo.errors).toEqual([]);
  });
});
