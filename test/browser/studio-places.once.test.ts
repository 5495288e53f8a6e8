import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

const places = [
  ["", "Overview"],
  ["/pages", "Pages"],
  ["/entries", "Entries"],
  ["/entries/guide", "Guide"],
  ["/releases", "Releases"],
  ["/releases?view=calendar", "Releases"],
  ["/products", "Products"],
  ["/products/new", "New product"],
  ["/categories", "Categories"],
  ["/discounts", "Discounts"],
  ["/discounts/new", "New discount"],
  ["/gift-cards", "Gift cards"],
  ["/orders", "Orders"],
  ["/customers", "Customers"],
  ["/forms", "Forms"],
  ["/media", "Media"],
  ["/model", "Model"],
  ["/model/entries/guide", "Guide"],
  ["/model/blocks/hero", "Hero"],
  ["/settings", "General"],
  ["/settings/team", "Team"],
  ["/settings/keys", "API keys"],
  ["/settings/mails", "Mails"],
  ["/settings/audit", "Audit log"],
] as const;

// needs: Chromium.
describe.runIf(canShowStudio)("the places of the studio", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);

  test.each(places)("%s is %s, without barriers in either scheme, and nothing that the page's policy refuses", async (path, heading) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await desk.open(path, { colorScheme });
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      await desk.isAccessible(page);
      expect(demo.errors).toEqual([]);
    }
  });

  test("anything is found with the keyboard, by a word of it", async () => {
    const page = await desk.open();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find anything" }).fill("oiled");
    await page
      .getByRole("menuitem", { name: /Oiled oak/ })
      .first()
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Oiled oak" }).waitFor();
  });

  test("a file is found by a word of its name, and opened", async () => {
    const page = await desk.open();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find anything" }).fill("crate");
    const file = page.getByRole("menuitem", { name: /File/ }).first();
    await file.waitFor();
    await file.click();
    await page.waitForURL("**/media?asset=*");
    await page.getByRole("dialog", { name: /crate/i }).waitFor();
  });

  test("a list is searched and filtered, and tells of an empty result", async () => {
    const page = await desk.open("/pages");
    await page.getByRole("row", { name: /About us/ }).waitFor();
    await page.getByRole("searchbox", { name: "Search by title or address" }).fill("deliv");
    await page.getByText("1 item", { exact: true }).waitFor();
    expect(await page.getByRole("row", { name: /About us/ }).count()).toBe(0);
    await page.getByRole("searchbox", { name: "Search by title or address" }).fill("no such thing");
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await page.getByRole("row", { name: /About us/ }).waitFor();
  });

  test("a session that has ended leads to the sign-in, and from there back to the place", async () => {
    const page = await desk.open("/pages");
    await page.getByRole("row", { name: /About us/ }).waitFor();
    await page.context().clearCookies();
    await page.reload();
    await page.waitForURL("**/studio/sign-in");
    await page.getByRole("heading", { level: 1, name: /Sign in/ }).waitFor();
  });

  test("another site is one that is not there", async () => {
    const page = await desk.open("/pages");
    await page.goto(`${desk.origin()}/studio/sites/no-such-site/pages`);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  });
});
