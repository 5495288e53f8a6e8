import type { Page } from "playwright-core";
import { demoSlug } from "../../server/src/demo.ts";
import { chunks, planted, type PlantedDesk } from "./planted-desk.ts";
import { waitFor, type WatchedPages } from "./watched-pages.ts";

type Act = (page: Page) => Promise<void>;

/** Waits until the screen shows a payload as text: in its words, or in a field. */
const shows = (page: Page, text: string) =>
  waitFor(
    page,
    `[document.body.textContent, ...[...document.querySelectorAll("input, textarea, option")].map(({ value }) => value)]
      .some((shown) => shown.includes(${JSON.stringify(text)}))`,
  );

const press = (page: Page, name: string | RegExp, at = 0) => page.getByRole("button", { name, exact: true }).nth(at).click();
const shut = (page: Page) => page.keyboard.press("Escape");

/** Opens everything that can be opened on a screen without a change. */
async function openAll(page: Page): Promise<void> {
  const closed = page.locator("main button[aria-expanded=false]:not([aria-haspopup])");
  for (let turn = 0; turn < 12 && (await closed.count()) > turn; turn += 1) {
    await closed
      .nth(turn)
      .click({ timeout: 2_000 })
      .catch(() => undefined);
  }
}

/** Opens every screen of the studio, with the dialogs that it has; on each of them a payload is shown as text, or the test fails. */
export async function openScreens(watched: WatchedPages, origin: string, desk: PlantedDesk, failed: (at: string, error: Error) => void) {
  const heard = new WeakSet<Page>();
  const open = (path: string, text: string | undefined, act?: Act) =>
    watched.open(`${origin}/studio${path}`, async (page) => {
      if (!heard.has(page)) page.on("pageerror", (error) => failed(page.url(), error));
      heard.add(page);
      await page.locator("#content, main").first().waitFor();
      if (text !== undefined) await shows(page, text);
      await act?.(page);
    });
  const at = (path: string, text?: string, act?: Act) => open(`/sites/${demoSlug}${path}`, text, act);
  const first = (chunk: number) => chunks[chunk]?.[0]?.text ?? "";
  const [any] = [first(chunks.length - 1)];

  await at("", any);
  await at("/pages", any);
  await at("/entries", any);
  await at("/media", any, openAll);
  await at("/releases", any);
  await at("/releases?view=calendar");
  await at("/model", any);
  await at("/settings", undefined, openAll);
  await at("/settings/keys", any);
  await at("/settings/audit", any, async (page) => {
    for (let time = 0; time < 3; time += 1) await openAll(page);
  });
  await open("/me", undefined);
  await open("/", undefined);
  for (const chunk of chunks.keys()) {
    const text = first(chunk);
    const name = `planted-${chunk}`;
    await at(`/pages/${desk.pages[chunk]}/en`, text, openPage);
    await at(`/entries/${name}`, text);
    await at(`/entries/${name}/${desk.entries[chunk]}/en`, text, openAll);
    await at(`/media?asset=${desk.assets[chunk]}`, text, openAll);
    await at(`/releases/${desk.releases[chunk]}`, text, openRelease);
    await at(`/model/entries/${name}`, text, openType);
    await at(`/model/blocks/${name}`, text, openType);
  }
  await at(`/releases/${desk.releases[0]}/preview`, first(0));
  await search(at);
  for (const [index, { text }] of planted.entries()) {
    const asked = encodeURIComponent(text);
    await open(`/sign-in?next=${asked}#${new URLSearchParams({ next: text }).toString()}`, undefined);
    if (index % 4 === 0) await at(`/media?q=${asked}&tag=${asked}`);
    if (index % 4 === 1) await at(`/pages/${asked}/${asked}`);
  }
}

async function openPage(page: Page): Promise<void> {
  const rows = page.getByRole("treegrid").getByRole("row");
  await rows.first().click();
  await openAll(page);
  await press(page, "Add block");
  await page.getByRole("searchbox").waitFor();
  await shut(page);
  await press(page, "More actions");
  await page.getByRole("menuitem", { name: "History" }).click();
  const dialog = page.getByRole("dialog", { name: "History" });
  await dialog.waitFor();
  const compare = dialog.getByRole("button", { name: /^Compared/ });
  if ((await compare.count()) > 0) await compare.first().click();
  await shut(page);
  await page.getByRole("button", { name: /^Publish/ }).click();
  await page.getByRole("dialog").waitFor();
  await shut(page);
}

async function openRelease(page: Page): Promise<void> {
  for (const name of ["Add content", "Change a product"]) {
    await press(page, name);
    await page.getByRole("searchbox").first().fill("planted");
    await shut(page);
    await shut(page);
  }
  await openAll(page);
}

async function openType(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Code" }).click();
  await page.getByRole("region", { name: "Code" }).waitFor();
  await page.getByRole("radio", { name: "Fields" }).click();
  const fields = page.getByRole("row");
  await fields.first().waitFor();
  for (const turn of [0, 5]) await fields.nth(turn).click();
}

/** Types every payload into ⌘K, and looks at what is found. */
async function search(at: (path: string, text?: string, act?: Act) => Promise<void>): Promise<void> {
  await at("", undefined, async (page) => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("searchbox", { name: "Find anything" });
    for (const { text } of planted) {
      await field.fill(text);
      await shows(page, text);
      await page.waitForTimeout(100);
    }
  });
}
