import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { sandboxClient } from "../kit/sandbox-client.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Customer {
  id: string;
  email: string;
  newEmail: string | null;
  blockedAt: string | null;
  note: string | null;
  revision: number;
}

// needs: Chromium.
describe.runIf(canShowStudio)("customers in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const ada = { id: "", email: "ada@example.com", name: "Ada <b>Lovelace</b>" };
  const eve = { id: "", email: "eve@example.com" };
  const bob = { id: "", email: "bob@example.com" };
  let order = 0;
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const menuItem = async (page: Page, name: string) => {
    await page.getByRole("button", { name: "More actions", exact: true }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  const read = async (page: Page, id: string) => desk.call<Customer>(page, `/customers/${id}`);

  /** Calls the shop's public API as a storefront does, for a customer where there is a token. */
  async function shop<Data>(path: string, body: object, token?: string): Promise<Data> {
    const headers = { "content-type": "application/json", "x-api-key": demoApiKey, ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${desk.origin()}/api/v1/shop${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: Data }).data;
  }

  async function register(email: string, more: object = {}): Promise<string> {
    const { id } = await shop<{ id: string }>("/auth/register", { email, password: "a long and quiet password", ...more });
    return id;
  }

  beforeAll(async () => {
    ada.id = await register(ada.email, { firstName: "Ada", lastName: "<b>Lovelace</b>", phone: "+47 77 00 00 00" });
    eve.id = await register(eve.email);
    bob.id = await register(bob.email, { firstName: "Bob" });
    const { token } = await shop<{ token: string }>("/auth/login", { email: ada.email, password: "a long and quiet password" });
    const address = { name: "Ada Lovelace", line1: "Storgata 2", postalCode: "9008", city: "Tromsø", country: "NO" };
    await shop("/account/addresses", { address, isShippingDefault: true }, token);
    const { data } = await demo.call<{ variants: { id: string }[] }>("/api/v1/shop/products/slug/lykt-lamp", demoApiKey);
    const items = [{ variantId: data.variants[0]?.id, quantity: 1 }];
    const bought = await shop<{ number: number; clientSecret: string }>(
      "/checkout/payment-intent",
      { items, shippingAddress: address },
      token,
    );
    order = bought.number;
    const sandbox = sandboxClient(demo.addresses.sandbox);
    await sandbox.pay(bought.clientSecret);
    await sandbox.settled();
  });

  test("a customer is found by half an e-mail address, Back restores the list, and markup in a name is text", async () => {
    const page = await desk.open();
    await page.getByRole("link", { name: "Customers", exact: true }).click();
    await heading(page, "Customers");
    await page.getByRole("row", { name: /eve@example\.com/ }).waitFor();
    await page.getByRole("searchbox").fill("ada@");
    await page.getByText("1 customer", { exact: true }).waitFor();
    await desk.isAccessible(page);
    await page
      .getByRole("row", { name: /Ada <b>Lovelace<\/b>/ })
      .getByRole("link")
      .click();
    await heading(page, ada.name);
    for (const text of ["Storgata 2", "+47 77 00 00 00", "For shipping", `Order ${order}`]) await page.getByText(text).waitFor();
    await desk.isAccessible(page);
    await page.goBack();
    await page.getByText("1 customer", { exact: true }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("ada@");
    expect(demo.errors).toEqual([]);
  });

  test("the order leads to its customer, and the customer to the order and the list of orders", async () => {
    const page = await desk.open(`/customers/${ada.id}`);
    await page.getByRole("link", { name: `Order ${order}` }).click();
    await heading(page, `Order ${order}`);
    await page.getByRole("link", { name: "All orders of this customer" }).click();
    await page.getByText("1 order", { exact: true }).waitFor();
    await page.getByRole("link", { name: `Only the orders of ${ada.name}` }).waitFor();
    await desk.isAccessible(page);
    await page.goBack();
    await page.getByRole("link", { name: "The customer", exact: true }).click();
    await heading(page, ada.name);
    expect(demo.errors).toEqual([]);
  });

  test("⌘K finds the place and the customer", async () => {
    const page = await desk.open();
    await heading(page, "Overview");
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find anything" }).fill("ada@example.com");
    await page
      .getByRole("menuitem", { name: /Customer/ })
      .first()
      .click();
    await heading(page, ada.name);
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find anything" }).fill("Customers");
    await page.getByRole("menuitem", { name: "Customers", exact: true }).click();
    await heading(page, "Customers");
  });

  test("a note is written by keyboard alone; what a colleague changed meanwhile is not overwritten", async () => {
    const page = await desk.open(`/customers/${bob.id}`);
    await heading(page, "Bob");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit the customer" });
    await dialog.waitFor();
    await desk.isAccessible(page);
    await vi.waitUntil(async () => (await dialog.locator(":focus").count()) === 1);
    const note = dialog.getByLabel("Note", { exact: true });
    while ((await note.and(page.locator(":focus")).count()) === 0) await page.keyboard.press("Tab");
    await page.keyboard.type("Prefers <b>calls</b>");

    const { revision } = await read(page, bob.id);
    await desk.call(page, `/customers/${bob.id}`, "PATCH", { note: "Speaks Danish" }, { "if-match": `"${revision}"` });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await dialog.getByText("Somebody changed the same meanwhile.").waitFor();
    expect(await read(page, bob.id)).toMatchObject({ note: "Speaks Danish" });
    await dialog.getByRole("button", { name: "Keep mine" }).focus();
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Save", exact: true }).focus();
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("Prefers <b>calls</b>", { exact: true }).waitFor();
    expect(await read(page, bob.id)).toMatchObject({ note: "Prefers <b>calls</b>" });
    await page.getByRole("button", { name: "Edit", exact: true }).and(page.locator(":focus")).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("a customer is blocked, found among the blocked ones, and let in again", async () => {
    const page = await desk.open(`/customers/${eve.id}`);
    await heading(page, eve.email);
    await menuItem(page, "Block");
    await desk.isAccessible(page);
    await page.getByRole("alertdialog").getByRole("button", { name: "Block", exact: true }).click();
    await page.getByText("The customer is blocked.").waitFor();
    expect((await read(page, eve.id)).blockedAt).not.toBeNull();
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/customers?view=blocked`);
    await page
      .getByRole("row", { name: /eve@example\.com/ })
      .getByRole("link")
      .click();
    await heading(page, eve.email);
    await menuItem(page, "Unblock");
    await page.getByText("The customer can sign in again.").waitFor();
    expect((await read(page, eve.id)).blockedAt).toBeNull();
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/customers?view=blocked`);
    await page.getByText("No customer is like this.").waitFor();
    await page.getByRole("button", { name: "Clear the filter" }).click();
    await page.getByRole("row", { name: /eve@example\.com/ }).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("sessions end, and the mails that confirm an address and reset a password go out", async () => {
    const page = await desk.open(`/customers/${eve.id}`);
    await menuItem(page, "End all sessions");
    await page.getByRole("alertdialog").getByRole("button", { name: "End all sessions" }).click();
    await page.getByText("All sessions have ended.").waitFor();
    await menuItem(page, "Send the confirmation mail again");
    await page.getByText(/eve@example\.com gets a mail with a link\./).waitFor();
    await menuItem(page, "Send a mail to reset the password");
    await page.getByText(/gets a mail with a link to choose a new password/).waitFor();
    expect(await demo.server.mailed(eve.email, "reset-password")).toContain("reset-password");
  });

  test("a new e-mail address waits for the customer, is refused if it is taken, and can be withdrawn", async () => {
    const page = await desk.open(`/customers/${eve.id}`);
    await menuItem(page, "Change the e-mail address");
    const dialog = page.getByRole("dialog", { name: "Change the e-mail address" });
    const field = dialog.getByLabel("E-mail address", { exact: true });
    for (const [address, refusal] of [
      ["eve", /Write a whole address/],
      ["Eve@example.com", /This is the present address/],
      ["bob@example.com", /Another customer has this address/],
    ] as const) {
      await field.fill(address);
      await page.keyboard.press("Enter");
      await dialog.getByText(refusal).waitFor();
    }
    await desk.isAccessible(page);
    await field.fill("eva@example.com");
    await page.keyboard.press("Enter");
    await page.getByText("New address, not confirmed yet").waitFor();
    expect(await read(page, eve.id)).toMatchObject({ email: eve.email, newEmail: "eva@example.com" });
    await page.getByRole("button", { name: "Withdraw the new address" }).click();
    await page.getByText("The address stays as it is.").waitFor();
    expect((await read(page, eve.id)).newEmail).toBeNull();
  });

  test("the data held are downloaded", async () => {
    const page = await desk.open(`/customers/${ada.id}`);
    await heading(page, ada.name);
    const waiting = page.waitForEvent("download");
    await menuItem(page, "Download the data held");
    const download = await waiting;
    expect(download.suggestedFilename()).toBe(`customer-${ada.id}.json`);
    expect(await readFile(await download.path(), "utf8")).toContain("Storgata 2");
    expect(demo.errors).toEqual([]);
  });

  test("an erasure says what goes and what stays, and needs the address typed", async () => {
    const page = await desk.open(`/customers/${ada.id}`);
    await menuItem(page, "Erase the customer");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText(`items and amounts of the orders ${order}, for your books`).waitFor();
    await dialog.getByText(`Send these orders first: ${order}.`).waitFor();
    await desk.isAccessible(page);
    const erase = dialog.getByRole("button", { name: "Erase the customer" });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill(ada.email);
    await erase.click();
    await heading(page, "Customers");
    await page.getByRole("row", { name: /eve@example\.com/ }).waitFor();
    expect(await page.getByRole("row", { name: /Lovelace/ }).count()).toBe(0);
    const [kept] = await desk.call<{ email: string | null; total: number }[]>(page, `/orders?q=${order}`);
    expect(kept).toMatchObject({ email: null });
    expect(demo.errors).toEqual([]);
  });

  test("a customer who may still pay is not erased, and the order is named", async () => {
    const { token } = await shop<{ token: string }>("/auth/login", { email: bob.email, password: "a long and quiet password" });
    const { data } = await demo.call<{ variants: { id: string }[] }>("/api/v1/shop/products/slug/lykt-lamp", demoApiKey);
    const items = [{ variantId: data.variants[0]?.id, quantity: 1 }];
    const { number } = await shop<{ number: number }>("/checkout/payment-intent", { items }, token);
    const page = await desk.open(`/customers/${bob.id}`);
    await menuItem(page, "Erase the customer");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText(/may still pay/).waitFor();
    expect(await dialog.getByRole("button", { name: "Erase the customer" }).isDisabled()).toBe(true);
    await dialog.getByRole("link", { name: `Order ${number}` }).click();
    await page.getByText("1 order", { exact: true }).waitFor();
  });

  test("a seller reads and changes nothing, and an author does not see customers at all", async () => {
    const page = await desk.openFor(await desk.person("seller@example.com", "SALES"), `/customers/${bob.id}`);
    await heading(page, "Bob");
    for (const name of ["Edit", "More actions"]) expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    const author = await desk.openFor(await desk.person("author@example.com", "AUTHOR"), "");
    await heading(author, "Overview");
    await vi.waitUntil(async () => (await author.getByRole("link", { name: "Pages", exact: true }).count()) === 1);
    expect(await author.getByRole("link", { name: "Customers", exact: true }).count()).toBe(0);
  });

  if (process.env.SCREENSHOTS)
    test("is looked at in three widths", async () => {
      await desk.takePictures(
        { customers: "/customers", customer: `/customers/${bob.id}`, "customer-erase": `/customers/${bob.id}` },
        async (page, name) => name === "customer-erase" && menuItem(page, "Erase the customer"),
      );
    });
});
