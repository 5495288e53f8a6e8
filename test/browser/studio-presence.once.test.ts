import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("people at one page", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  /** A person is forgotten after half a minute without a sign. */
  const patience = { timeout: 60_000 };
  const sees = (page: Page, name: string) => page.getByText(new RegExp(`Also here: .*${name}`)).waitFor(patience);
  const seesNobody = (page: Page) => page.getByText(/Also here/).waitFor({ state: "detached", ...patience });

  test("see each other again after the server was gone, without those who left meanwhile", async () => {
    const [ana, ben, carl] = [
      await desk.person("ana@example.com", "EDITOR"),
      await desk.person("ben@example.com", "EDITOR"),
      await desk.person("carl@example.com", "EDITOR"),
    ];
    const path = await desk.pathOf(await desk.open("/pages"), "about");
    const [anas, bens, carls] = [await desk.openFor(ana, path), await desk.openFor(ben, path), await desk.openFor(carl, path)];
    await sees(anas, "ben");
    await sees(carls, "ben");
    await demo.server.kill();
    await bens.close();
    await demo.server.startAgain();
    await sees(carls, "ana");
    await sees(anas, "carl");
    for (const page of [anas, carls]) await expect.poll(() => page.getByText(/Also here/).innerText(), patience).not.toMatch(/ben/);
    await carls.close();
    await seesNobody(anas);
  });
});
