import { describe, expect, test, vi } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface PublicPage {
  composition: { type: string; props: { title?: string } }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("the page editor of the studio", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const publicPage = async (slug: string) => (await demo.call<PublicPage>(`/api/public/v1/pages/${slug}`, demoApiKey)).data;
  const openPage = async (slug: string, options: Parameters<typeof desk.open>[1] = {}) => {
    const path = await desk.pathOf(await desk.open("/pages"), slug);
    const page = await desk.open(path, options);
    await page.getByRole("treegrid", { name: "Outline" }).waitFor();
    return page;
  };
  const choose = (page: Awaited<ReturnType<typeof openPage>>, block: string) =>
    page.getByRole("row", { name: block, exact: true }).first().click();

  const waitFor = (isSo: () => Promise<boolean>) => vi.waitUntil(isSo, { timeout: 10_000, interval: 100 });

  test("the opening words change in the preview while they are typed, and for the public when they are published", async () => {
    const page = await openPage("home");
    await choose(page, "Hero");
    const words = page
      .getByRole("region", { name: "Fields" })
      .getByRole("textbox", { name: /^Title\b/ })
      .first();
    await words.fill("Sit down and stay a while");
    await page.frameLocator("iframe").getByRole("heading", { name: "Sit down and stay a while" }).waitFor();
    await desk.saved(page);
    expect((await publicPage("home")).composition[0]?.props.title).not.toBe("Sit down and stay a while");
    const changes = Number.parseInt((await page.getByText(/^Changed \(\d+\)$/).innerText()).slice("Changed (".length));
    await page.getByRole("button", { name: `Publish ${changes} changes`, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Publish English" });
    await dialog.getByText("Sit").first().waitFor();
    expect(await dialog.getByRole("region", { name: "This will change" }).getByRole("listitem").count()).toBe(changes);
    await desk.isAccessible(page);
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByText("It is live.").waitFor();
    await waitFor(async () => (await publicPage("home")).composition[0]?.props.title === "Sit down and stay a while");
    await page.locator("header").getByText("Published", { exact: true }).first().waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("a block is added, moved with the keyboard, copied, removed, and all of it is undone", async () => {
    const page = await openPage("about");
    const rows = () => page.getByRole("treegrid", { name: "Outline" }).getByRole("row").allInnerTexts();
    const types = async () => (await rows()).map((row) => row.split("\n")[0]);
    const before = await types();
    const quotes = async () => (await types()).filter((type) => type === "Quote").length;
    const had = await quotes();
    await page.getByRole("button", { name: "Add block" }).click();
    await page.getByRole("searchbox", { name: "Search blocks" }).fill("quot");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Quote/ })
      .click();
    await waitFor(async () => (await types()).at(-1) === "Quote");
    const act = async (name: string) => {
      await page.getByRole("row", { selected: true }).getByRole("button", { name: "Actions for Quote" }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await act("Move up");
    await waitFor(async () => (await types()).at(-2) === "Quote");
    await act("Duplicate");
    await waitFor(async () => (await quotes()) === had + 2);
    await act("Remove block");
    await waitFor(async () => (await quotes()) === had + 1);
    await desk.saved(page);
    const undo = page.getByRole("button", { name: /^Undo/ }).first();
    while (await undo.isEnabled()) await undo.click();
    expect(await types()).toEqual(before);
    await desk.saved(page);
    expect(demo.errors).toEqual([]);
  });

  test("no word is lost without a network, nor with a closed tab", async () => {
    const page = await openPage("care");
    await page.getByRole("button", { name: "Page", exact: true }).click();
    const title = page
      .getByRole("region", { name: "Fields" })
      .getByRole("textbox", { name: /^Title\b/ })
      .first();
    await page.context().setOffline(true);
    await title.fill("Care, written in a tunnel");
    await page.getByText("Offline, kept here").waitFor();
    await page.context().setOffline(false);
    await desk.saved(page);
    // Closed at once: the change is in the browser, and comes back.
    await page.route("**/draft", (route) => route.abort());
    await title.fill("Care, written in a hurry");
    await page.reload();
    await page.unroute("**/draft");
    await page.getByRole("heading", { level: 1, name: "Care, written in a hurry" }).waitFor();
    await desk.saved(page);
  });

  test.each(["light", "dark"] as const)(
    "everybody can use it: no barriers in the %s scheme, and nothing that the page's policy refuses",
    async (colorScheme) => {
      const page = await openPage("home", { colorScheme });
      await choose(page, "Hero");
      await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
      await desk.isAccessible(page);
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "History" }).click();
      await page.getByRole("dialog", { name: "History" }).waitFor();
      await desk.isAccessible(page);
      expect(demo.errors).toEqual([]);
    },
  );
});
