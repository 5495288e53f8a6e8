import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("lists of the studio, and people at one page", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const outline = (page: Page) => page.getByRole("treegrid", { name: "Outline" });

  test("come back as they were: search, order, selection and place", async () => {
    const author = await desk.open("/pages");
    for (let n = 10; n < 50; n += 1) {
      await desk.call(author, "/pages", "POST", { locale: "en", title: `Notice ${n}`, slug: `notice-${n}`, composition: [] });
    }
    const page = await desk.open("/pages");
    const search = page.getByRole("searchbox", { name: "Search by title or address" });
    const table = page.getByRole("grid", { name: "Pages" });
    const scrolled = () => table.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop);
    const row = (n: number) => table.getByRole("row", { name: `Notice ${n}` });
    await search.fill("notice");
    await page.getByText("40 items", { exact: true }).waitFor();
    await page.getByRole("columnheader", { name: "Title" }).click();
    await row(10).waitFor();
    await table.hover();
    await page.mouse.wheel(0, 700);
    await expect.poll(scrolled).toBeGreaterThan(600);
    const isAsBefore = async () => {
      await row(26).waitFor();
      // A click of the test may have scrolled the row to the lower edge first.
      await expect.poll(scrolled).toBeGreaterThan(300);
      expect(await search.inputValue()).toBe("notice");
    };
    const isStill = () => expect.poll(() => page.locator("[style*='pointer-events: none'] [role=row]").count()).toBe(0);
    const openRow = async () => {
      // While a list scrolls, it takes no presses.
      await isStill();
      await row(26).click();
      await outline(page).waitFor();
    };
    await openRow();
    await page.goBack();
    await isAsBefore();
    await openRow();
    await page.locator("main header").first().getByRole("link", { name: "Pages" }).click();
    await isAsBefore();
    await isStill();
    await row(26).getByRole("checkbox").click({ force: true });
    const selected = page.getByRole("group", { name: "1 selected" });
    await selected.waitFor();
    await page.getByRole("link", { name: "Media", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Media" }).waitFor();
    await page.goBack();
    await isAsBefore();
    await selected.waitFor();
    // A link begins anew.
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByRole("link", { name: "Pages", exact: true }).click();
    await page
      .getByRole("row", { name: /About us|Notice/ })
      .first()
      .waitFor();
    expect(await search.inputValue()).toBe("");
    expect(await scrolled()).toBe(0);
    expect(await selected.count()).toBe(0);
    expect(demo.errors).toEqual([]);
  });

  test("a double click on New makes one page", async () => {
    const page = await desk.open("/pages");
    const total = async () => (await page.getByText(/^\d+ items$/).innerText()).split(" ")[0];
    await page.getByText(/^\d+ items$/).waitFor();
    const before = Number(await total());
    await page.getByRole("button", { name: "New page" }).dblclick();
    await outline(page).waitFor();
    await page.goBack();
    await expect.poll(async () => Number(await total())).toBe(before + 1);
  });

  test("a press on a title opens it, also while rows are selected, and a press beside it selects", async () => {
    const page = await desk.open("/pages");
    for (const title of ["Pressed one", "Pressed two"]) {
      const slug = title.toLowerCase().replace(" ", "-");
      await desk.call(page, "/pages", "POST", { locale: "en", title, slug, composition: [] });
    }
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/pages?q=pressed`);
    const row = (name: RegExp) => page.getByRole("grid", { name: "Pages" }).getByRole("row", { name });
    await row(/^Pressed one/)
      .getByRole("checkbox")
      .click({ force: true });
    await page.getByRole("group", { name: "1 selected" }).waitFor();
    await row(/^Pressed two/)
      .getByRole("gridcell")
      .last()
      .click();
    await page.getByRole("group", { name: "2 selected" }).waitFor();
    await row(/^Pressed two/)
      .getByRole("link")
      .click();
    await page.getByRole("heading", { level: 1, name: "Pressed two" }).waitFor();
    await page.goBack();
    await page.getByRole("group", { name: "2 selected" }).waitFor();
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/media`);
    await page.getByRole("radio", { name: "List", exact: true }).click();
    const files = page.getByRole("grid", { name: "Media" });
    await files.getByRole("row").nth(1).getByRole("checkbox").click({ force: true });
    await page.getByText("1 selected").waitFor();
    await files.getByRole("row").nth(2).getByRole("link").click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("radio", { name: "Grid", exact: true }).click();
    await page.getByText("1 selected").waitFor();
    await files.getByRole("row").nth(2).getByRole("link").click();
    await page.getByRole("dialog").waitFor();
    await page.getByText("1 selected").waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("entries that no longer fit their type are counted in the overview, and listed behind the number", async () => {
    const page = await desk.open("/pages");
    let expected = 0;
    for (const type of ["guide", "designer"]) {
      const { title, schema, uiSchema, revision } = await desk.call<{
        title: string;
        schema: { properties: Record<string, object> };
        uiSchema: object;
        revision: number;
      }>(page, `/content-types/${type}`);
      const [name = ""] = Object.entries(schema.properties).find(([, each]) => "type" in each && each.type === "string") ?? [];
      schema.properties[name] = { ...schema.properties[name], minLength: 0, maxLength: 2 };
      await desk.call(page, `/content-types/${type}?force=true`, "PUT", { title, schema, uiSchema }, { "if-match": `"${revision}"` });
      const affected = await desk.call<object[]>(page, `/entries?contentType=${type}&status=invalid&pageSize=100`);
      expect(affected.length).toBeGreaterThan(0);
      expected += affected.length;
    }
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form`);
    await page.getByRole("link", { name: /entries that no longer fit/ }).click();
    await page.getByRole("heading", { level: 1, name: "Entries" }).waitFor();
    await page.getByText(`${expected} items`, { exact: true }).waitFor();
    const first = page.getByRole("grid", { name: "Entries" }).getByRole("row").nth(1);
    await first
      .getByText(/Needs attention/)
      .first()
      .waitFor({ state: "attached" });
    await desk.isAccessible(page);
    await first.getByRole("link").click();
    await page.waitForURL(/\/entries\/(guide|designer)\/[^/]+\/[^/]+$/);
    await page.getByRole("region", { name: "Fields" }).waitFor();
    await page.goBack();
    await page.getByText(`${expected} items`, { exact: true }).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("whoever comes later sees at once who is at the page, also from within the studio", async () => {
    const session = await desk.person("ana@example.com", "EDITOR");
    const first = await desk.open(await desk.pathOf(await desk.open("/pages"), "about"));
    await outline(first).waitFor();
    const later = await desk.openFor(session, "/pages?q=about");
    await later.getByRole("row", { name: /^About us/ }).waitFor();
    // The stream has told of everybody by now, and says it once.
    await later.waitForTimeout(1_500);
    await later.getByRole("row", { name: /^About us/ }).click();
    await later.getByText(/Also here/).waitFor();
    await first.getByText(/Also here: .*ana/).waitFor();
  });
});
