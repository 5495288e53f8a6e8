import type { Frame, Page } from "playwright-core";
import { describe, expect, test, vi } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

/** A storefront that somebody else has written: it speaks the protocol by itself, and says what it likes. */
const hostile = `<!doctype html><h1>Another storefront</h1><input><script>
  const nonce = "n";
  addEventListener("message", ({ data, ports }) => {
    if (data?.vitrine !== "welcome") return;
    window.port = ports[0];
    port.onmessage = ({ data }) => { if (data.page) window.block = data.page.composition[0].id; };
    port.postMessage({ type: "ready" });
    document.body.dataset.ready = "";
  });
  parent.postMessage({ vitrine: "hello", nonce }, "*");
  window.edit = (value, field = "/title") => port.postMessage({ type: "edit", id: block, field, value });
</script>`;

// needs: Chromium.
describe.runIf(canShowStudio)("the preview in the studio", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const waitFor = (isSo: () => Promise<boolean>) => vi.waitUntil(isSo, { timeout: 20_000, interval: 100 });

  async function openPage(slug: string): Promise<Page> {
    const path = await desk.pathOf(await desk.open("/pages"), slug);
    const page = await desk.open(path);
    await page.getByRole("row", { name: "Hero", exact: true }).first().click();
    return page;
  }
  const field = (page: Page, name: RegExp) => page.getByRole("region", { name: "Fields" }).getByRole("textbox", { name }).first();

  test("a text is written in place, letter after letter without a pause, and none of them is lost", async () => {
    const page = await openPage("home");
    const frame = page.frameLocator("iframe");
    const title = frame.getByRole("heading", { level: 1 });
    await title.dblclick();
    await page.keyboard.press("ControlOrMeta+a");
    const words = "Somebody writes these words fast, and each is kept";
    await page.keyboard.type(words, { delay: 5 });
    await page.keyboard.press("Enter");
    await page.keyboard.type("on two lines");
    await waitFor(async () => (await field(page, /^Title\b/).inputValue()).includes(words));
    expect(await title.innerText()).toBe(`${words}\non two lines`);
    // Another text of the block, at once, and back to the studio in the moment after the last key.
    const lead = frame.locator("[data-vitrine-field='/text']").first();
    await lead.dblclick();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("The last word counts too");
    await field(page, /^Button/).click();
    await waitFor(async () => (await field(page, /^Text\b/).inputValue()) === "The last word counts too");
    await desk.saved(page);
    await page.reload();
    await waitFor(async () => (await title.innerText()).includes("each is kept"));
    expect(await lead.innerText()).toBe("The last word counts too");
    expect(demo.errors).toEqual([]);
  });

  test("a text ends where the schema says, and a bound one is not written in place", async () => {
    const page = await openPage("home");
    const frame = page.frameLocator("iframe");
    const title = frame.getByRole("heading", { level: 1 });
    await title.dblclick();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("x".repeat(130));
    await waitFor(async () => (await field(page, /^Title\b/).inputValue()) === "x".repeat(120));
    const eyebrow = frame.locator("[data-vitrine-field='/eyebrow']").first();
    const before = await eyebrow.innerText();
    await eyebrow.dblclick();
    await page.keyboard.type("Mine");
    expect(await eyebrow.innerText()).toBe(before);
    await desk.saved(page);
  });

  test("a storefront of another site changes nothing by itself, and breaks nothing with what it sends", async () => {
    const settings = await desk.open("/settings");
    await settings.getByRole("textbox", { name: "Address of the storefront" }).fill("https://storefront.test");
    await settings.getByRole("button", { name: "Save", exact: true }).click();
    await settings
      .getByText("Settings saved")
      .or(settings.getByText("Saved", { exact: true }))
      .first()
      .waitFor();
    const path = await desk.pathOf(settings, "home");
    await settings.route("https://storefront.test/**", (route) => route.fulfill({ contentType: "text/html", body: hostile }));
    await settings.goto(`${desk.origin()}/studio/sites/fjord-and-form${path}`);
    const page = settings;
    await page.getByRole("row", { name: "Hero", exact: true }).first().click();
    await page.frameLocator("iframe").locator("body[data-ready]").waitFor();
    const frame = page.frames().find((each) => each.url().startsWith("https://storefront.test")) as Frame;
    await waitFor(() => frame.evaluate("typeof block === 'string'"));
    const title = field(page, /^Title\b/);
    const originalTitle = await title.inputValue();
    const draft = async () => JSON.stringify((await desk.call<{ translations: object[] }>(page, path.replace(/\/en$/, ""))).translations);
    const before = await draft();

    // While the person looks on, and while they write beside it: it may even take the focus.
    await frame.evaluate("edit('By itself')");
    await page.getByText("The storefront tried to change the page by itself").waitFor();
    await title.press("End");
    await frame.evaluate("document.querySelector('input').focus()");
    await frame.evaluate("for (let n = 0; n < 20; n++) edit('By itself ' + n); port.postMessage({ type: 'select', id: 'nobody' })");
    await page.waitForTimeout(1_500);
    expect(await title.inputValue()).toBe(originalTitle);

    // The person clicks into it. A press in a frame of another site counts in the page around it.
    await page.frameLocator("iframe").getByRole("textbox").click();
    const nonsense = [
      ...[
        "null",
        "1",
        "[]",
        "{}",
        "{ type: 'edit' }",
        "{ type: 'select', id: {} }",
        "{ type: 'height', value: 1e9 }",
        "{ type: 'navigate', to: '/' }",
      ],
      ...["''", "'/'", "'/__proto__/x'", "'/constructor/prototype/x'", "'/align'", "'/picture'", "'/eyebrow'", "'/unknown'"].map(
        (pointer) => `{ type: 'edit', id: block, field: ${pointer}, value: 'x' }`,
      ),
      ...[
        "{ type: 'edit', id: block, field: '/title', value: {} }",
        "{ type: 'edit', id: block, field: '/title', value: 'x'.repeat(121) }",
      ],
    ];
    for (const each of nonsense) {
      await frame.evaluate(`port.postMessage(${each})`);
      await page.waitForTimeout(300);
    }
    expect(await title.inputValue()).toBe(originalTitle);
    expect(await draft()).toBe(before);
    expect(await page.evaluate("'x' in {}")).toBe(false);

    // What the person may have written is taken, with a few changes a second.
    // Browsers call a press recent for five seconds, in which a busy machine may not get here.
    const writeInFrame = async () => {
      await page.frameLocator("iframe").getByRole("textbox").click();
      await frame.evaluate("for (let n = 0; n < 100; n++) edit('Written ' + n)");
      await page.waitForTimeout(500);
      return (await title.inputValue()) === "Written 99";
    };
    await vi.waitUntil(writeInFrame, { timeout: 30_000, interval: 2_000 });
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    expect(await title.inputValue()).toBe(originalTitle);

    // A flood ends with the frame.
    await frame.evaluate("setInterval(() => { for (let n = 0; n < 1000; n++) edit('Flood ' + n) }, 10); 0");
    await page.getByText("The storefront sent too many messages").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    await title.fill("Still at work");
    await desk.saved(page);
    expect(demo.errors).toEqual([]);
  });
});
