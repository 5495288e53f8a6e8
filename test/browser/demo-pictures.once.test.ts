import { describe, expect, test } from "vitest";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

const phone = { width: 390, height: 844 };
const screen = { width: 1280, height: 800 };

/** Sums up by how much something in the page moved, in the page's own measure. */
const countShifts = `
  globalThis.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) shifts += value;
  }).observe({ type: "layout-shift", buffered: true });`;

/** What the browser chose for the pictures that are in sight: the width of the variant, and that of its place in pixels of the screen. */
interface Chosen {
  src: string;
  chosen: number;
  needed: number;
  isShown: boolean;
}

describe.skipIf(!canShowDemo)("pictures of the demo", () => {
  const demo = demoBrowser();
  const inSight = () =>
    demo.page.evaluate<Chosen[]>(`
      [...document.images]
        .filter((image) => {
          const { top, bottom, width } = image.getBoundingClientRect();
          return width > 0 && bottom > 0 && top < innerHeight;
        })
        .map((image) => ({
          src: image.currentSrc,
          chosen: Math.min(Number(/\\/(\\d+)xauto\\.auto$/.exec(image.currentSrc)?.[1] ?? 0), Number(image.getAttribute("width"))),
          needed: Math.round(image.getBoundingClientRect().width * devicePixelRatio),
          isShown: image.complete && image.naturalWidth > 0,
        }))`);
  /** Waits until each picture in sight is there: the first to ask for one has it rendered. */
  const awaitPictures = async (least: number) => {
    await demo.page.waitForFunction("document.images.length > 0");
    await expect
      .poll(
        async () => {
          const all = await inSight();
          return all.length >= least && all.every(({ isShown }) => isShown);
        },
        { timeout: 60_000, interval: 250 },
      )
      .toBe(true);
    return inSight();
  };

  test("the first view of the home page is light, takes AVIF, and nothing moves in it", async () => {
    await demo.open("about:blank", { viewport: phone, deviceScaleFactor: 3, isMobile: true });
    const { page } = demo;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.enable");
    let bytes = 0;
    const types = new Map<string, string>();
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    devtools.on("Network.responseReceived", ({ type, response }) => void (type === "Image" && types.set(response.url, response.mimeType)));
    await page.addInitScript(countShifts);
    await page.goto(demo.addresses.site);
    await page.waitForSelector("#content img");
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate<number>("shifts")).toBe(0);
    const variants = [...types].filter(([url]) => url.includes("/media/"));
    expect(variants.map(([, type]) => type)).toEqual(variants.map(() => "image/avif"));
    console.log(`First view of the demo's home page on a phone: ${Math.round(bytes / 1_000)} kB.`);
    expect(bytes).toBeLessThanOrEqual(250_000);
    expect(demo.errors).toEqual([]);
  });

  test.each([
    [1, screen],
    [2, screen],
    [1, phone],
    [2, phone],
    [3, phone],
  ])("are sharp on %d pixels for one", async (deviceScaleFactor, viewport) => {
    for (const [address, least] of [
      [demo.addresses.site, 1],
      [demo.addresses.shop, 2],
    ] as const) {
      await demo.open(address, { viewport, deviceScaleFactor });
      await demo.page.locator("#content img, .product img").first().scrollIntoViewIfNeeded();
      for (const { chosen, needed, src } of await awaitPictures(least)) {
        expect(chosen, src).toBeGreaterThanOrEqual(Math.min(needed, 1_920));
        // Nor are they much larger than their place: one step of the ladder, or two where the place is between.
        expect(chosen, src).toBeLessThanOrEqual(Math.max(needed * 2.1, 256));
      }
    }
  });

  test("name their widths, their place and their size, and wait for their turn below the first view", async () => {
    const product = async () => {
      await demo.open(demo.addresses.shop, { viewport: screen });
      await demo.page.waitForSelector(".product a");
      return demo.page.evaluate<string>(`document.querySelector(".product a").href`);
    };
    for (const [address, least] of [
      [demo.addresses.site, 1],
      [demo.addresses.shop, 10],
      [await product(), 2],
    ] as const) {
      await demo.open(address, { viewport: phone });
      await demo.page.waitForSelector("#content img, main img");
      const all = await demo.page.evaluate<{ told: string; isWhole: boolean; isLazy: boolean; isBelow: boolean }[]>(`
        [...document.images].filter(({ src }) => src.includes("/media/")).map((image) => ({
          told: image.outerHTML,
          isWhole: image.srcset.split(", ").length >= 4 && image.sizes !== "" && image.hasAttribute("width") && image.hasAttribute("height"),
          isLazy: image.loading === "lazy",
          isBelow: image.getBoundingClientRect().top >= 2 * innerHeight,
        }))`);
      expect([address, all.length]).toEqual([address, Math.max(all.length, least)]);
      expect(all.filter(({ isWhole }) => !isWhole)).toEqual([]);
      expect(all.filter(({ isBelow, isLazy }) => isBelow && !isLazy)).toEqual([]);
    }
  });

  test("come as WebP to a browser that takes no AVIF, and nothing moves in the shop while they come", async () => {
    await demo.open("about:blank", { viewport: phone });
    const { page } = demo;
    const types = new Set<string | undefined>();
    await page.route(/\/media\//, (route) => route.continue({ headers: { ...route.request().headers(), accept: "image/webp,image/*" } }));
    page.on("response", (response) => void (response.url().includes("/media/") && types.add(response.headers()["content-type"])));
    await page.addInitScript(countShifts);
    await page.goto(demo.addresses.shop);
    await page.locator(".product img").first().waitFor();
    await awaitPictures(1);
    expect([...types]).toEqual(["image/webp"]);
    expect(await page.evaluate<number>("shifts")).toBe(0);
  });

  test("have a colour until they are there", async () => {
    await demo.open("about:blank", { viewport: phone });
    await demo.page.route(/\/media\//, () => undefined);
    await demo.page.goto(demo.addresses.shop);
    await demo.page.waitForSelector(".product img");
    const colours = await demo.page.evaluate<string[]>(
      `[...document.querySelectorAll(".product img")].map(({ style }) => style.backgroundColor)`,
    );
    expect(colours.every((colour) => /^rgb\(/.test(colour))).toBe(true);
    expect(new Set(colours).size).toBeGreaterThan(3);
  });
});
