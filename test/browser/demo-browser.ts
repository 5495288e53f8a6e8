import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { vitrine } from "../kit/vitrine-process.ts";
import { startDemoServer, type DemoServer } from "./demo-server.ts";
import { hasChromium, launchChromium } from "../kit/chromium.ts";

/** Time for a step on a busy machine, which may be ten times slower than a quiet one. */
export const busyMs = 120_000;

/** The studio is the same on both databases, and needs a browser. */
export const canShowStudio = hasChromium;
/** The start page, the mails and the links that a server prints belong to a laptop. */
export const canShowDemo = canShowStudio && inject("database") === "embedded";

/** A server process with the demo site and a browser for the tests of a file, with one page at a time. */
export function demoBrowser() {
  let server: DemoServer | undefined;
  let browser: Browser | undefined;
  let page: Page | undefined;
  /** `signIn` is empty on PostgreSQL. */
  const addresses = { shop: "", site: "", sandbox: "", signIn: "" };
  let errors: string[] = [];
  let foreign: string[] = [];

  beforeAll(async () => {
    const started = (server = await startDemoServer());
    const named = (name: string) => new RegExp(`${name} +(\\S+)`).exec(started.output())?.[1] ?? "";
    addresses.site = named("Demo site");
    addresses.signIn = named("Sign in");
    addresses.shop = new URL("shop", addresses.site).href;
    addresses.sandbox = `http://localhost:${started.env.SANDBOX_PORT ?? ""}`;
    browser = await launchChromium();
  });
  afterEach(async () => {
    await page?.context().close();
    page = undefined;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  return {
    addresses,
    get page(): Page {
      return page!;
    },
    /** Errors of scripts and of the console since the page was opened. */
    get errors(): string[] {
      return errors;
    },
    /** Requests to other servers. */
    get foreign(): string[] {
      return foreign;
    },
    /** The server's process and what belongs to it. */
    get server(): DemoServer {
      return server!;
    },
    /** For pages beside the one of the test. */
    get browser(): Browser {
      return browser!;
    },
    /** Opens a page of its own. The browser logs each error response as an error: with `refusals` these do not count. */
    open: async (address: string, { refusals = false, ...options }: BrowserContextOptions & { refusals?: boolean } = {}) => {
      await page?.context().close();
      const opened = (page = await (await browser!.newContext(options)).newPage());
      opened.setDefaultTimeout(busyMs);
      errors = [];
      foreign = [];
      opened.on("pageerror", (error) => errors.push(error.message));
      opened.on("console", (message) => {
        const isRefusal = message.text().startsWith("Failed to load resource");
        const isOwn = !message.location().url.startsWith(addresses.sandbox);
        // On a busy machine the queue of new sizes of pictures is full for a while, and says so.
        const isBusy = isRefusal && message.text().includes("503") && new URL(message.location().url).pathname.startsWith("/media/");
        if (message.type() === "error" && isOwn && !isBusy && !(refusals && isRefusal)) errors.push(message.text());
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
    vitrine: (...command: string[]) => vitrine(command, server!.env),
    /** Another visitor of a shop: calls its API, and answers the body. */
    call: async <Data = unknown>(path: string, key: string, body?: object) => {
      const init = body && { method: "POST", body: JSON.stringify(body) };
      const headers = { "x-api-key": key, ...(body && { "content-type": "application/json" }) };
      const response = await fetch(new URL(path, addresses.site), { ...init, headers, signal: AbortSignal.timeout(60_000) });
      return (await response.json()) as { data: Data; code?: string };
    },
  };
}
