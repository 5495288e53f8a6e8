import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { buyFrom, type BoughtOrder } from "./demo-buyer.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("orders in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  let order: BoughtOrder;
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const read = async (page: Page) => desk.call<{ status: string; refundedAmount: number; fulfilment: string }>(page, `/orders/${order.id}`);
  const stockOf = async (page: Page, sku: string) => {
    const products = await desk.call<{ variants: { sku: string; stock: number | null }[] }[]>(page, `/products?q=${sku}`);
    return products.flatMap(({ variants }) => variants).find((variant) => variant.sku === sku)?.stock;
  };

  const buy = (email: string, { pays = true } = {}) => buyFrom(demo, { "lykt-lamp": 2, "felt-pads": 1 }, { email, pays });

  beforeAll(async () => {
    order = await buy("ada@example.com");
    await buy("eve@example.com", { pays: false });
  });

  test("an order is found by half an e-mail address, and Back restores the list", async () => {
    const page = await desk.open();
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await heading(page, "Orders");
    await page.getByRole("row", { name: /ada@example\.com/ }).waitFor();
    await page.getByRole("searchbox").fill("ada@");
    await page.getByText("1 order", { exact: true }).waitFor();
    await desk.isAccessible(page);
    await page
      .getByRole("row", { name: /ada@example\.com/ })
      .getByRole("link")
      .click();
    await heading(page, `Order ${order.number}`);
    for (const text of ["Storgata 2", "Please ring twice", "The order was paid."]) await page.getByText(text).waitFor();
    await desk.isAccessible(page);
    await page.goBack();
    await page.getByText("1 order", { exact: true }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("ada@");
    expect(demo.errors).toEqual([]);
  });

  test("one lamp is sent with tracking, then half of the order is refunded by line, with the lamp back in stock", async () => {
    const page = await desk.open("/orders?view=to-send");
    await page
      .getByRole("row", { name: /ada@example\.com/ })
      .getByRole("link")
      .click();
    await heading(page, `Order ${order.number}`);
    const stock = await stockOf(page, "LYKT-WHITE");
    await press(page, "Mark as sent");
    const dialog = page.getByRole("dialog");
    const quantity = dialog.getByRole("textbox", { name: /^How many: Lykt/ });
    await quantity.fill("3");
    await dialog.getByText("Write a whole number from 0 to 2.").waitFor();
    await quantity.fill("1");
    await dialog.getByLabel("Carrier").fill("Posten");
    await dialog.getByLabel("Tracking number").fill("AB 123");
    await desk.isAccessible(page);
    await dialog.getByRole("button", { name: "Mark as sent" }).click();
    await page.getByText("A part was sent.").waitFor();
    await page.getByText("Posten AB 123").waitFor();
    expect(await read(page)).toMatchObject({ fulfilment: "PARTIAL" });

    await press(page, "Refund");
    await quantity.fill("1");
    const refund = dialog.getByRole("button", { name: /^Refund €/ });
    const named = (await refund.textContent()) ?? "";
    await dialog.getByLabel("Reason").fill("Scratched");
    await desk.isAccessible(page);
    await refund.click();
    await page.getByText(`${named.replace("Refund ", "")} was refunded.`).waitFor();
    const { refundedAmount, status } = await read(page);
    expect([status, named]).toEqual(["PARTIALLY_REFUNDED", `Refund €${(refundedAmount / 100).toFixed(2)}`]);
    if (typeof stock === "number") expect(await stockOf(page, "LYKT-WHITE")).toBe(stock + 1);
    expect(demo.errors).toEqual([]);
  });

  test("an amount is refunded by the keyboard alone, and never more than is left", async () => {
    const page = await desk.open(`/orders/${order.id}`);
    await heading(page, `Order ${order.number}`);
    const before = (await read(page)).refundedAmount;
    await page.getByRole("button", { name: "Refund", exact: true }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Items" }).focus();
    await page.keyboard.press("ArrowRight");
    const amount = dialog.getByRole("textbox", { name: "Amount in EUR" });
    await amount.focus();
    await page.keyboard.type("99999");
    await dialog.getByRole("alert").filter({ hasText: "That is too much" }).waitFor();
    expect(await dialog.getByRole("button", { name: "Refund", exact: true }).isDisabled()).toBe(true);
    await amount.fill("1.50");
    await page.keyboard.press("Enter");
    await page.getByText("€1.50 was refunded.").waitFor();
    expect((await read(page)).refundedAmount).toBe(before + 150);
  });

  test("a note stays with the team, and an order that nobody paid is cancelled", async () => {
    const page = await desk.open("/orders?view=unpaid");
    await page
      .getByRole("row", { name: /eve@example\.com/ })
      .getByRole("link")
      .click();
    await page.getByText("Waiting for the buyer", { exact: true }).waitFor();
    await page.getByLabel("Note", { exact: true }).fill("Called <b>twice</b>");
    await press(page, "Add note");
    await page.getByText("Called <b>twice</b>").waitFor();
    await press(page, "More actions");
    await page.getByRole("menuitem", { name: "Cancel the order" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel the order" }).click();
    await page.getByText("The order was cancelled.").waitFor();
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/orders?view=unpaid`);
    await page.getByText("No order is like this.").waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("a seller sends and does not refund, and an author does not see orders at all", async () => {
    const page = await desk.openFor(await desk.person("seller@example.com", "SALES"), `/orders/${order.id}`);
    await heading(page, `Order ${order.number}`);
    await page.getByLabel("Note", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Refund", exact: true }).count()).toBe(0);
    const author = await desk.openFor(await desk.person("author@example.com", "AUTHOR"), "");
    await author.getByRole("heading", { level: 1, name: "Overview", exact: true }).waitFor();
    await vi.waitUntil(async () => (await author.getByRole("link", { name: "Pages", exact: true }).count()) === 1);
    expect(await author.getByRole("link", { name: "Orders", exact: true }).count()).toBe(0);
  });

  if (process.env.SCREENSHOTS)
    test("is looked at in three widths", async () => {
      await desk.takePictures({ orders: "/orders", order: `/orders/${order.id}` });
    });
});
