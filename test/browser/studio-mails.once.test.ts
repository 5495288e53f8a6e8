import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { sandboxClient } from "../kit/sandbox-client.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface MailKind {
  kind: string;
  texts: { locale: string; own: boolean }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("mails in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const owner = "owner@fjord-and-form.example";
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const isOwn = async (page: Page, kind: string, locale: string) => {
    const kinds = await desk.call<MailKind[]>(page, "/mails");
    return kinds.find((each) => each.kind === kind)?.texts.find((each) => each.locale === locale)?.own;
  };
  const subject = (page: Page) => page.getByRole("textbox", { name: "Subject" });
  const body = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
  const preview = (page: Page) => page.getByRole("group", { name: "Preview" });

  /** Goes on with the Tab key until something has the focus. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < 80; step++) {
      if ((await target.and(page.locator(":focus")).count()) > 0) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("The Tab key does not lead there.");
  }

  test("a mail is written in German and sent as a proof, by the keyboard alone", async () => {
    const page = await desk.open("/settings/mails");
    await heading(page, "Mails");
    await page.getByText(/Every mail was sent/).waitFor();
    await desk.isAccessible(page);
    await tabTo(page, page.getByRole("link", { name: "Order confirmation", exact: true }));
    await page.keyboard.press("Enter");
    await heading(page, "Order confirmation");
    await preview(page).waitFor();
    await desk.isAccessible(page);
    await tabTo(page, page.getByRole("button", { name: /Language/ }));
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "German" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await preview(page)
      .getByText(/Bestellung/)
      .first()
      .waitFor();
    await tabTo(page, page.getByRole("button", { name: "Write your own text" }));
    await page.keyboard.press("Enter");
    await subject(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("Danke für Bestellung {number}");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Guten Tag, <b>schön</b>, dass Sie da sind: https://example.com/probe-1\n\n");
    await tabTo(page, page.getByRole("button", { name: /^Insert \{order\}/ }));
    await page.keyboard.press("Enter");
    await body(page).and(page.locator(":focus")).waitFor();
    expect(await body(page).inputValue()).toMatch(/\n\n\{order\}$/);
    await preview(page).getByText("Danke für Bestellung 1001").waitFor();
    await preview(page)
      .getByText(/<b>schön<\/b>/)
      .waitFor();
    await desk.isAccessible(page);
    await tabTo(page, page.getByRole("button", { name: "Send me a proof" }));
    await page.keyboard.press("Enter");
    await page.getByText(`A proof goes to ${owner}.`).waitFor();
    expect(await demo.server.mailed(owner, "probe-1")).toBe("https://example.com/probe-1");
    expect(await isOwn(page, "order-paid", "de")).toBe(false);
    await tabTo(page, page.getByRole("button", { name: "Save", exact: true }));
    await page.keyboard.press("Enter");
    await page.getByText("The text is saved.").waitFor();
    expect(await isOwn(page, "order-paid", "de")).toBe(true);
    // What is stored is previewed by the server, with values in German.
    await preview(page)
      .getByText(/Zwischensumme/)
      .waitFor();
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/settings/mails`);
    await page.getByText("Own text: German").waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("a text that is not saved is previewed with a real order, in each language", async () => {
    const address = { name: "Ada Lovelace", line1: "Storgata 2", postalCode: "9008", city: "Tromsø", country: "NO" };
    const { data } = await demo.call<{ variants: { id: string }[] }>("/api/v1/shop/products/slug/lykt-lamp", demoApiKey);
    const bought = await demo.call<{ number: number; clientSecret: string }>("/api/v1/shop/checkout/payment-intent", demoApiKey, {
      items: [{ variantId: data.variants[0]?.id, quantity: 3 }],
      customerEmail: "ada@example.com",
      shippingAddress: address,
    });
    const sandbox = sandboxClient(demo.addresses.sandbox);
    await sandbox.pay(bought.data.clientSecret);
    await sandbox.settled();
    const page = await desk.open("/settings/mails/order-shipped/de");
    await heading(page, "Order sent");
    await page.getByRole("button", { name: "Write your own text" }).click();
    await subject(page).fill("Unterwegs: {number}");
    await body(page).fill("Guten Tag,\n\n{items}");
    await preview(page)
      .getByText(/Sample A/)
      .waitFor();
    await page.getByRole("button", { name: /^Values|Sample values/ }).press("Enter");
    await page.getByRole("option", { name: new RegExp(`Order ${bought.data.number}`) }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await preview(page).getByText(`Unterwegs: ${bought.data.number}`).waitFor();
    await preview(page)
      .getByText(/3 × Lykt/)
      .waitFor();
    await desk.isAccessible(page);
    if (process.env.SCREENSHOTS)
      for (const width of [1280, 768, 390]) {
        await page.setViewportSize({ width, height: 1200 });
        await preview(page).scrollIntoViewIfNeeded();
        await page.screenshot({ path: join(process.env.SCREENSHOTS, `mail-order-${width}.png`) });
      }
    expect(await isOwn(page, "order-shipped", "de")).toBe(false);
    expect(demo.errors).toEqual([]);
  });

  test("each field says what is wrong with it, and nothing is saved or sent until it is right", async () => {
    const page = await desk.open("/settings/mails/verify-email/en");
    await heading(page, "Confirm the address");
    await page.getByRole("button", { name: "Write your own text" }).click();
    await subject(page).fill("Hello {nam");
    await page.getByText(/A brace belongs to no placeholder/).waitFor();
    await subject(page).fill("Hello {link}");
    await page.getByText("{link} does not fit into a subject. Move it to the text.").waitFor();
    await subject(page).fill("Hello {price}");
    await page.getByText("This mail has no placeholder {price}. Choose one from the list.").waitFor();
    await subject(page).fill("Hello from {site}");
    await body(page).fill("Please confirm: {link}");
    await page.getByText("Without {disownLink} the mail is useless. Insert it.").waitFor();
    await desk.isAccessible(page);
    for (const name of ["Save", "Send me a proof"]) expect(await page.getByRole("button", { name, exact: true }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: /^Insert \{disownLink\}/ }).click();
    expect(await body(page).inputValue()).toBe("Please confirm: {link}{disownLink}");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The text is saved.").waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("what is not saved is not left by mistake, and the server’s text comes back", async () => {
    const page = await desk.open("/settings/mails/verify-email/en");
    await subject(page).fill("Something else from {site}");
    await page.getByRole("link", { name: "All mails" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await subject(page).inputValue()).toBe("Something else from {site}");
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await subject(page).inputValue()).toBe("Hello from {site}");
    await page.getByRole("button", { name: "Back to the server’s text" }).click();
    await dialog.getByRole("button", { name: "Back to the server’s text" }).click();
    await page.getByText("Recipients get the server’s text again.").waitFor();
    await page.getByRole("button", { name: "Write your own text" }).and(page.locator(":focus")).waitFor();
    expect(await isOwn(page, "verify-email", "en")).toBe(false);
    expect(demo.errors).toEqual([]);
  });

  test("a colleague’s change to the same text is not overwritten unasked", async () => {
    const page = await desk.open("/settings/mails/order-cancelled/en");
    await page.getByRole("button", { name: "Write your own text" }).click();
    await subject(page).fill("Mine");
    await body(page).fill("My text");
    const { revision } = await desk.call<{ revision: number }>(page, "");
    const theirs = { subject: "Theirs", body: "Their text" };
    await desk.call(page, "", "PATCH", { settings: { mails: { "order-cancelled": { en: theirs } } } }, { "if-match": `"${revision}"` });
    await page.getByText("Somebody changed the same meanwhile.").waitFor();
    await page.getByRole("button", { name: "Take theirs" }).click();
    expect(await subject(page).inputValue()).toBe("Theirs");
  });

  test("buyers’ mails are switched off and on, and a mail that is off says so", async () => {
    const page = await desk.open("/settings/mails");
    const confirmation = page.getByRole("switch", { name: /Write to buyers/ });
    await confirmation.waitFor();
    await page.getByText("Write to buyers when an order is paid").click();
    await page.getByText("Switched off").first().waitFor();
    await page.getByRole("link", { name: "Refund", exact: true }).click();
    await page.getByText(/Buyers do not get this mail at present/).waitFor();
    await page.goBack();
    await page.getByText("Write to buyers when an order is paid").click();
    await expect.poll(() => page.getByText("Switched off").count()).toBe(0);
  });

  test("a mail that could not be sent is tried again", async () => {
    const page = await desk.open("/settings");
    const task = { id: "00000000-0000-4000-8000-000000000000", kind: "order-mail", state: "failed", mail: true, attempts: 12 };
    const failed = { ...task, createdAt: "2026-01-01T00:00:00.000Z", nextAttemptAt: null, lastError: "MailNotTaken <b>550</b>" };
    await page.route("**/outbox?*", (route) => route.fulfill({ json: { data: [failed], page: 1, pageSize: 100, total: 1 } }));
    await page.getByRole("link", { name: "Mails", exact: true }).click();
    await page.getByText("MailNotTaken <b>550</b>").waitFor();
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "Try again: Order confirmation" }).click();
    // The server does not have it.
    await page.getByText(/This no longer exists/).waitFor();
  });

  test("an editor does not see mails", async () => {
    const page = await desk.openFor(await desk.person("editor@example.com", "EDITOR"), "/settings");
    await heading(page, "General");
    expect(await page.getByRole("link", { name: "Mails", exact: true }).count()).toBe(0);
  });

  if (process.env.SCREENSHOTS)
    test("is looked at in three widths", async () => {
      await desk.takePictures({
        mails: "/settings/mails",
        "mail-new": "/settings/mails/order-shipped/de",
        mail: "/settings/mails/order-paid/de",
      });
    });
});
