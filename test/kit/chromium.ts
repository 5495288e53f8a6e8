import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

/** By default where Debian has it. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
export const hasChromium = existsSync(chromiumPath);
if (process.env.CI === "true" && !hasChromium) throw new Error("Chromium is not installed, or CHROMIUM_PATH does not lead to it.");

const args = [
  ...["--no-sandbox", "--disable-gpu", "--no-first-run"],
  // Without these Chromium contacts its vendor's hosts.
  ...["--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

const callMs = 60_000;
const closeMs = 10_000;

/** Gives methods that Playwright lets wait for ever a timeout: without one, a lost answer only reads as a test that took too long. */
function limitCalls<Target extends object>(target: Target, names: readonly (keyof Target & string)[]): void {
  for (const name of names)
    replaceMethod(target, name, callMs, (values) => {
      throw new Error(`Chromium did not answer ${name}(${values.map(String).join(", ").slice(0, 200)}) within ${callMs} ms.`);
    });
}

/** Chromium sometimes never answers that a page or a context is closed. Nothing waits for that: the browser's end closes them all. */
function limitClose(target: Page | BrowserContext): void {
  replaceMethod(target, "close", closeMs, () => undefined);
}

function replaceMethod<Target extends object>(
  target: Target,
  name: keyof Target & string,
  timeoutMs: number,
  onTimeout: (values: unknown[]) => unknown,
): void {
  const method = (target[name] as (...values: unknown[]) => Promise<unknown>).bind(target);
  const replacement = (...values: unknown[]): Promise<unknown> => {
    const timer = new AbortController();
    const timeout = setTimeout(timeoutMs, undefined, { signal: timer.signal }).then(() => onTimeout(values));
    timeout.catch(() => undefined);
    return Promise.race([method(...values), timeout]).finally(() => timer.abort());
  };
  Object.assign(target, { [name]: replacement });
}

function limitPage(page: Page): void {
  limitCalls(page, ["evaluate", "content"]);
  limitClose(page);
}

function limitContext(context: BrowserContext): void {
  limitCalls(context, ["newPage", "cookies", "addCookies"]);
  limitClose(context);
  context.on("page", limitPage);
}

/** A browser without a window, which contacts nobody by itself. */
export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args });
  limitCalls(browser, ["newContext"]);
  browser.on("context", limitContext);
  return browser;
}
