import { setTimeout as wait } from "node:timers/promises";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** Browser pages in which no planted markup can act unnoticed. */
export interface WatchedPages {
  /** Opens an address and waits until it is idle; then `inspect`, unless there is a step before. */
  open(address: string, act?: (page: Page) => Promise<void>): Promise<void>;
  /** Shows markup as a page of its own, and inspects it. */
  show(markup: string): Promise<void>;
  /** How many pages were inspected. */
  inspected: number;
  /** The findings since the last call. */
  noticed(): Notice[];
  close(): Promise<void>;
}

/** A script that ran, a dialog, a request, a violation of the page's policy; or an element that must not be in the document. */
interface Notice {
  kind: "call" | "dialog" | "request" | "policy" | "element" | "handler" | "address";
  /** The page's address, or how its markup begins. */
  at: string;
  what: string;
}

/** Pictures of this address may be loaded: sites may name pictures by any address. */
export const pictures = "https://pictures.example";

/** The signs of a planted element or address in a document; as text, since it runs in the browser. */
const search = `(() => {
  const found = [];
  const shown = (element) => element.outerHTML.slice(0, 200);
  const allowed = new Set(["http:", "https:", "mailto:", "tel:", "about:", "blob:"]);
  const addresses = ["href", "src", "action", "formaction", "data", "xlink:href", "poster", "ping"];
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.hasAttribute("data-planted")) found.push(["element", shown(element)]);
      for (const { name, value } of element.attributes) {
        if (name.startsWith("on")) found.push(["handler", shown(element)]);
        if (!addresses.includes(name.toLowerCase()) || !URL.canParse(value, document.baseURI)) continue;
        const { protocol } = new URL(value, document.baseURI);
        const isOwn = protocol === "data:" && !value.includes("planted") && element.localName !== "a";
        if (!allowed.has(protocol) && !isOwn) found.push(["address", shown(element)]);
      }
      if (element.shadowRoot) look(element.shadowRoot);
      if (element.localName === "template") look(element.content);
    }
  };
  look(document);
  return found;
})()`;

/**
 * `origins` are those that pages may open and call. Without their policies (`bypassCSP`) pages have only their own escaping
 * against planted markup; with them a violation is noticed too. `headers` are sent with each request; `storageState` has a session.
 */
export async function watchPages(
  browser: Browser,
  {
    origins,
    bypassCSP,
    headers = {},
    atOnce = 1,
    storageState,
  }: Pick<BrowserContextOptions, "storageState"> & {
    origins: readonly string[];
    bypassCSP: boolean;
    headers?: Record<string, string>;
    atOnce?: number;
  },
): Promise<WatchedPages> {
  const context = await browser.newContext({
    bypassCSP,
    extraHTTPHeaders: headers,
    viewport: { width: 1280, height: 4000 },
    ...(storageState && { storageState }),
  });
  // Time to fail in: a busy machine may be ten times slower.
  context.setDefaultTimeout(180_000);
  const seen: Notice[] = [];
  const at = new WeakMap<Page, string>();
  const htmlByPage = new WeakMap<Page, string>();
  const notice = (kind: Notice["kind"], page: Page | null, what: string) =>
    void seen.push({ kind, at: (page && at.get(page)) ?? "", what });
  await context.exposeBinding("planted", ({ page }, number: unknown) => notice("call", page, String(number)));
  await context.exposeBinding("violated", ({ page }, directive: unknown, blocked: unknown) => {
    const isPicture = directive === "img-src" && String(blocked).startsWith(pictures);
    if (!isPicture) notice("policy", page, `${String(directive)}: ${String(blocked)}`);
  });
  await context.addInitScript(`addEventListener("securitypolicyviolation", (event) =>
    violated(event.effectiveDirective, event.blockedURI + " " + event.sample))`);
  await catchRequests(context, origins, htmlByPage, notice);
  context.on("dialog", (dialog) => {
    notice("dialog", dialog.page(), dialog.message());
    void dialog.dismiss().catch(() => undefined);
  });

  const idle: Page[] = [];
  const everyPage = await Promise.all(Array.from({ length: atOnce }, () => context.newPage()));
  idle.push(...everyPage);
  const waiting: ((page: Page) => void)[] = [];
  const withPage = async (name: string, use: (page: Page) => Promise<void>) => {
    const page = idle.pop() ?? (await new Promise<Page>((resolve) => waiting.push(resolve)));
    at.set(page, name);
    try {
      await use(page);
      await inspect(page);
    } finally {
      const next = waiting.shift();
      if (next) next(page);
      else idle.push(page);
    }
  };
  const inspect = async (page: Page) => {
    // Failing pictures, new frames and due handlers get their turns.
    await wait(settleMs);
    for (const frame of page.frames()) {
      // A frame that navigates in the meantime is caught by its target.
      const foundNotices = await frame.evaluate<[Notice["kind"], string][]>(search).catch(() => []);
      for (const [kind, what] of foundNotices) notice(kind, page, what);
    }
    watched.inspected += 1;
  };
  const watched: WatchedPages = {
    inspected: 0,
    open: (address, act) =>
      withPage(address, async (page) => {
        await page.goto(address, { waitUntil: "load" }).catch(async (error: unknown) => {
          // The studio leads people on from its sign-in who are signed in.
          if (!String(error).includes("interrupted by another navigation")) throw error;
          await page.waitForLoadState("load");
        });
        await act?.(page);
      }),
    show: (markup) =>
      withPage(markup.slice(0, 200), async (page) => {
        htmlByPage.set(page, markup);
        // A payload that navigates at once is noticed by its target.
        await page.goto(`${shownAt}/`, { waitUntil: "load" }).catch((error: unknown) => {
          if (!String(error).includes("interrupted by another navigation")) throw error;
        });
      }),
    noticed: () => seen.splice(0),
    close: () => context.close(),
  };
  return watched;
}

const settleMs = 25;
/** The address for pages of raw markup. */
const shownAt = "http://shown.invalid";

/** Blocks every request outside, and records the attempt. */
async function catchRequests(
  context: BrowserContext,
  origins: readonly string[],
  htmlByPage: WeakMap<Page, string>,
  notice: (kind: Notice["kind"], page: Page | null, what: string) => void,
): Promise<void> {
  await context.route("**/*", async (route) => {
    const request = route.request();
    const { origin, pathname, protocol } = new URL(request.url());
    const page = pageOf(request);
    if (request.url() === `${shownAt}/`)
      return route.fulfill({ contentType: "text/html; charset=utf-8", body: (page && htmlByPage.get(page)) ?? "" });
    const isPicture = request.resourceType() === "image" && (origin === pictures || pathname.startsWith("/pictures/"));
    const isOwn = origins.includes(origin) && !pathname.startsWith("/planted/");
    if (isOwn && !isPicture) return route.continue();
    if (!isPicture && protocol.startsWith("http")) notice("request", page, request.url());
    return route.abort();
  });
}

function pageOf(request: { frame(): { page(): Page } }): Page | null {
  try {
    return request.frame().page();
  } catch {
    return null;
  }
}

/** Resolves once an expression is true in the page. Not with Playwright's own function, whose polling the page's policy forbids. */
export async function waitFor(page: Page, expression: string): Promise<void> {
  for (let looks = 0; looks < 1_000; looks += 1) {
    if (await page.evaluate<boolean>(`Boolean(${expression})`)) return;
    await page.waitForTimeout(20);
  }
  throw new Error(`It never became true at ${page.url()}: ${expression}`);
}
