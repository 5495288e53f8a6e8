import { beforeAll, describe, expect, test } from "vitest";
import { canShowDemo, demoBrowser } from "../browser/demo-browser.ts";
import { caller, plantDesk, planted, type PlantedDesk } from "./planted-desk.ts";
import { openScreens } from "./planted-screens.ts";
import { recordAttack } from "./record.ts";
import { watchPages } from "./watched-pages.ts";

// needs: embedded. The link that signs in belongs to a server on a laptop.
describe.runIf(canShowDemo)("planted markup in the studio", { timeout: 3_600_000 }, () => {
  const demo = demoBrowser();
  const origin = () => new URL(demo.addresses.site).origin;
  let storageState: { cookies: []; origins: [] };
  let desk: PlantedDesk;
  let origins: string[] = [];
  beforeAll(async () => {
    const page = await demo.open(demo.addresses.signIn, { refusals: true });
    await page.waitForURL("**/studio/sites/**");
    const state = await page.context().storageState();
    storageState = state as typeof storageState;
    const viewer = await page.locator('meta[name="vitrine-viewer"]').getAttribute("content");
    origins = [origin(), new URL(viewer ?? "").origin];
    desk = await plantDesk(caller(origin(), state.cookies.map(({ name, value }) => `${name}=${value}`).join("; ")));
  }, 600_000);
  const watch = () => watchPages(demo.browser, { origins, bypassCSP: false, storageState });

  test("a script, an element, a dialog, a request and a broken policy on a screen of the studio are each noticed", async () => {
    const watched = await watch();
    const kinds = async (script: string) => {
      await watched.open(`${origin()}/studio/me`, async (page) => {
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.evaluate(script);
      });
      return watched.noticed().map(({ kind }) => kind);
    };
    expect(await kinds("planted(1)")).toEqual(["call"]);
    expect(await kinds("document.body.append(Object.assign(document.createElement('b'), { id: 'x' })); x.dataset.planted = 1")).toEqual([
      "element",
    ]);
    expect(await kinds("setTimeout(() => alert(1)); 0")).toEqual(["dialog"]);
    // Before the policy allows nothing, Trusted Types take no text.
    expect(await kinds("try { document.body.innerHTML = '<b>x</b>' } catch {} 0")).toContain("policy");
    expect(await kinds("document.body.append(Object.assign(new Image(), { src: '//planted.invalid/planted/1' })); 0")).toContain("policy");
    expect(await kinds("fetch('/planted/1').catch(() => 0)")).toContain("request");
    await watched.close();
  });

  test(`${planted.length} scripts in every field of every kind: none runs on any screen, and no policy is broken`, async (context) => {
    const watched = await watch();
    const errors: string[] = [];
    await openScreens(watched, origin(), desk, (at, error) => errors.push(`${at}: ${error.message}`));
    expect(watched.noticed()).toEqual([]);
    expect(errors).toEqual([]);
    expect(planted.length).toBe(60);
    const screens = watched.inspected;
    expect(screens).toBeGreaterThan(200);
    await watched.close();
    recordAttack(context, {
      attack: `${planted.length} scripts in every field of every kind of content, type, file, release, key and product, on every screen of the studio`,
      unit: "screens opened",
      tried: screens,
      promise: "no script ran, no element was made of it, no request left, and no content security policy or trusted type was violated",
    });
  });
});
