import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject, vi } from "vitest";
import { scratchFolder, serveProcess, vitrine, type ServingProcess } from "../kit/vitrine-process.ts";
import { freePort } from "../kit/free-port.ts";

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
// Without these Chromium contacts its vendor's hosts.
const args = [
  ...["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync"],
];

/** The demo pages belong to a server on a laptop, and need a browser. */
export const canShowDemo = existsSync(executablePath) && inject("database") === "embedded";

/** A server process with the demo site and a browser for the tests of a file, with one page at a time. */
export function demoBrowser() {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let env: Record<string, string> = {};
  let server: ServingProcess | undefined;
  let browser: Browser | undefined;
  let page: Page | undefined;
  const addresses = { shop: "", site: "", sandbox: "" };
  let faults: string[] = [];
  let foreign: string[] = [];

  beforeAll(async () => {
    folder = await scratchFolder();
    const port = await freePort();
    // The port is named, and not 0: the pictures' addresses have it.
    env = { DATA_DIR: join(folder.path, "data"), PORT: String(port), SANDBOX_PORT: String(await freePort()), RATE_LIMITS: "off" };
    const started = (server = await serveProcess(["--demo"], env));
    await vi.waitUntil(() => started.output().includes("Stop it with"), { timeout: 10_000 });
    const named = (name: string) => new RegExp(`${name} +(\\S+)`).exec(started.output())?.[1] ?? "";
    addresses.site = named("Demo site");
    addresses.shop = new URL("shop", addresses.site).href;
    addresses.sandbox = `http://localhost:${env.SANDBOX_PORT ?? ""}`;
    browser = await chromium.launch({ executablePath, args });
  });
  afterEach(async () => {
    await page?.context().close();
    page = undefined;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end("SIGTERM");
    await folder.remove();
  });

  return {
    addresses,
    get page(): Page {
      return page!;
    },
    /** Errors of scripts and of the console since the page was opened. */
    get faults(): string[] {
      return faults;
    },
    /** Requests to other servers. */
    get foreign(): string[] {
      return foreign;
    },
    get folder(): string {
      return folder.path;
    },
    /** Opens a page of its own. The browser logs each error response as an error: with `refusals` these do not count. */
    open: async (address: string, { refusals = false, ...options }: BrowserContextOptions & { refusals?: boolean } = {}) => {
      await page?.context().close();
      const opened = (page = await (await browser!.newContext(options)).newPage());
      faults = [];
      foreign = [];
      opened.on("pageerror", (error) => faults.push(error.message));
      opened.on("console", (message) => {
        const isRefusal = message.text().startsWith("Failed to load resource");
        const isOwn = !message.location().url.startsWith(addresses.sandbox);
        if (message.type() === "error" && isOwn && !(refusals && isRefusal)) faults.push(message.text());
      });
      opened.on("request", (request) => {
        const { origin } = new URL(request.url());
        const isPaymentPage = request.isNavigationRequest() && origin === addresses.sandbox;
        if (!isPaymentPage && origin !== new URL(addresses.site).origin) foreign.push(request.url());
      });
      await opened.goto(address);
      await opened.locator("#loading").waitFor({ state: "hidden" });
      return opened;
    },
    /** Runs a command against the server. */
    vitrine: (...command: string[]) => vitrine(command, env),
    /** Another visitor of a shop: calls its API, and answers the body. */
    call: async <Data = unknown>(path: string, key: string, body?: object) => {
      const init = body && { method: "POST", body: JSON.stringify(body) };
      const headers = { "x-api-key": key, ...(body && { "content-type": "application/json" }) };
      const response = await fetch(new URL(path, addresses.site), { ...init, headers });
      return (await response.json()) as { data: Data; code?: string };
    },
  };
}
