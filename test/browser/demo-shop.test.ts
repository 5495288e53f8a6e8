import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import type { StaffOrder } from "../../server/src/features/orders/index.ts";
import { demoSlug } from "../../server/src/demo.ts";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
// Without these Chromium contacts its vendor's hosts.
const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"];
const script = fileURLToPath(new URL("../../scripts/demo-purchase.ts", import.meta.url));

// needs: embedded. The page belongs to a server on a laptop.
describe.runIf(existsSync(executablePath) && inject("database") === "embedded")("the demo shop", { timeout: 180_000 }, () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let env: Record<string, string>;
  let server: ServingProcess | undefined;
  let shop: string;
  let sandbox: string;
  let browser: Browser | undefined;
  let page: Page;

  beforeAll(async () => {
    folder = await scratchFolder();
    const port = await freePort();
    // The port is named, and not 0: the pictures' addresses have it.
    env = { DATA_DIR: join(folder.path, "data"), PORT: String(port), SANDBOX_PORT: String(await freePort()) };
    const started = (server = await serveProcess(["--demo"], env));
    await vi.waitUntil(() => started.output().includes("demo:purchase"), { timeout: 10_000 });
    [shop = "", sandbox = ""] = ["Shop page", "Payments"].map((name) => new RegExp(`${name} +(\\S+)`).exec(started.output())?.[1] ?? "");
    browser = await chromium.launch({ executablePath, args });
  });
  afterEach(() => page.close());
  afterAll(async () => {
    await browser?.close();
    await server?.end("SIGTERM");
    await folder.remove();
  });

  const open = async () => {
    page = await browser!.newPage();
    await page.goto(shop);
  };
  const card = (title: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  const payWith = async (name: string) => {
    await page.getByRole("radio", { name }).check();
    await page.getByRole("button", { name: /^Pay/ }).click();
  };
  const orders = async () => JSON.parse((await vitrine(["order", "list", demoSlug, "--json"], env)).stdout) as StaffOrder[];

  test("sells two things to a person whose first card is declined", async () => {
    const faults: string[] = [];
    const foreign: string[] = [];
    await open();
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      // The browser logs the payment page's 402 for a declined card as an error.
      if (message.type() === "error" && !message.location().url.startsWith(sandbox)) faults.push(message.text());
    });
    page.on("request", (request) => {
      const isPaymentPage = request.isNavigationRequest() && request.url().startsWith(`${sandbox}/`);
      if (!isPaymentPage && new URL(request.url()).origin !== new URL(shop).origin) foreign.push(request.url());
    });
    await page.reload();
    await card("Knott stool").getByRole("combobox").selectOption({ label: "Oak" });
    await card("Knott stool").getByRole("button").click();
    await card("Felt pads").getByRole("button").click();
    await page.getByLabel("Quantity of Felt pads").fill("3");
    await page.getByLabel(/^E-mail/).fill("ada@example.com");
    await page.getByRole("button", { name: "Pay €207.00" }).click();

    await page.waitForURL(`${sandbox}/**`);
    await payWith("Card that is declined");
    await page.getByRole("alert").filter({ hasText: "declined" }).waitFor();
    await payWith("Card that succeeds");
    await page.waitForURL(`${shop}?paid`);
    await page.getByRole("heading", { name: "Paid. Thank you!" }).waitFor();

    const order = (await orders())[0];
    expect(order).toMatchObject({ status: "PAID", paymentStatus: "SUCCEEDED", total: 20_700, items: 4, email: "ada@example.com" });
    expect(await page.getByRole("main").textContent()).toContain(order?.id);
    // The mail is sent within a second or so, and the page of mails does not refresh itself.
    const mails = new URL("/dev/mail.json", shop);
    await vi.waitUntil(async () => (await (await fetch(mails)).text()).includes("ada@example.com"), { timeout: 10_000 });
    await page.getByRole("link", { name: "Read the confirmation" }).click();
    await page.getByText("ada@example.com").first().waitFor();
    await page.goto(shop);
    await page.getByText("Nothing in it yet.").waitFor();
    expect(await page.evaluate("[...document.images].filter((image) => image.complete && image.naturalWidth === 0).length")).toBe(0);
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test("names the remaining stock, keeps the basket of a customer who returns without paying, and makes no second order of it", async () => {
    await open();
    await card("Stue armchair").getByRole("combobox").selectOption({ label: "Ash, slate" });
    await card("Stue armchair").getByRole("button").click();
    await card("Stue armchair").getByRole("button").click();
    const pay = page.getByRole("button", { name: /^Pay/ });
    await pay.click();
    await page.getByRole("alert").filter({ hasText: "Stue armchair, Ash, slate: only 1 left." }).waitFor();

    await page.getByLabel("Quantity of Stue armchair").fill("1");
    await page.keyboard.press("Tab");
    await pay.click();
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await page.getByText("You have not paid yet.").waitFor();
    const before = await orders();
    await page.getByRole("button", { name: "Pay €1,080.00" }).click();
    await page.waitForURL(`${sandbox}/**`);
    expect(await orders()).toHaveLength(before.length);

    // Paid, without the way back: the shop finds out by itself.
    await page.request.post(page.url(), { form: { email: "ada@example.com", card: "succeeds" }, maxRedirects: 0 });
    await vi.waitUntil(async () => (await orders())[0]?.status === "PAID", { timeout: 10_000 });
    await page.goto(shop);
    await page.getByRole("heading", { name: "Paid. Thank you!" }).waitFor();
  });

  test("reports a payment that fails late, and keeps the basket", async () => {
    await open();
    await card("Wool comb").getByRole("button").click();
    await page.getByLabel(/^E-mail/).fill("ada@example.com");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await payWith("Bank debit that fails later");
    await page.getByRole("heading", { name: "Waiting for the payment…" }).waitFor();
    await page.getByRole("heading", { name: "Not paid", exact: true }).waitFor();
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await page.getByRole("button", { name: "Pay €18.00" }).waitFor();
  });

  test("sells to a program too, which logs each step", async () => {
    await open();
    const purchase = (address: string) => promisify(execFile)(process.execPath, ["--import", "tsx", script, address]);
    const { stdout } = await purchase(new URL(shop).origin);
    expect(stdout).toContain("Your card was declined.");
    expect(stdout).toContain('"paymentStatus": "FAILED"');
    expect(stdout).toMatch(/order \S+ is PAID/);
    const nowhere = purchase(`http://localhost:${await freePort()}`);
    await expect(nowhere).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("npm start") as string });
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
