import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

const places = [
  ...["", "/pages", "/entries", "/entries/guide", "/trash", "/releases", "/releases?view=calendar", "/media", "/model"],
  ...["/model/entries/guide", "/model/blocks/hero", "/settings", "/settings/team", "/settings/keys", "/settings/audit"],
];

/** The pairs of controls that lie over each other: of those in sight, outside of lists and of controls that hold others. */
const overlaps = `(() => {
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 2 && height > 2 && getComputedStyle(element).visibility === "visible";
  };
  const controls = [...document.querySelectorAll("main button, main a, main input:not([type=checkbox], [type=radio]), main h1")]
    .filter((element) => isShown(element) && !element.closest("[role=grid], [role=treegrid]"));
  const nameOf = (element) => element.innerText || element.ariaLabel || element.name || element.tagName;
  return controls.flatMap((one, index) => controls.slice(index + 1).flatMap((other) => {
    if (one.contains(other) || other.contains(one)) return [];
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    // A search and a list of suggestions have a button of their own at their end.
    const isOwn = one.tagName === "INPUT" && one.parentElement.contains(other);
    return width > 2 && height > 2 && !isOwn ? [nameOf(one) + " | " + nameOf(other)] : [];
  }));
})()`;

// needs: Chromium.
describe.runIf(canShowStudio)("the toolbars of the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const speak = (page: Page, locale: string) => {
    const sent = { method: "PATCH", headers: { "content-type": "application/json" }, body: JSON.stringify({ locale }) };
    return page.evaluate<number>(`fetch("/api/admin/v1/me", ${JSON.stringify(sent)}).then(({ status }) => status)`);
  };

  test.each(["en", "de", "pt-BR"])("lie over nothing and scroll nothing sideways, in %s", async (locale) => {
    const page = await desk.open("/pages");
    expect(await speak(page, locale)).toBe(200);
    const editor = await desk.pathOf(page, "about");
    for (const width of [1_024, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const place of [...places, editor]) {
        await page.goto(`${desk.origin()}/studio/sites/fjord-and-form${place}`);
        await page.getByRole("heading", { level: 1 }).first().waitFor();
        const where = `${place} in ${locale} at ${width}`;
        expect(await page.evaluate("document.documentElement.lang"), where).toBe(locale);
        expect(await page.evaluate(overlaps), where).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where).toBe(true);
      }
    }
  });
});
