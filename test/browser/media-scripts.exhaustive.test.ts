import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMember } from "../kit/admins.ts";
import { upload, type MadeAsset } from "../kit/assets.ts";
import { startServer, type TestServer } from "../kit/harness.ts";
import { elsewhere, svgScripts } from "../kit/svg-scripts.ts";
import { ways, watchDrawings, withOwnHost, type ShownDrawing } from "./drawing-watch.ts";
import { hasChromium, launchChromium } from "../kit/chromium.ts";

describe.skipIf(!hasChromium)("drawings with scripts, uploaded and shown in a browser", () => {
  let browser: Browser;
  let server: TestServer;
  let watcher: Awaited<ReturnType<typeof watchDrawings>>;
  /** As the server stores and sends them. Some forms are the same drawing once they are clean. */
  const drawingsByAddress = new Map<string, ShownDrawing>();
  let taken = 0;
  beforeAll(async () => {
    browser = await launchChromium();
    server = await startServer();
    watcher = await watchDrawings(browser, server.url);
    const site = await server.addSite();
    const owner = await addMember(server, site, "OWNER");
    for (const text of svgScripts) {
      const { status, json } = await upload(server, site, owner, Buffer.from(text), { name: "drawing.svg", type: "image/svg+xml" });
      expect([text, [200, 201, 400, 415].includes(status)]).toEqual([text, true]);
      if (status >= 300) continue;
      taken += 1;
      const address = server.url + new URL((json as { data: MadeAsset }).data.url).pathname;
      if (!drawingsByAddress.has(address)) drawingsByAddress.set(address, { address, text: await (await fetch(address)).text() });
    }
  });
  afterAll(async () => {
    await browser.close();
    await watcher.close();
    await server.stop();
  });

  test("are more than sixty, and most of them are kept, clean", () => {
    expect(svgScripts.length).toBeGreaterThanOrEqual(60);
    expect(taken).toBeGreaterThan(svgScripts.length * 0.85);
    expect(drawingsByAddress.size).toBeGreaterThan(20);
  });

  test.each(ways.filter((way) => way !== "inlined"))("do nothing as the server sends them: %s", async (way) => {
    expect(await watcher.watch([...drawingsByAddress.values()], way)).toEqual({ acted: [], strays: [], drawn: drawingsByAddress.size });
  });

  test.each(ways)("do nothing by their bytes alone, whatever headers come with them: %s", async (way) => {
    const drawings = [...drawingsByAddress.values()].map(({ text }) => watcher.bare(text));
    expect(await watcher.watch(drawings, way)).toEqual({ acted: [], strays: [], drawn: drawingsByAddress.size });
  });

  // The others act in browsers of other makers, or of other times.
  test("would be noticed if they were not clean: more than sixty act in this browser", async () => {
    const drawings = svgScripts.map((text, index) => watcher.bare(withOwnHost(text, index)));
    const noticed = new Set<number>();
    for (const way of ["object", "iframe", "inlined"] as const) {
      const { acted } = await watcher.watch(drawings, way);
      expect([way, acted.length > 40]).toEqual([way, true]);
      for (const each of acted) noticed.add(each);
    }
    expect(noticed.size).toBeGreaterThanOrEqual(60);
    expect((await watcher.watch(drawings.slice(0, 12), "document")).acted.length).toBeGreaterThan(8);
    // A drawing in an <img> asks nobody in Chromium, even if it is not clean. So this is about the requests of such an element alone.
    const away = `${elsewhere}/picture.svg`;
    expect(await watcher.watch([{ address: away, text: "" }], "img")).toEqual({ acted: [], strays: [away], drawn: 0 });
  });
});
