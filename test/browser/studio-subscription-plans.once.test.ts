import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Plan {
  id: string;
  name: string;
  status: string;
}

// needs: Chromium.
describe.runIf(canShowStudio)("plans in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

  test("a plan is made, translated, changed and deleted", async () => {
    const page = await desk.open("/products");
    await page.getByRole("button", { name: "Plans", exact: true }).click();
    await heading(page, "Plans");
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "New plan" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Tool library");
    await dialog.getByLabel("Price in EUR").fill("12,5x");
    await dialog.getByText("Write an amount, such as 49.90.").waitFor();
    await dialog.getByLabel("Price in EUR").fill("12.50");
    await dialog.getByLabel("Number of periods").fill("3");
    await dialog.getByLabel("Free days before the first payment").fill("14");
    await dialog.getByLabel("What it includes").fill("Every tool\nTwo courses a year");
    await dialog.getByLabel("Name in German").fill("Werkzeugverleih");
    await desk.isAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Tool library is saved.").waitFor();
    await page.getByText("€12.50 every 3 months, after 14 days free").waitFor();
    const plans = await desk.call<Plan[]>(page, "/plans?q=tool");
    const id = plans[0]?.id ?? "";
    expect(await desk.call<object>(page, `/plans/${id}`)).toMatchObject({
      slug: "tool-library",
      price: 1_250,
      interval: "month",
      intervalCount: 3,
      trialDays: 14,
      features: ["Every tool", "Two courses a year"],
      translations: { de: { name: "Werkzeugverleih" } },
    });

    const choose = async (action: string) => {
      await page.getByRole("button", { name: "Actions for Tool library" }).click();
      await page.getByRole("menuitem", { name: action, exact: true }).click();
    };
    await choose("Edit");
    await dialog.getByText("The storefront shows the plan").click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Not shown", { exact: true }).waitFor();
    expect(await desk.call<object>(page, `/plans/${id}`)).toMatchObject({
      status: "INACTIVE",
      translations: { de: { name: "Werkzeugverleih" } },
    });
    await choose("Delete");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Tool library is deleted.").waitFor();
    expect((await desk.call<Plan[]>(page, "/plans?q=tool")).length).toBe(0);
    expect(demo.errors).toEqual([]);
  });

  if (process.env.SCREENSHOTS !== undefined) test("pictures of the screens", () => desk.takePictures({ plans: "/plans" }));
});
