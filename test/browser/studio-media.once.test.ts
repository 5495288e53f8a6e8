import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Listed {
  id: string;
  name: string;
  alt: Record<string, string>;
  focus: number[];
}

const drawing = (name: string) => ({
  name: `${name}.svg`,
  mimeType: "image/svg+xml",
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><title>${name}</title></svg>`),
});

// needs: Chromium.
describe.runIf(canShowStudio)("the media library and the settings in the studio", { timeout: 120_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const upload = (page: Page, names: string[]) => page.locator("input[type=file]").first().setInputFiles(names.map(drawing));

  test("an upload goes on where the network left it, also at another place", async () => {
    const page = await desk.open("/media");
    await page.getByRole("heading", { level: 1, name: "Media" }).waitFor();
    await page.context().setOffline(true);
    await upload(page, ["one", "two", "three", "four", "five"]);
    await page.getByText("Offline. The upload continues").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("link", { name: "Pages" }).click();
    await page.getByText("5 files uploaded").waitFor();
    const assets = await desk.call<Listed[]>(page, "/assets?pageSize=100");
    const names = assets.map(({ name }) => name);
    expect(names.slice(0, 5).sort()).toEqual(["five.svg", "four.svg", "one.svg", "three.svg", "two.svg"]);
  });

  test("a file that was uploaded never shows the picture of another one", async () => {
    const page = await desk.open("/media");
    const cards = page.getByRole("grid", { name: "Media" });
    await cards.locator("img").first().waitFor();
    for (const view of ["Grid", "List"]) {
      await page.getByRole("radio", { name: view, exact: true }).click();
      await cards.locator("img").first().waitFor();
      // Each picture says whose it is; an element that shows another file later would say the wrong name.
      await page.evaluate(`for (const image of document.querySelectorAll("[role=grid] img"))
        image.dataset.of = image.closest("[role=row]").innerText`);
      // The new picture keeps everybody waiting: meanwhile nothing else may be in its place.
      await page.route("**/media/**", (route) => setTimeout(() => void route.continue().catch(() => undefined), 1_000));
      await upload(page, [`fresh-${view.toLowerCase()}`]);
      const fresh = cards.getByRole("row", { name: new RegExp(`fresh-${view.toLowerCase()}`) });
      await fresh.waitFor();
      const strangers = `[...document.querySelectorAll("[role=grid] img[data-of]")]
        .filter((image) => image.dataset.of !== image.closest("[role=row]").innerText)
        .map((image) => image.dataset.of + " in " + image.closest("[role=row]").innerText)`;
      expect(await page.evaluate(strangers)).toEqual([]);
      expect(await fresh.locator("img[data-of]").count()).toBe(0);
      await page.unroute("**/media/**");
    }
  });

  test("a picture is described, its focus set, and it is deleted after its name is typed, by keyboard alone", async () => {
    const page = await desk.open("/media?q=two.svg");
    await page.getByRole("row", { name: /two\.svg/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.getByLabel("Description, English").fill("Two");
    await page.getByRole("slider").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ArrowUp");
    await desk.isAccessible(page);
    // No word is lost by Escape.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save" }).press("Enter");
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
    const [saved] = await desk.call<Listed[]>(page, "/assets?q=two.svg");
    expect(saved).toMatchObject({ alt: { en: "Two" }, focus: [0.6, 0.49] });
    await page.getByRole("button", { name: "Delete" }).press("Enter");
    await page.keyboard.type("two.svg");
    await page.keyboard.press("Enter");
    await page.getByText("Deleted", { exact: true }).waitFor();
    expect(await desk.call<Listed[]>(page, "/assets?q=two.svg")).toEqual([]);
  });

  test("the grid loads the variants that fit it", async () => {
    const page = await desk.open("/media?q=rocking");
    const loaded = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('img[sizes="220px"]')].map(({ complete, naturalWidth, currentSrc }) =>
        complete && naturalWidth > 0 ? currentSrc.split("/").at(-1) : "")`);
    await expect.poll(async () => [...new Set(await loaded())], { timeout: 20_000 }).toEqual(["256xauto.auto"]);
    expect((await loaded()).length).toBeGreaterThan(1);
  });

  test("a key is shown once, and revoked after its name is typed", async () => {
    const page = await desk.open("/settings/keys");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Name").fill("kiosk");
    await page.keyboard.press("Enter");
    await page.getByText("Copy the key now.").waitFor();
    expect(await page.getByRole("group", { name: "kiosk" }).innerText()).toMatch(/pk_/);
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Revoke kiosk" }).click();
    await page.keyboard.type("kiosk");
    await page.keyboard.press("Enter");
    await page.getByText("Revoked", { exact: true }).waitFor();
  });

  test("somebody is invited once, and the second time the form says so", async () => {
    const page = await desk.open("/settings/team");
    for (const said of ["ana@example.com gets a mail with a link.", "This address has been invited already."]) {
      await page.getByLabel("E-mail address").fill("ana@example.com");
      await page.keyboard.press("Enter");
      await page.getByText(said).waitFor();
    }
  });
});
