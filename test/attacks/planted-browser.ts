import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { startServer, type TestServer } from "../kit/harness.ts";
import { watchPages, type WatchedPages } from "./watched-pages.ts";
import { chromiumPath, hasChromium, launchChromium } from "../kit/chromium.ts";

if (!hasChromium) console.warn(`${chromiumPath} is not here, so no page is searched for planted markup.`);

/** The demo pages, the mail-catcher and the sandbox belong to a server on a laptop. */
export const canPlant = hasChromium && inject("database") === "embedded";

/** A browser, and a server with all pages of Vitrine, for the tests of a file. */
export function plantedBrowser() {
  let browser: Browser;
  let server: TestServer;
  const watches: WatchedPages[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
    server = await startServer({ local: true, takesPayments: true, allowLoopbackOrigins: true });
  });
  afterEach(async () => {
    for (const watch of watches.splice(0)) await watch.close();
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });
  return {
    get server(): TestServer {
      return server;
    },
    /** Pages until the end of the test. */
    watch: async (more: { bypassCSP: boolean; headers?: Record<string, string> }): Promise<WatchedPages> => {
      // The sandbox sends payers to itself by this name.
      const byName = server.sandbox.url.replace("127.0.0.1", "localhost");
      const watched = await watchPages(browser, { origins: [server.url, server.sandbox.url, byName], atOnce: 4, ...more });
      watches.push(watched);
      return watched;
    },
    post: (path: string, key: string, body: object) =>
      server.ask(path, { method: "POST", key, body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  };
}
