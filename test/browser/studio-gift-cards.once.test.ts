import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { buyFrom } from "./demo-buyer.ts";
import { studio } from "./studio-kit.ts";

interface Card {
  id: string;
  last4: string;
  balance: number;
}

// needs: Chromium.
describe.runIf(canShowStudio)("gift cards in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

  test("a card is made, pays a part of an order, gets the refund, and has its history", async () => {
    const page = await desk.open();
    await page.getByRole("link", { name: "Gift cards", exact: true }).click();
    await heading(page, "Gift cards");
    await desk.isAccessible(page);
    await press(page, "Make a gift card");
    const dialog = page.getByRole("dialog", { name: "Make a gift card" });
    await dialog.getByLabel("Amount in EUR").fill("20,0,");
    await dialog.getByText("Enter an amount, such as 50.").waitFor();
    await dialog.getByLabel("Amount in EUR").fill("20");
    await dialog.getByLabel("Expires").fill("2020-01-01");
    await dialog.getByText("Choose a day in the future.").waitFor();
    await dialog.getByLabel("Expires").fill("");
    await dialog.getByLabel("Note").fill("For the scratched table");
    await desk.isAccessible(page);
    await dialog.getByRole("button", { name: "Make gift card" }).click();
    const codeDialog = page.getByRole("alertdialog", { name: "A gift card worth €20.00" });
    const code = (await codeDialog.locator("code").textContent()) ?? "";
    expect(code).toMatch(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
    await desk.isAccessible(page);
    await codeDialog.getByRole("button", { name: "Done" }).click();

    const last4 = code.slice(-4);
    await page.getByRole("searchbox").fill(last4);
    await page.getByRole("link", { name: `•••• ${last4}` }).click();
    await heading(page, `Gift card •••• ${last4}`);
    await page.getByText("For the scratched table").waitFor();
    await desk.isAccessible(page);

    const order = await buyFrom(demo, { "lykt-lamp": 1 }, { email: "ada@example.com", giftCards: [code.toLowerCase()] });
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/orders/${order.id}`);
    await heading(page, `Order ${order.number}`);
    await page.getByText(`Gift card •••• ${last4}`).waitFor();
    await page.getByText("-€20.00", { exact: true }).waitFor();
    await desk.isAccessible(page);
    await press(page, "Refund");
    const refund = page.getByRole("dialog", { name: `Refund order ${order.number}` });
    await refund.getByText("What gift cards have paid goes back to them first.").waitFor();
    await refund.getByText("An amount").click();
    await refund.getByRole("textbox", { name: "Amount in EUR" }).fill("5");
    await refund.getByRole("button", { name: "Refund €5.00" }).click();
    await page.getByText("€5.00 was refunded.").first().waitFor();

    const [card] = await desk.call<Card[]>(page, `/gift-cards?q=${last4}`);
    expect(card).toMatchObject({ balance: 500 });
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/gift-cards/${card?.id ?? ""}`);
    await page.getByText("Paid for an order").waitFor();
    await press(page, "Set balance");
    const balance = page.getByRole("dialog", { name: `Set the balance of •••• ${last4}` });
    // An order is faster.
    await desk.call(page, `/gift-cards/${card?.id ?? ""}/balance`, "POST", { from: 500, to: 400, reason: "Elsewhere" });
    await balance.getByLabel("New balance in EUR").fill("10");
    await balance.getByLabel("Reason").fill("An apology");
    await balance.getByRole("button", { name: "Set balance" }).click();
    await page.getByText("An order has used the card meanwhile. Look at the new balance, and set it again.").first().waitFor();
    await balance.getByText("The card has €4.00.").waitFor();
    await balance.getByRole("button", { name: "Set balance" }).click();
    await page.getByText("The card has €10.00 now.").first().waitFor();
    await press(page, "Block");
    await page.getByText("Nobody can pay with the card now.").first().waitFor();
    await press(page, "Unblock");
    await page.getByText("The card can be used again.").first().waitFor();
    await press(page, "New code");
    const newCode = page.getByRole("dialog", { name: `A new code for •••• ${last4}` });
    await newCode.getByRole("button", { name: "New code" }).click();
    await page.getByRole("alertdialog", { name: "New code" }).getByRole("button", { name: "Done" }).click();
    expect((await desk.call<Card>(page, `/gift-cards/${card?.id ?? ""}`)).last4).not.toBe(last4);
    expect(demo.errors).toEqual([]);
  });

  test("a product becomes a gift card in its form", async () => {
    const page = await desk.open("/products");
    const [{ id } = { id: "" }] = await desk.call<{ id: string }[]>(page, "/products?q=felt-pads");
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/products/${id}`);
    await heading(page, "Felt pads");
    await page.getByText("Gift card", { exact: true }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(async () => (await desk.call<{ giftCard: boolean }>(page, `/products/${id}`)).giftCard).toBe(true);
    expect(demo.errors).toEqual([]);
  });
});
