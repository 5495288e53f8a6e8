import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { atKeyboard } from "./keyboard.ts";
import type { StoredType } from "./model-desk.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("the model in the studio by keyboard alone", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
  const start = async (place: string) => {
    const page = await desk.open();
    await heading(page, "Overview");
    const hands = await atKeyboard(page);
    await hands.use("link", place);
    await heading(page, place);
    return { page, hands };
  };

  test("a content type is changed; the studio first shows what breaks, and takes the change back", async () => {
    const { page, hands } = await start("Model");
    await hands.use("link", "Designer");
    await heading(page, "Designer");
    const readMaxLength = async () => {
      const { schema } = await desk.call<StoredType>(page, "/content-types/designer");
      return (schema.properties as { name: { maxLength?: number } }).name.maxLength;
    };
    await page.getByRole("row", { name: "Name", exact: true }).waitFor();
    await hands.toRow("Name");
    await hands.press("Enter");
    await hands.write("At most (characters)", "5");
    await hands.press("Tab");
    await page.getByText(/^No longer fitting: \d+ /).waitFor();
    expect(await readMaxLength()).toBe(100);
    await hands.use("button", "Save");
    const question = page.getByRole("alertdialog", { name: "Some content would no longer fit" });
    await question.getByRole("link", { name: "Ingrid Solheim" }).first().waitFor();
    await hands.use("button", "Cancel");
    await question.waitFor({ state: "detached" });
    expect(await readMaxLength()).toBe(100);
    await hands.use("button", "Save");
    await question.waitFor();
    await hands.use("button", "Save anyway");
    const told = page.getByRole("alertdialog").filter({ hasText: "Type saved" });
    await told.waitFor();
    expect(await readMaxLength()).toBe(5);
    await hands.tabTo("alertdialog", "Type saved");
    await hands.use("button", "Undo");
    await expect.poll(readMaxLength).toBe(100);
    expect(demo.errors).toEqual([]);
  });
});
