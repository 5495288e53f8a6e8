import { join } from "node:path";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { exampleRequests } from "../../scripts/reference-examples.ts";
import { copyDemoFolder } from "../kit/demo-folder.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";
import { freePort } from "../kit/free-port.ts";
import { hasChromium, launchChromium } from "../kit/chromium.ts";

// needs: embedded. The page with the demo's key belongs to a server on a laptop.
describe.runIf(hasChromium && inject("database") === "embedded")("the reference", { timeout: 180_000 }, () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let server: ServingProcess | undefined;
  let url: string;
  let browser: Browser | undefined;

  beforeAll(async () => {
    folder = await scratchFolder();
    const port = await freePort();
    url = `http://localhost:${port}`;
    // Every operation is sent in a minute.
    const env = { DATA_DIR: join(folder.path, "data"), PORT: String(port), SANDBOX_PORT: String(await freePort()), RATE_LIMITS: "off" };
    await copyDemoFolder(env.DATA_DIR);
    const started = (server = await serveProcess(["--demo"], env));
    await vi.waitUntil(() => started.output().includes("/docs"), { timeout: 60_000 });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end("SIGTERM");
    await folder.remove();
  });

  /** An opened reference, and everything that it must not do. */
  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser!.newContext(options);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => errors.push(`${message.type()}: ${message.text()}`));
    page.on(
      "request",
      (request) => !request.url().startsWith(`${url}/`) && !request.url().startsWith("data:") && errors.push(request.url()),
    );
    await page.goto(`${url}/docs`);
    return { page, errors, close: () => context.close() };
  };
  const panel = (page: Page, id: string) => page.locator(`form.send[data-operation="${id}"]`);
  /** Presses the button, and waits for the status of the response. */
  const send = async (page: Page, id: string): Promise<string> => {
    await panel(page, id)
      .getByRole("button", { name: `Send ${id}`, exact: true })
      .click();
    const status = panel(page, id).locator(".status.good, .status.bad");
    await status.waitFor();
    return (await status.textContent()) ?? "";
  };
  const readOutcome = async (page: Page, id: string) => (await panel(page, id).locator(".outcome").textContent()) ?? "";

  test("the first click sends a request and shows real data, without a word in the console", async () => {
    const { page, errors, close } = await open();
    expect(await panel(page, "getPage").getByLabel("Key of the site").inputValue()).toBe(demoApiKey);
    expect(await send(page, "getPage")).toMatch(/^200 /);
    expect(await readOutcome(page, "getPage")).toContain("Neun Leute und ein schiefer Boden");
    expect(await send(page, "submitForm")).toMatch(/^202 /);
    expect(await readOutcome(page, "submitForm")).toContain("Somebody will answer");
    expect(errors).toEqual([]);
    await close();
  });

  test("what the reader changes is sent, and a failure is shown", async () => {
    const { page, close } = await open();
    await panel(page, "getPage").getByLabel("slug", { exact: true }).fill("home");
    await panel(page, "getPage").getByLabel("locale").fill("en");
    expect(await send(page, "getPage")).toMatch(/^200 /);
    expect(await readOutcome(page, "getPage")).toContain("Furniture that moves house with you");
    await panel(page, "getProductBySlug").getByLabel("slug", { exact: true }).fill("no/such thing");
    expect(await send(page, "getProductBySlug")).toMatch(/^404 /);
    expect(await readOutcome(page, "getProductBySlug")).toContain("product_not_found");
    await panel(page, "getForm").getByLabel("Key of the site").fill("pk_wrong");
    expect(await panel(page, "getPage").getByLabel("Key of the site").inputValue()).toBe("pk_wrong");
    expect(await send(page, "getForm")).toMatch(/^401 /);
    await page.reload();
    expect(await panel(page, "getPage").getByLabel("Key of the site").inputValue()).toBe("pk_wrong");
    await close();
  });

  test("every operation that a reader can send succeeds on the first click", async () => {
    const { page, errors, close } = await open();
    const outcomes: Record<string, string> = {};
    const sendable = Object.entries(exampleRequests).filter(([, { isSendable }]) => isSendable !== false);
    for (const [id] of sendable) outcomes[id] = (await send(page, id)).replace(/,.*/, "");
    // The second code is sent a minute after the first, and the page says so.
    expect(outcomes).toMatchObject({ resendCode: expect.stringMatching(/^429 /) as string });
    expect(Object.entries(outcomes).filter(([id, status]) => !/^20[0-2] /.test(status) && id !== "resendCode")).toEqual([]);
    // The sample has the product's id on this server, and no longer that of the recording.
    const id = await panel(page, "getProduct").getByLabel("id", { exact: true }).inputValue();
    expect(await page.getByLabel("With curl, getProduct", { exact: true }).textContent()).toContain(`/products/${id}'`);
    expect(await readOutcome(page, "getProduct")).toContain(id);
    expect(errors.filter((error) => !error.includes("429"))).toEqual([]);
    await close();
  });

  test("the page is found by words, by links and by the keyboard alone", async () => {
    const { page, close } = await open({ viewport: { width: 1280, height: 800 } });
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("/");
    await page.keyboard.type("blog post");
    await page.getByText(/1 of \d+ operations/).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#getBlogPost$/);
    await page.goto(`${url}/docs#createCheckoutSession`);
    await page.waitForFunction("Math.abs(document.querySelector('#createCheckoutSession').getBoundingClientRect().top) < 200");
    await close();
  });

  test("without JavaScript everything can be read", async () => {
    const { page, errors, close } = await open({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
    expect(
      await page
        .getByRole("link", { name: /Read a published page/ })
        .first()
        .isVisible(),
    ).toBe(true);
    expect(await page.getByLabel("Example response, 200, getPage").textContent()).toContain("Über uns");
    expect(await page.getByRole("button", { name: "Send getPage", exact: true }).isVisible()).toBe(false);
    expect(errors).toEqual([]);
    await close();
  });

  test("the page with all its files is under 500 kB on the wire", async () => {
    const context = await browser!.newContext();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    let bytes = 0;
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(`${url}/docs`, { waitUntil: "networkidle" });
    console.log(`The reference is ${Math.round(bytes / 1000)} kB on the wire.`);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(500_000);
    await context.close();
  });

  test.each([
    ["light", 390],
    ["dark", 1280],
  ] as const)("axe finds nothing in the %s page of %i pixels, and nothing runs over its edge", async (colorScheme, width) => {
    // The audit is a script in the page, which the page's policy would refuse.
    const { page, close } = await open({ colorScheme, viewport: { width, height: 844 }, bypassCSP: true });
    await send(page, "getPage");
    await page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))");
    await page.evaluate(axe.source);
    const { violations, passes } = await page.evaluate<axe.AxeResults>("axe.run()");
    expect(violations.map(({ id, impact, nodes }) => ({ id, impact, first: nodes[0]?.html, count: nodes.length }))).toEqual([]);
    expect(passes.length).toBeGreaterThan(20);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    await close();
  });
});
