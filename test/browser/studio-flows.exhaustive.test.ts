import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { password, studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("whole pieces of work in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
  const outline = (page: Page) => page.getByRole("treegrid", { name: "Outline" });
  const fields = (page: Page) => page.getByRole("region", { name: "Fields" });
  const field = (page: Page, name: string) => fields(page).getByRole("textbox", { name, exact: true }).first();
  const read = async <Data>(path: string) => (await demo.call<Data>(`/api/public/v1/${path}`, demoApiKey)).data;
  const titleOf = async (slug: string) => (await read<{ title: string }>(`pages/${slug}`)).title;
  const openPage = async (slug: string) => {
    const page = await desk.open(await desk.pathOf(await desk.open("/pages"), slug));
    await outline(page).waitFor();
    return page;
  };
  const publish = async (page: Page) => {
    await desk.saved(page);
    await desk.askToPublish(page);
    const dialog = page.getByRole("dialog", { name: "Publish English" });
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    return dialog;
  };
  const isLive = (page: Page) => page.getByText("It is live.").waitFor();

  test("an earlier version is compared, restored into the draft, and published again", async () => {
    const page = await openPage("about");
    const before = await titleOf("about");
    await press(page, "Page");
    for (const title of ["A first thought", "A second thought"]) {
      await field(page, "Title").fill(title);
      await publish(page);
      await isLive(page);
      await expect.poll(() => titleOf("about")).toBe(title);
    }
    await press(page, "More actions");
    await page.getByRole("menuitem", { name: "History" }).click();
    const history = page.getByRole("dialog", { name: "History" });
    await history
      .getByRole("button", { name: /^Compared with the draft Published/ })
      .last()
      .click();
    await history.getByText("second").first().waitFor();
    await desk.isAccessible(page);
    await history
      .getByRole("button", { name: /^Restore into the draft Published/ })
      .last()
      .click();
    await page.getByText("Restored into the draft").waitFor();
    await heading(page, before);
    const restored = page.getByRole("alertdialog").filter({ hasText: "Restored into the draft" });
    await restored.getByRole("button", { name: "Undo" }).click();
    await heading(page, "A second thought");
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    await heading(page, before);
    expect(await titleOf("about")).toBe("A second thought");
    await publish(page);
    await expect.poll(() => titleOf("about")).toBe(before);
    expect(demo.errors).toEqual([]);
  });

  test("a block with a picture is added into a slot, dragged into another one, and both are undone", async () => {
    const page = await openPage("care");
    const row = (name: string) => outline(page).getByRole("row", { name, exact: true });
    const order = async () => (await outline(page).getByRole("row").allInnerTexts()).map((text) => text.split("\n")[0]);
    const expectOrder = (expected: string[]) => expect.poll(order).toEqual(expected);
    const first = ["Hero", "Feature list", "Columns", "left", "Teaser", "right", "Teaser", "Call to action"];
    await expectOrder(first);
    await row("left").hover();
    await row("left").getByRole("button", { name: "Add to left" }).click();
    await page.getByRole("dialog").getByRole("button", { name: /^Hero/ }).first().click();
    const added = [...first.slice(0, 5), "Hero", ...first.slice(5)];
    await expectOrder(added);
    await fields(page).getByRole("button", { name: "Choose a picture" }).click();
    const picker = page.getByRole("dialog", { name: "Choose a picture" });
    await picker.getByRole("searchbox").fill("crate-oak");
    await picker.getByRole("row", { name: /crate-oak/ }).click();
    await fields(page).getByRole("group", { name: "Picture" }).getByText("boks-crate-oak").waitFor();
    await page.frameLocator("iframe").locator('img[alt*="rate"]').first().waitFor();

    // As a hand does: over the place for a moment before it lets go.
    const centre = async (place: ReturnType<typeof row>) => {
      const { x, y, width, height } = (await place.boundingBox())!;
      return [x + width / 2, y + height / 2] as const;
    };
    await page.mouse.move(...(await centre(row("Hero").nth(1))));
    await page.mouse.down();
    for (let step = 0; step < 4; step += 1) {
      await page.mouse.move(...(await centre(row("right"))), { steps: 4 });
      await page.waitForTimeout(200);
    }
    await page.mouse.up();
    await expectOrder([...first.slice(0, 7), "Hero", "Call to action"]);
    await desk.saved(page);
    const undo = page.getByRole("button", { name: /^Undo/ }).first();
    await undo.click();
    await expectOrder(added);
    await undo.click();
    await undo.click();
    await expectOrder(first);
    await desk.saved(page);
    expect(demo.errors).toEqual([]);
  });

  test("an entry refers to another one that is made on the way, and both are published", async () => {
    const page = await desk.open("/entries/blog-post");
    await heading(page, "Blog post");
    await press(page, "New entry");
    await field(page, "Title").waitFor();
    for (const title of await page.getByRole("textbox", { name: "Title", exact: true }).all()) await title.fill("A bench");
    await field(page, "Excerpt").fill("Why it is short.");
    await field(page, "Body").fill("It is **short**.");
    await field(page, "Author").fill("Astrid Nord");
    await field(page, "Tags").fill("benches");
    await page.keyboard.press("Enter");
    await field(page, "Reading time in minutes").fill("3");
    await field(page, "Description").fill("A bench for two people");
    await press(page, "Choose an entry");
    const picker = page.getByRole("dialog", { name: "Choose an entry" });
    await picker.getByRole("searchbox").fill("Astrid Nord");
    const opening = page.context().waitForEvent("page");
    await press(page, "New Designer");
    const tab = await opening;
    for (const name of ["Name", "Role", "About"]) await field(tab, name).fill("Astrid Nord");
    await desk.saved(tab);
    await tab.close();
    await fields(page).getByRole("group", { name: "Who wrote it" }).getByText("Astrid Nord").first().waitFor();
    const dialog = await publish(page);
    await dialog.getByText("It refers to content that is not public yet").waitFor();
    await dialog.getByText("Astrid Nord (English)").waitFor();
    await dialog.getByRole("button", { name: "Publish these too" }).click();
    await isLive(page);
    const named = async (type: string) => JSON.stringify(await read<object[]>(`content/${type}?pageSize=100`));
    await expect.poll(() => named("blog-post")).toContain('"title":"A bench"');
    expect(await named("designer")).toContain('"name":"Astrid Nord"');
    expect(demo.errors).toEqual([]);
  });

  test("a colleague is invited as author and writes, and an editor publishes it", async () => {
    const page = await desk.open("/settings/team");
    await page.getByLabel("E-mail address").fill("nina@example.com");
    await press(page, /Role$/);
    await page.getByRole("option", { name: "Author" }).click();
    await press(page, "Invite");
    await page.getByText("nina@example.com gets a mail with a link.").waitFor();

    const hers = await demo.open(await demo.server.mailed("nina@example.com", "/studio/invitation"), { refusals: true });
    await hers.getByText("Your role: author.").first().waitFor();
    await hers.getByLabel("Your name", { exact: true }).fill("Nina New");
    await hers.locator("main > section:not([hidden])").getByLabel("Password", { exact: true }).fill(password);
    await press(hers, "Accept the invitation");
    await hers.getByRole("link", { name: "Continue" }).click();
    await hers.getByRole("link", { name: "Pages", exact: true }).click();
    await hers.getByRole("row", { name: /^Visit us/ }).click();
    await outline(hers).waitFor();
    await press(hers, "Page");
    await field(hers, "Title").fill("Visit us, by appointment");
    await desk.saved(hers);
    await desk.isAccessible(hers);
    expect(await hers.getByRole("button", { name: "Publish", exact: true }).count()).toBe(0);
    expect(await titleOf("workshop")).toBe("Visit us");

    const editor = await openPage("workshop");
    await heading(editor, "Visit us, by appointment");
    await publish(editor);
    await isLive(editor);
    await expect.poll(() => titleOf("workshop")).toBe("Visit us, by appointment");
    expect(demo.errors).toEqual([]);
  });
});
