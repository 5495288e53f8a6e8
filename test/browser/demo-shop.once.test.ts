import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import type { StaffOrder } from "../../server/src/features/shop/orders/index.ts";
import { demoApiKey, demoSlug } from "../../server/src/demo.ts";
import { sandboxClient, sessionIdOf } from "../kit/sandbox-client.ts";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

const script = fileURLToPath(new URL("../../scripts/demo-purchase.ts", import.meta.url));

// needs: embedded. The page belongs to a server on a laptop.
describe.runIf(canShowDemo)("the demo shop", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const open = () => demo.open(demo.addresses.shop);
  const card = (title: string) =>
    demo.page.getByRole("listitem").filter({ has: demo.page.getByRole("heading", { name: title, exact: true }) });
  const pay = () => demo.page.getByRole("button", { name: /^Pay/ });
  const payWith = async (name: string) => {
    await demo.page.getByRole("radio", { name }).check();
    await pay().click();
  };
  const orders = async () => JSON.parse((await demo.vitrine("order", "list", demoSlug, "--json")).stdout) as StaffOrder[];

  test("sells two things to a person whose first card is declined, and names the order by its number", async () => {
    const page = await open();
    await card("Knott stool").getByRole("combobox").selectOption({ label: "Oak" });
    await card("Knott stool").getByRole("button").click();
    await card("Felt pads").getByRole("button").click();
    await page.getByLabel("Quantity of Felt pads").fill("3");
    await page.getByLabel(/^E-mail/).fill("ada@example.com");
    await page.getByRole("button", { name: "Pay €207.00" }).click();

    await page.waitForURL(`${demo.addresses.sandbox}/**`);
    await payWith("Card that is declined");
    await page.getByRole("alert").filter({ hasText: "declined" }).waitFor();
    await payWith("Card that succeeds");
    await page.waitForURL(`${demo.addresses.shop}?paid`);
    await page.getByRole("heading", { name: "Paid. Thank you!" }).waitFor();

    const order = (await orders())[0];
    expect(order).toMatchObject({ status: "PAID", paymentStatus: "SUCCEEDED", total: 20_700, items: 4, email: "ada@example.com" });
    expect(await page.locator("#order-number").textContent()).toBe(String(order?.number));
    const main = await page.getByRole("main").innerText();
    expect(main).toContain("ada@example.com");
    expect(main).toContain("4 pieces");
    // The codes of the API are not for shoppers.
    expect(main).not.toMatch(/PAID|SUCCEEDED|PENDING/);
    // The mail is sent within a second or so, and the page of mails does not refresh itself.
    const mails = new URL("/dev/mail.json", demo.addresses.shop);
    await vi.waitUntil(async () => (await (await fetch(mails)).text()).includes("ada@example.com"), { timeout: 10_000 });
    await page.getByRole("link", { name: "Read the confirmation" }).click();
    await page.getByText("ada@example.com").first().waitFor();
    await page.goto(demo.addresses.shop);
    await page.getByText("Nothing in it yet.").waitFor();
    expect(await page.evaluate("[...document.images].filter((image) => image.complete && image.naturalWidth === 0).length")).toBe(0);
    expect(demo.errors).toEqual([]);
    expect(demo.foreign).toEqual([]);
  });

  test("asks for the e-mail address once, and lets it be changed", async () => {
    const page = await open();
    await card("Wool comb").getByRole("button").click();
    await page.getByLabel(/^E-mail/).fill("grace@example.com");
    await pay().click();
    await page.waitForURL(`${demo.addresses.sandbox}/**`);
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await page.getByText("Confirmation to grace@example.com").waitFor();
    expect(await page.getByLabel(/^E-mail/).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Change" }).click();
    expect(await page.getByLabel(/^E-mail/).inputValue()).toBe("grace@example.com");
    await page.getByLabel(/^E-mail/).fill("hopper@example.com");
    await pay().click();
    await page.waitForURL(`${demo.addresses.sandbox}/**`);
    expect((await orders())[0]).toMatchObject({ email: "hopper@example.com" });
  });

  test("offers what is in stock, keeps the basket of a customer who returns without paying, and makes no second order of it", async () => {
    const page = await open();
    await card("Stue armchair").getByRole("combobox").selectOption({ label: "Ash, slate" });
    await card("Stue armchair").getByText("Only 1 left").waitFor();
    await card("Stue armchair").getByRole("button").click();
    expect(await card("Stue armchair").getByRole("button").isDisabled()).toBe(true);
    const quantity = page.getByLabel("Quantity of Stue armchair, Ash, slate");
    expect(await quantity.getAttribute("max")).toBe("1");
    await quantity.fill("7");
    await page.keyboard.press("Tab");
    expect(await quantity.inputValue()).toBe("1");

    await pay().click();
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await page.getByText("You have not paid yet.").waitFor();
    const before = await orders();
    await page.getByRole("button", { name: "Pay €1,080.00" }).click();
    await page.waitForURL(`${demo.addresses.sandbox}/**`);
    expect(await orders()).toHaveLength(before.length);

    // Paid, without the way back: the shop finds out by itself.
    await page.request.post(page.url(), { form: { email: "ada@example.com", card: "succeeds" }, maxRedirects: 0 });
    await vi.waitUntil(async () => (await orders())[0]?.status === "PAID", { timeout: 10_000 });
    await page.goto(demo.addresses.shop);
    await page.getByRole("heading", { name: "Paid. Thank you!" }).waitFor();
  });

  test("corrects the basket when another visitor was faster, and says so", async () => {
    const page = await open();
    await card("Stue armchair").getByRole("combobox").selectOption({ label: "Oak, lichen" });
    for (let piece = 0; piece < 2; piece += 1) await card("Stue armchair").getByRole("button").click();
    await card("Felt pads").getByRole("button").click();
    const { data } = await demo.call<{ variants: { id: string; title: string }[] }>(
      "../api/v1/shop/products/slug/stue-armchair",
      demoApiKey,
    );
    const id = data.variants.find(({ title }) => title === "Oak, lichen")?.id;
    const returns = { successUrl: demo.addresses.shop, cancelUrl: demo.addresses.shop };
    await demo.call("../api/v1/shop/checkout/session", demoApiKey, { items: [{ variantId: id, quantity: 1 }], ...returns });

    await pay().click();
    await page.getByRole("alert").filter({ hasText: "Stue armchair, Oak, lichen: only 1 left. We have changed your basket." }).waitFor();
    expect(await page.getByLabel("Quantity of Stue armchair, Oak, lichen").inputValue()).toBe("1");
    await page.getByRole("button", { name: "Pay €1,296.00" }).waitFor();
    await demo.call("../api/v1/shop/checkout/session", demoApiKey, { items: [{ variantId: id, quantity: 1 }], ...returns });
    await pay().click();
    await page.getByRole("alert").filter({ hasText: "Stue armchair, Oak, lichen: none left." }).waitFor();
    expect(await page.getByLabel("Quantity of Stue armchair, Oak, lichen").count()).toBe(0);
    expect(await card("Stue armchair").getByRole("button").textContent()).toBe("Sold out");
    await pay().click();
    await page.waitForURL(`${demo.addresses.sandbox}/**`);
    expect((await orders())[0]).toMatchObject({ items: 1, total: 600 });
  });

  describe("with a bank debit", () => {
    const atBank = () => demo.page.getByRole("heading", { name: "Your bank is processing the payment" });
    const payByDebit = async (name: string) => {
      const page = await open();
      await card("Wool comb").getByRole("button").click();
      await page.getByLabel(/^E-mail/).fill("ada@example.com");
      await pay().click();
      await page.waitForURL(`${demo.addresses.sandbox}/**`);
      await page.getByRole("radio", { name }).check();
      await page.getByLabel("Seconds until the bank answers").fill("86400");
      return page;
    };

    test("that takes days, empties the basket and offers no second payment", async () => {
      const page = await payByDebit("Bank debit that succeeds later");
      await pay().click();
      await atBank().waitFor();
      await page.getByText("We will email you as soon as the payment arrives.").waitFor();
      expect(await page.getByRole("link", { name: "Read the confirmation" }).isVisible()).toBe(false);
      await page.getByRole("link", { name: "Back to the shop" }).click();
      await page.getByText("Nothing in it yet.").waitFor();
      expect(await pay().isVisible()).toBe(false);
      expect((await orders())[0]).toMatchObject({ status: "PENDING", paymentStatus: "PROCESSING" });
    });

    test("says so to a buyer who did not take the way back, too", async () => {
      const page = await payByDebit("Bank debit that succeeds later");
      await page.request.post(page.url(), { form: { card: "pays-later", bankSeconds: "86400" }, maxRedirects: 0 });
      await vi.waitUntil(async () => (await orders())[0]?.paymentStatus === "PROCESSING", { timeout: 10_000 });
      await page.goto(demo.addresses.shop);
      await atBank().waitFor();
      await page.goto(demo.addresses.shop);
      await page.getByText("Nothing in it yet.").waitFor();
    });

    test("that the bank refuses, gives the basket back", async () => {
      const page = await payByDebit("Bank debit that fails later");
      const session = sessionIdOf(page.url());
      await pay().click();
      await atBank().waitFor();
      await sandboxClient(demo.addresses.sandbox).later({ session }, "fails");
      await page.getByRole("heading", { name: "Not paid", exact: true }).waitFor();
      await page.getByRole("link", { name: "Back to the shop" }).click();
      await page.getByRole("button", { name: "Pay €18.00" }).waitFor();
    });
  });

  test("sells to a program too, which logs each step", async () => {
    await open();
    const purchase = (address: string) => promisify(execFile)(process.execPath, ["--import", "tsx", script, address]);
    const { stdout } = await purchase(new URL(demo.addresses.shop).origin);
    expect(stdout).toContain("Your card was declined.");
    expect(stdout).toContain('"paymentStatus": "FAILED"');
    expect(stdout).toMatch(/order \S+ is PAID/);
    const nowhere = purchase("http://localhost:1");
    await expect(nowhere).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("npm start") as string });
  });
});
