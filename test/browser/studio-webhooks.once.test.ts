import { describe, expect, test } from "vitest";
import { startReceiver } from "../kit/webhook-receiver.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("webhooks in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);

  test("somebody adds a webhook, tests it, looks at its deliveries, and sends one again", async () => {
    const receiver = await startReceiver();
    const page = await desk.open("/settings/webhooks");
    await page.getByText("There are no webhooks yet.").waitFor();
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "New webhook" }).first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Address" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.type(receiver.url);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Rebuilds the storefront");
    await desk.isAccessible(page);
    await page.keyboard.press("Enter");
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: "Rebuilds the storefront" }).click();
    await page.getByRole("heading", { level: 1, name: "Deliveries to Rebuilds the storefront" }).waitFor();
    await page.getByText("Nothing was delivered in the last 30 days.").waitFor();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.getByText("Delivered", { exact: true }).waitFor();
    await page.getByText("1 attempt", { exact: true }).click();
    await page.getByText(/The server answered 204/).waitFor();
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "Send again: webhook.test" }).click();
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
    await page.getByText("2 attempts", { exact: true }).waitFor();
    await receiver.close();
  });
});
