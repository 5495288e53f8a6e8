import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { buyFrom, type BoughtOrder } from "./demo-buyer.ts";
import { atKeyboard } from "./keyboard.ts";
import { studio } from "./studio-kit.ts";

interface OrderRead {
  status: string;
  revision: number;
  timeline: { kind: string; tracking?: { carrier?: string; number?: string; url?: string } }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("several orders at once in the studio", { timeout: 300_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const orders: BoughtOrder[] = [];
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const read = async (page: Page, { id }: BoughtOrder) => desk.call<OrderRead>(page, `/orders/${id}`);
  const sent = async (page: Page, order: BoughtOrder) => {
    const { status, timeline } = await read(page, order);
    return { status, tracking: timeline.find(({ kind }) => kind === "FULFILLED")?.tracking };
  };
  const tracking = (page: Page, { number }: BoughtOrder) =>
    page.getByRole("textbox", { name: `Tracking number of order ${number}`, exact: true });
  const row = (page: Page, { number }: BoughtOrder) => page.getByRole("row", { name: new RegExp(`^${number}\\b`) });
  const select = async (page: Page, order: BoughtOrder) => {
    await row(page, order).locator("label").first().click();
    await page.locator("[role=row][aria-selected=true]").and(row(page, order)).waitFor();
  };
  /** As if a column of a spreadsheet were in the clipboard. */
  const paste = async (page: Page, order: BoughtOrder, text: string) => {
    const pasted = `((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    })(document.activeElement, ${JSON.stringify(text)})`;
    await tracking(page, order).focus();
    await page.evaluate(pasted);
  };

  const buy = async (count: number, { pays = true } = {}): Promise<BoughtOrder[]> => {
    const bought: BoughtOrder[] = [];
    for (let index = 0; index < count; index += 1) {
      const buyer = { email: `buyer-${orders.length + index}@example.com`, name: `Buyer Number ${index + 1}`, pays };
      bought.push(await buyFrom(demo, { "felt-pads": 1 + (index % 3), "care-kit": 1 }, buyer));
    }
    orders.push(...bought);
    return bought;
  };

  test("twenty paid orders are sent from the list with a pasted column of tracking numbers", async () => {
    const twenty = await buy(20);
    const page = await desk.open();
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await heading(page, "Orders");
    await page.getByRole("button", { name: "State" }).click();
    await page.getByRole("option", { name: "To send" }).click();
    await page.getByText("20 orders", { exact: true }).waitFor();
    await page.getByRole("columnheader").first().locator("label").click();
    await press(page, "Mark as sent");
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    await dialog.getByRole("heading", { name: "Send 20 orders" }).waitFor();
    await dialog.getByRole("combobox", { name: "Carrier of all parcels" }).fill("Posten");
    await dialog.getByRole("textbox", { name: "Tracking link of all parcels" }).fill("https://track.example/?n={number}");
    // The list begins with the latest order.
    const [last] = twenty.slice(-1) as [BoughtOrder];
    await paste(page, last, Array.from({ length: 21 }, (_, index) => `TRACK-${index}`).join("\r\n"));
    await dialog.getByText("20 tracking numbers are filled in. 1 line was left out: no order belongs to it.").waitFor();
    await dialog.getByText("20 of 20 have a tracking number.").waitFor();
    const [first] = twenty as [BoughtOrder];
    await dialog.getByRole("textbox", { name: `Carrier of order ${first.number}` }).fill("DHL");
    await desk.isAccessible(page);
    await press(page, "Mark 20 as sent");
    await page.getByText("20 orders are marked as sent, and 20 buyers get a mail.").waitFor();
    await page.getByText("No order is like this.").waitFor();
    expect(await sent(page, last)).toEqual({
      status: "FULFILLED",
      tracking: { carrier: "Posten", number: "TRACK-0", url: "https://track.example/?n=TRACK-0" },
    });
    expect((await sent(page, first)).tracking).toMatchObject({ carrier: "DHL", number: "TRACK-19" });
    expect(demo.errors).toEqual([]);
  });

  test("an order that a colleague has changed meanwhile is named beside its row, nothing is sent, and a second try sends all", async () => {
    const [one, two] = (await buy(2)) as [BoughtOrder, BoughtOrder];
    const page = await desk.open("/orders?view=to-send");
    for (const order of [one, two]) await select(page, order);
    await press(page, "Mark as sent");
    await tracking(page, one).fill("A-1");
    await tracking(page, two).fill("A-1");
    await page.getByText(`Order ${two.number} has the same number.`).waitFor();
    await tracking(page, two).fill("A-2");
    await desk.call(page, `/orders/${one.id}/notes`, "POST", { text: "Look here" });
    await press(page, "Mark 2 as sent");
    await page.getByText("This order has changed meanwhile. Look at it again.").waitFor();
    await desk.isAccessible(page);
    expect(await tracking(page, one).inputValue()).toBe("A-1");
    expect(await page.evaluate<string>("document.activeElement.value")).toBe("A-1");
    expect((await read(page, two)).status).toBe("PAID");
    await press(page, "Mark 2 as sent");
    await page.getByText("2 orders are marked as sent, and 2 buyers get a mail.").waitFor();
    expect((await sent(page, two)).tracking).toEqual({ number: "A-2" });
    expect(demo.errors).toEqual([]);
  });

  test("an order that a colleague has sent meanwhile leaves the dialog, and what was typed for the other one stays", async () => {
    const [one, two] = (await buy(2)) as [BoughtOrder, BoughtOrder];
    const page = await desk.open("/orders?view=to-send");
    for (const order of [one, two]) await select(page, order);
    await press(page, "Mark as sent");
    await tracking(page, one).fill("B-1");
    await tracking(page, two).fill("B-2");
    await desk.call(page, `/orders/${two.id}/fulfil`, "POST", {});
    await press(page, "Mark 2 as sent");
    await page.getByText("1 selected order is left out: it is not paid, or it was sent already.").waitFor();
    expect(await tracking(page, one).inputValue()).toBe("B-1");
    expect((await read(page, one)).status).toBe("PAID");
    await press(page, "Mark 1 as sent");
    await page.getByText("1 order is marked as sent, and 1 buyer gets a mail.").waitFor();
    expect((await sent(page, one)).tracking).toEqual({ number: "B-1" });
    expect((await sent(page, two)).tracking).toBeUndefined();
    expect(demo.errors).toEqual([]);
  });

  test("two orders are sent by the keyboard alone, as with a hand scanner, without a mail", async () => {
    const [one, two] = (await buy(2)) as [BoughtOrder, BoughtOrder];
    const page = await desk.open();
    const hands = await atKeyboard(page);
    await hands.use("link", "Orders");
    await heading(page, "Orders");
    await row(page, one).waitFor();
    for (const { number } of [two, one]) {
      await hands.toRow(new RegExp(`^${number}\\b`));
      await hands.press("Space");
    }
    await hands.use("button", "Mark as sent");
    await page.getByRole("dialog").getByRole("heading", { name: "Send 2 orders" }).waitFor();
    await hands.tabTo("switch", "Tell the buyers by mail");
    await hands.press("Space");
    await hands.tabTo("textbox", `Tracking number of order ${two.number}`);
    await hands.type("SCAN-2");
    await hands.press("Enter");
    await hands.type("SCAN-1");
    await hands.press("Enter");
    expect(await hands.hear()).toEqual({ role: "button", name: "Mark 2 as sent" });
    await hands.press("Enter");
    await page.getByText("2 orders are marked as sent.").waitFor();
    expect((await sent(page, one)).tracking).toEqual({ number: "SCAN-1" });
    expect((await sent(page, two)).tracking).toEqual({ number: "SCAN-2" });
    await expect.poll(() => hands.hear()).toMatchObject({ role: "row" });
    expect(demo.errors).toEqual([]);
  });

  test("packing slips are printed on a page each, from the list and from an order, on A4 and on Letter", async () => {
    const [earlier] = orders.slice(-1) as [BoughtOrder];
    const toSend = await buy(2);
    const page = await desk.open();
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    for (const order of [...toSend, earlier]) await select(page, order);
    await press(page, "Packing slips");
    await heading(page, "Packing slips");
    const [one] = toSend as [BoughtOrder];
    const sheet = page.getByRole("article", { name: `Order ${one.number}` });
    for (const text of ["Fjord & Form", "Ship to", "Storgata 2", "Please ring twice"])
      await sheet.getByText(text, { exact: false }).first().waitFor();
    expect(await sheet.innerText()).not.toContain("€");
    await page.getByText(`Nothing is left to send of Order ${earlier.number}.`).waitFor();
    await desk.isAccessible(page);
    for (const format of ["A4", "Letter"]) {
      const pdf = await page.pdf({ format });
      if (process.env.SCREENSHOTS) await writeFile(join(process.env.SCREENSHOTS, `slips-${format}.pdf`), pdf);
      expect([format, pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length]).toEqual([format, toSend.length]);
    }
    await page.goBack();
    await heading(page, "Orders");
    await row(page, one).getByRole("link").click();
    await heading(page, `Order ${one.number}`);
    await press(page, "Packing slip");
    await sheet.waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("unpaid orders are cancelled after a question, and paid ones stay", async () => {
    const [paid] = orders.slice(-1) as [BoughtOrder];
    const unpaid = await buy(2, { pays: false });
    const page = await desk.open();
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    for (const order of [...unpaid, paid]) await select(page, order);
    await press(page, "Cancel orders");
    const question = page.getByRole("alertdialog", { name: "Cancel 2 orders?" });
    await question.getByText("1 selected order stays as it is", { exact: false }).waitFor();
    await desk.isAccessible(page);
    await question.getByRole("button", { name: "Cancel orders" }).click();
    await page.getByText("2 orders are cancelled.").waitFor();
    for (const order of unpaid) expect((await read(page, order)).status).toBe("CANCELLED");
    expect((await read(page, paid)).status).toBe("PAID");
    expect(demo.errors).toEqual([]);
  });

  if (process.env.SCREENSHOTS)
    test("is looked at in three widths", async () => {
      const last = await buy(5);
      await desk.takePictures(
        {
          "bulk-selected": "/orders",
          "bulk-send": "/orders",
          "slips-print": `/orders/packing-slips?ids=${last.map(({ id }) => id).join()}`,
          slips: `/orders/packing-slips?ids=${last.map(({ id }) => id).join()}`,
        },
        async (page, name) => {
          if (name === "slips-print") await page.emulateMedia({ media: "print" });
          if (name.startsWith("slips")) return;
          for (const order of last) await select(page, order);
          if (name !== "bulk-send") return;
          await press(page, "Mark as sent");
          const [one] = last.slice(-1) as [BoughtOrder];
          await tracking(page, one).waitFor();
          await paste(page, one, "00340434161094042557\n00340434161094042557\n00340434161094042559");
          await page.getByRole("combobox", { name: "Carrier of all parcels" }).fill("DHL");
          await page.keyboard.press("Tab");
        },
      );
    });
});
