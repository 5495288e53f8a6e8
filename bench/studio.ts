import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { systemIds } from "../server/src/adapters/system.ts";
import { connectPostgres } from "../server/src/adapters/postgres.ts";
import { addMember } from "../test/kit/admins.ts";
import { bundleImports } from "../test/kit/bundle-imports.ts";
import { assembleForBench } from "./assembled.ts";
import { launchChromium } from "../test/kit/chromium.ts";
import { withGoals, count, type Line } from "./lines.ts";
import { addManyEntries } from "./many-entries.ts";
import { median, type Bench } from "./rounds.ts";
import { keysOf } from "./traced-keys.ts";
import { onPostgres, startVitrine } from "./vitrine.ts";

export interface StudioSizes {
  entries: number;
  /** Of the long page. */
  blocks: number;
  /** That are typed for each figure. */
  keys: number;
}

export const studioSizes: StudioSizes = { entries: 20_000, blocks: 1_000, keys: 200 };

/** The studio in Chromium, for one person. Times in milliseconds. */
export interface StudioAtWork {
  sizes: StudioSizes;
  /** Work of the page's main thread from a key until its frame is handed over. */
  key: Spread;
  /** From a key until the page in the preview has its letter. */
  preview: { short: Spread; long: Spread };
  /** From the address until a list can be used. */
  list: Spread;
  scroll: { framesPerSecond: number; late: number; frames: number };
}

interface Spread {
  median: number;
  p95: number;
}

const site = "many-entries";
const shortBlocks = 100;
/** Somebody types eight letters a second. */
const betweenKeysMs = 125;
/** Longer than the outline and the preview wait, so that each letter is shown by itself. */
const betweenShownMs = 450;
const lists = 9;
const wheelEveryMs = 16;
const wheelPixels = 120;
/** At 60 Hz, and half of it late. */
const lateFrameMs = 25;

/** Measures on a migrated database. */
export async function measureStudio(bench: Bench, url: string, sizes: StudioSizes): Promise<StudioAtWork> {
  const { cookie, longPage, shortPage } = await addWrittenSite(url, sizes);
  await bench.scratch.on(url, "vacuum analyze");
  // With the demo site the server opens its viewer, too, for sites without a storefront.
  const server = await startVitrine(bench.scratch, onPostgres(url), "--demo");
  const browser = await launchChromium();
  bench.scratch.later(() => browser.close());
  const base = `http://localhost:${server.port}/studio/sites/${site}`;
  const open = async (path: string) => {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    page.setDefaultTimeout(60_000);
    const [name = "", value = ""] = cookie.split("=");
    await page.context().addCookies([{ name, value, domain: "localhost", path: "/" }]);
    await page.goto(base + path);
    return page;
  };
  const long = await openBlock(open, longPage);
  const key = await timeKeys(browser, long, sizes.keys);
  const previewOfLong = await timePreview(long, Math.ceil(sizes.keys / 4));
  await long.context().close();
  const short = await openBlock(open, shortPage);
  const previewOfShort = await timePreview(short, Math.ceil(sizes.keys / 4));
  await short.context().close();

  const page = await open("/entries/article");
  const list = await timeList(page);
  const scroll = await timeScroll(page, bench.seconds * bench.rounds * 1_000);
  await browser.close();
  await server.stop();
  return { sizes, key, preview: { short: previewOfShort, long: previewOfLong }, list, scroll };
}

async function addWrittenSite(url: string, { entries, blocks }: StudioSizes) {
  const written = await addManyEntries(url, entries);
  const sql = connectPostgres({ url, poolSize: 1, preparedStatements: true, onIdleError: () => undefined });
  try {
    const { deps } = assembleForBench({ sql, ids: systemIds });
    // A type that the viewer knows.
    const quote = { type: "quote", title: "Quote", schema: { type: "object", properties: { text: { type: "string", title: "Text" } } } };
    const pageOf = (slug: string, length: number) => ({
      slug,
      locale: "en",
      status: "DRAFT",
      title: slug,
      composition: Array.from({ length }, (_, index) => ({
        type: "quote",
        props: { text: `Block ${index + 1} ${"of a long page ".repeat(6)}` },
      })),
    });
    const pages = [pageOf("long", blocks), pageOf("short", Math.min(shortBlocks, blocks))];
    await bundleImports(deps, "http://localhost").import({ bundle: 1, site: written.site, blockTypes: [quote], pages });
    const rows = await sql<{ id: string; siteId: string; slug: string }>`
      select document_id as id, site_id as "siteId", slug from translations where slug in ('long', 'short') order by slug`;
    const [longRow, shortRow] = rows;
    if (!longRow || !shortRow) throw new Error("The bench has no pages to write in.");
    const here = { deps, ask: () => Promise.reject(new Error("The bench asks through a server.")) };
    const { headers } = await addMember(here, { id: longRow.siteId }, "EDITOR");
    return { cookie: headers.cookie ?? "", longPage: longRow.id, shortPage: shortRow.id };
  } finally {
    await written.close();
    await sql.close();
  }
}

/** Opens a page's editor with its first block chosen, and the caret in the block's text. */
async function openBlock(open: (path: string) => Promise<Page>, id: string): Promise<Page> {
  const page = await open(`/pages/${id}/en`);
  await page
    .getByRole("treegrid")
    .getByRole("row", { name: /^Quote/ })
    .first()
    .click();
  const field = page.getByRole("region", { name: "Fields" }).getByRole("textbox", { name: /^Text/ });
  await field.click();
  await page.keyboard.press("End");
  await page.frameLocator("iframe").getByText("Block 1 of a long page").first().waitFor();
  return page;
}

