import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { chance } from "../kit/chance.ts";
import { drawnPicture } from "../kit/pictures.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Quote {
  id: string;
  type: "quote";
  props: { text: string; author: string };
}
interface Drafted {
  id: string;
  translations: { draft: { title: string; composition: Quote[] } | null }[];
}

const words = ["oak", "ash", "cherry", "linen", "cord", "brass", "lamp", "stool", "drawer", "shelf"];

// needs: Chromium.
describe.runIf(canShowStudio)("the studio loses nothing", { timeout: 600_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const random = chance(20_261_126);
  const pick = (among: readonly string[]) => among[Math.floor(random() * among.length)] ?? "";
  const pause = (page: Page, most: number) => page.waitForTimeout(random() * most);
  const fields = (page: Page) => page.getByRole("region", { name: "Fields" });
  const field = (page: Page, name: RegExp) => fields(page).getByRole("textbox", { name }).first();
  const savedAtLast = (page: Page) => page.locator("[data-status=saved]").waitFor({ timeout: 90_000 });
  const row = (page: Page, block: string) => page.locator(`[role=row][data-key="${block}"]`);
  const drafted = async (page: Page, id: string) => (await desk.call<Drafted>(page, `/pages/${id}`)).translations[0]?.draft;

  /** A page of quotes, which nobody else edits. */
  async function quotePage(slug: string, count: number): Promise<string> {
    const page = await desk.open("/pages");
    const composition = Array.from({ length: count }, (_, index) => ({
      id: `quote-${index}`,
      type: "quote",
      props: { text: `Words ${index}`, author: `Author ${index}` },
    }));
    const { id } = await desk.call<Drafted>(page, "/pages", "POST", { locale: "en", slug, title: slug, composition });
    return id;
  }
  const openQuote = async (page: Page, block: string) => {
    await row(page, block).waitFor();
    await row(page, block).click();
    await field(page, /^Quotation\b/).waitFor();
  };

  test("of a text that is typed while the server is killed 20 times and the network comes and goes, every letter is there", async () => {
    const id = await quotePage("typed-through", 1);
    let page = await desk.open(`/pages/${id}/en`);
    await openQuote(page, "quote-0");
    let text = "";
    const type = async (said: string) => {
      await page.keyboard.type(said, { delay: 15 + random() * 30 });
      text += said;
    };
    const goOn = async () => {
      await field(page, /^Quotation\b/).focus();
      await page.keyboard.press("Control+End");
    };
    await field(page, /^Quotation\b/).fill("");
    for (let round = 0; round < 20; round += 1) {
      await goOn();
      const killing = page.waitForTimeout(random() * 1_800).then(demo.server.kill);
      await type(`${pick(words)} ${round} `);
      await killing;
      await type(`${pick(words)} `);
      const starting = demo.server.startAgain();
      await type(`${pick(words)} `);
      await starting;
      if (round % 4 === 1) {
        await page.context().setOffline(true);
        await type(`${pick(words)} `);
        await page.context().setOffline(false);
      }
      // The tab is closed, with words in it that the server lacks.
      if (round % 5 === 2) {
        const next = await page.context().newPage();
        await page.close();
        page = next;
        await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/pages/${id}/en`);
        await openQuote(page, "quote-0");
        await expect.poll(() => field(page, /^Quotation\b/).inputValue()).toBe(text);
      }
    }
    expect(await field(page, /^Quotation\b/).inputValue()).toBe(text);
    await savedAtLast(page);
    expect((await drafted(page, id))?.composition[0]?.props.text).toBe(text);
  });

  test("of 200 edits of each of two people on one page, every one is there", async () => {
    const count = 12;
    const id = await quotePage("two-people", count);
    const theirs = await desk.person("second@fjord-and-form.example", "EDITOR");
    const first = await desk.open(`/pages/${id}/en`, { viewport: { width: 1280, height: 1400 } });
    const second = await desk.openFor(theirs, `/pages/${id}/en`);
    const last = { text: new Map<string, string>(), author: new Map<string, string>() };
    const edit = async (page: Page, name: "text" | "author", label: RegExp) => {
      for (let edits = 0; edits < 200; edits += 1) {
        const block = `quote-${Math.floor(random() * count)}`;
        const said = `${pick(words)} ${edits}`;
        await openQuote(page, block);
        await field(page, label).fill(said);
        last[name].set(block, said);
        if (edits % 20 === 19) await pause(page, 2_500);
      }
      await savedAtLast(page);
    };
    await Promise.all([edit(first, "text", /^Quotation\b/), edit(second, "author", /^Who said it\b/)]);
    const composition = (await drafted(first, id))?.composition ?? [];
    expect(composition.map(({ props }) => props)).toEqual(
      Array.from({ length: count }, (_, index) => ({
        text: last.text.get(`quote-${index}`) ?? `Words ${index}`,
        author: last.author.get(`quote-${index}`) ?? `Author ${index}`,
      })),
    );
    // Each has the other's words on the screen, too.
    for (const page of [first, second]) {
      for (const { id: block, props } of composition) {
        await openQuote(page, block);
        await expect.poll(() => field(page, /^Quotation\b/).inputValue()).toBe(props.text);
        await expect.poll(() => field(page, /^Who said it\b/).inputValue()).toBe(props.author);
      }
    }
    expect(demo.errors).toEqual([]);
  });

  test("of 50 pictures whose upload loses the network twice, each is there once", async () => {
    const files = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => ({
        name: `picture-${index}.png`,
        mimeType: "image/png",
        // Of different sizes, so that no two are the same file.
        buffer: await drawnPicture(300 + index, 200)
          .png()
          .toBuffer(),
      })),
    );
    const page = await desk.open("/media");
    const devtools = await page.context().newCDPSession(page);
    const kilobytes = 1_024;
    const slow = { offline: false, latency: 40, uploadThroughput: 200 * kilobytes, downloadThroughput: -1 };
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", slow);
    await page.locator("input[type=file]").first().setInputFiles(files);
    const tray = page.getByRole("region", { name: "Uploads" });
    for (const done of [/ 1\d of 50/, / 3\d of 50/]) {
      await tray.getByText(done).waitFor();
      await devtools.send("Network.emulateNetworkConditions", { ...slow, offline: true });
      await tray.getByText("Offline. The upload continues").waitFor();
      await devtools.send("Network.emulateNetworkConditions", slow);
    }
    await tray.getByText("50 files uploaded").waitFor();
    const names: string[] = [];
    for (const from of [1, 2]) {
      const assets = await desk.call<{ name: string; bytes: number }[]>(page, `/assets?q=picture-&pageSize=30&page=${from}`);
      names.push(...assets.map(({ name }) => name));
    }
    expect(names.sort()).toEqual(files.map(({ name }) => name).sort());
    await desk.isAccessible(page);
  });
});
