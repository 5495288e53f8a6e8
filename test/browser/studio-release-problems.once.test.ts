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
describe.runIf(canShowStudio)("the problems of a release", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const put = (page: Page, release: string, { translations: [translation] }: Made) =>
    desk.call(page, `/releases/${release}/items/${translation?.id}`, "PUT", { action: "PUBLISH", revision: translation?.revision });

  test("a problem in a block and one in an entry lead to their fields", async () => {
    const page = await desk.open("/releases");
    await heading(page, "Releases");
    const { id } = await desk.call<Made>(page, "/releases", "POST", { name: "Half done" });
    const { schema } = await desk.call<{ schema: { properties: { author: { maxLength: number } } } }>(page, "/block-types/quote");
    const { maxLength } = schema.properties.author;
    const long = "x".repeat(maxLength + 1);
    const composition = [
      { type: "quote", props: { text: "Measure twice.", author: "Astrid Nord" } },
      { type: "hero", props: { text: "And no title." } },
      { type: "columns", props: {}, children: { left: [{ type: "quote", props: { text: "Cut once.", author: long } }] } },
    ];
    const half = { locale: "en", slug: "half-done", title: "Half done", composition };
    await put(page, id, await desk.call<Made>(page, "/pages", "POST", half));
    const guide = { contentType: "guide", locale: "en", slug: "half-a-guide", title: "Half a guide", data: { title: "Half a guide" } };
    await put(page, id, await desk.call<Made>(page, "/entries", "POST", guide));
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/releases/${id}`);
    await heading(page, "Half done");
    await page.getByText("Hero › Title: This is needed.").first().waitFor();
    await page
      .getByText(new RegExp(`^Quote › .*: .*at most ${maxLength} characters`, "i"))
      .first()
      .waitFor();
    const fields = page.getByRole("region", { name: "Fields" });
    const isFocused = (name: RegExp) =>
      expect
        .poll(() =>
          fields
            .getByRole("textbox", { name })
            .first()
            .evaluate((field) => field === field.ownerDocument.activeElement),
        )
        .toBe(true);
    await page.getByRole("link", { name: "Half done (English)" }).first().click();
    await fields.getByRole("heading", { name: "Hero" }).waitFor();
    await isFocused(/^Title/);
    await page.goBack();
    await page.getByRole("link", { name: "Half a guide (English)" }).first().click();
    await isFocused(/^Excerpt/);
    expect(demo.errors).toEqual([]);
  });
});
