import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Made {
  id: string;
  translations: { id: string; revision: number }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("the focus in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  /** The focused element: its role or tag, and its name or first words. */
  const focus = (page: Page) =>
    page.evaluate<string>(`(() => {
      const at = document.activeElement;
      return (at.getAttribute("role") ?? at.localName) + ": " + (at.getAttribute("aria-label") ?? at.innerText.split("\\n")[0]);
    })()`);
  const press = async (page: Page, name: string, keys = ["Enter"]) => {
    await page.getByRole("button", { name, exact: true }).focus();
    for (const key of keys) await page.keyboard.press(key);
  };
  const openRelease = async (name: string, pages: readonly string[]) => {
    const page = await desk.open("/releases");
    const { id } = await desk.call<Made>(page, "/releases", "POST", { name });
    const newPages: Made[] = [];
    for (const title of pages) {
      const slug = title.toLowerCase().replaceAll(" ", "-");
      newPages.push(await desk.call<Made>(page, "/pages", "POST", { locale: "en", slug, title, composition: [] }));
    }
    const put = async ({ translations: [translation] }: Made) =>
      desk.call(page, `/releases/${id}/items/${translation?.id}`, "PUT", { action: "PUBLISH", revision: translation?.revision });
    const open = async () => {
      await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/releases/${id}`);
      await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
    };
    return { page, made: newPages, put, open };
  };

  test("goes to the next content that can be added to a release, and Escape closes the dialog", async () => {
    const { page, open } = await openRelease("Focus on adding", ["Focused one", "Focused two"]);
    await open();
    await press(page, "Add content");
    const dialog = page.getByRole("dialog", { name: "Add content to the release" });
    await dialog.getByRole("searchbox").fill("Focused");
    await dialog.getByRole("button", { name: "Add Focused one", exact: true }).waitFor();
    const titles = await dialog.getByRole("button", { name: /^Add Focused/ }).evaluateAll((all) => all.map((each) => each.ariaLabel));
    await press(page, titles[0] ?? "");
    await expect.poll(() => focus(page)).toBe(`button: ${titles[1]}`);
    await page.keyboard.press("Enter");
    await dialog.getByText("In the release").nth(1).waitFor();
    await expect.poll(() => focus(page)).toMatch(/^input/);
    // In a search, the first Escape clears the words.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => focus(page)).toBe("button: Add content");
    expect(demo.errors).toEqual([]);
  });

  test("goes to the next item when one is taken out of a release, and from the last one to the button that adds", async () => {
    const { page, made: newPages, put, open } = await openRelease("Focus on removing", ["Removed one", "Removed two"]);
    for (const each of newPages) await put(each);
    await open();
    const remove = async (title: string) => {
      await press(page, `Actions for ${title}`);
      await page.getByRole("menuitem", { name: "Take out of the release" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: title, exact: true }).waitFor({ state: "detached" });
    };
    const titles = await page.getByRole("link", { name: /^Removed/ }).allInnerTexts();
    await remove(titles[0]!);
    await expect.poll(() => focus(page)).toBe(`a: ${titles[1]}`);
    await remove(titles[1]!);
    await expect.poll(() => focus(page)).toBe("button: Add content");
    expect(demo.errors).toEqual([]);
  });

  test("is in the dialog after a publication that failed, and Escape closes it", async () => {
    const page = await desk.open("/pages");
    const { id } = await desk.call<Made>(page, "/pages", "POST", { locale: "en", slug: "not-live", title: "Not live", composition: [] });
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/pages/${id}/en`);
    await page.getByRole("treegrid", { name: "Outline" }).waitFor();
    await page.route("**/publish", (route) => route.abort());
    await press(page, "Publish");
    const dialog = page.getByRole("dialog", { name: "Publish English" });
    await dialog.getByRole("button", { name: "Publish", exact: true }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").waitFor();
    await expect.poll(() => focus(page)).toBe("button: Publish");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => focus(page)).toBe("button: Publish");
    expect(demo.errors).toEqual([]);
  });

  test("goes to the next block when one is removed, and stays in the outline", async () => {
    const page = await desk.open("/pages");
    const composition = ["One.", "Two."].map((text, index) => ({
      type: index === 0 ? "quote" : "hero",
      props: { text, title: text, author: "Astrid" },
    }));
    const { id } = await desk.call<Made>(page, "/pages", "POST", { locale: "en", slug: "two-blocks", title: "Two blocks", composition });
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/pages/${id}/en`);
    const outline = page.getByRole("treegrid", { name: "Outline" });
    await outline.getByRole("row", { name: "Quote" }).waitFor();
    await press(page, "Actions for Quote");
    await page.getByRole("menuitem", { name: "Remove block" }).focus();
    await page.keyboard.press("Enter");
    await outline.getByRole("row", { name: "Quote" }).waitFor({ state: "detached" });
    await expect.poll(() => focus(page)).toBe("row: Hero");
    await desk.saved(page);
    expect(demo.errors).toEqual([]);
  });
});