async function timeKeys(browser: Browser, page: Page, keys: number): Promise<Spread> {
  const type = async (most: number) => {
    for (let key = 0; key < most; key += 1) {
      await page.keyboard.press("abcdefgh"[key % 8] as string);
      await delay(betweenKeysMs);
    }
  };
  await type(Math.min(20, keys));
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"] });
  await type(keys);
  const keyTimes = keysOf((await browser.stopTracing()).toString("utf8"));
  // The tracing may begin and end within a key.
  if (keyTimes.length < keys * 0.9) throw new Error(`The trace of ${keys} keys has ${keyTimes.length}.`);
  return spreadOf(keyTimes);
}

async function timePreview(page: Page, keys: number): Promise<Spread> {
  const frame = page.frames().find((each) => each.parentFrame() === page.mainFrame());
  if (!frame) throw new Error("The editor has no preview.");
  // Both clocks begin with their document; their origins are times of one clock.
  await frame.evaluate(`(() => {
    window.shownAt = new Map();
    new MutationObserver(() => {
      const text = document.body.textContent;
      const [last] = /~\\d+~/g[Symbol.match](text)?.slice(-1) ?? [];
      if (last && !window.shownAt.has(last)) window.shownAt.set(last, performance.timeOrigin + performance.now());
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  })()`);
  await page.evaluate(`(() => {
    window.typedAt = [];
    addEventListener("beforeinput", (event) => window.typedAt.push(performance.timeOrigin + event.timeStamp), true);
  })()`);
  const times: number[] = [];
  for (let key = 0; key < keys; key += 1) {
    const mark = `~${key}~`;
    // A whole mark in one input, as a keyboard of Chinese does it.
    await page.keyboard.insertText(mark);
    await delay(betweenShownMs);
    await page.keyboard.press("End");
    const shownAtMs = await waitFor(() => frame.evaluate<number | undefined>(`window.shownAt.get(${JSON.stringify(mark)})`));
    const typed = await page.evaluate<number>("window.typedAt.at(-1)");
    times.push(shownAtMs - typed);
  }
  return spreadOf(times);
}

async function timeList(page: Page): Promise<Spread> {
  const times: number[] = [];
  for (let time = 0; time < lists; time += 1) {
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("row").nth(5).waitFor();
    times.push(await page.evaluate<number>("performance.now()"));
  }
  return spreadOf(times);
}

async function timeScroll(page: Page, milliseconds: number): Promise<StudioAtWork["scroll"]> {
  await page.getByRole("row").nth(5).hover();
  await page.evaluate(`(() => {
    window.frameTimes = [];
    const next = (now) => {
      window.frameTimes.push(now);
      window.scrolling = requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  })()`);
  const end = performance.now() + Math.max(1_000, milliseconds);
  while (performance.now() < end) {
    await page.mouse.wheel(0, wheelPixels);
    await delay(wheelEveryMs);
  }
  const frames = await page.evaluate<number[]>("(cancelAnimationFrame(window.scrolling), window.frameTimes)");
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] as number));
  const rowText = await page.getByRole("row").nth(5).innerText();
  if (rowText === "") throw new Error("The list shows nothing after it was scrolled.");
  return { framesPerSecond: 1_000 / median(gaps), late: gaps.filter((gap) => gap > lateFrameMs).length / gaps.length, frames: gaps.length };
}

async function waitFor<Value>(ask: () => Promise<Value | undefined>): Promise<Value> {
  for (let tries = 0; tries < 200; tries += 1) {
    const value = await ask();
    if (value !== undefined && value !== null) return value;
    await delay(50);
  }
  throw new Error("The preview does not show what was typed.");
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: median(sorted), p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0 };
}

export function studioLines({ sizes, key, preview, list, scroll }: StudioAtWork): Line[] {
  const line = (name: string, { median: middle, p95 }: Spread, most: number, goal: string): Line => ({
    cells: [name, middle.toFixed(1), p95.toFixed(1)],
    goal: { text: goal, met: middle <= most },
  });
  const blocks = count(sizes.blocks);
  return [
    line(`a key in a page of ${blocks} blocks: work until its frame, ms`, key, 16, "median ≤ 16 ms"),
    line(`a letter in the preview of a page of ${Math.min(shortBlocks, sizes.blocks)} blocks, ms`, preview.short, 100, "median ≤ 100 ms"),
    line(`a letter in the preview of a page of ${blocks} blocks, ms`, preview.long, 100, "median ≤ 100 ms"),
    line(`a list of ${count(sizes.entries)} entries, from its address until it can be used, ms`, list, 1_000, "median ≤ 1 s"),
    {
      cells: [
        `scrolling that list: frames per second, ${(scroll.late * 100).toFixed(1)} % of ${count(scroll.frames)} late`,
        scroll.framesPerSecond.toFixed(1),
        "",
      ],
      goal: { text: "60 frames, at most 5 % late", met: scroll.framesPerSecond >= 59 && scroll.late <= 0.05 },
    },
  ];
}

export function studioSection(results: StudioAtWork): string {
  return `## The studio

One person uses Chromium on the machine that runs the server.

${withGoals(["", "median", "p95"], studioLines(results))}
`;
}

export const studioMethod = `- The studio: the work for a key is that of the page's main thread in Chromium's trace, from the task that takes the key to the commit of
  the next frame. The bench times the preview from the input's own time to the change of the framed page, which has another origin.
`;
