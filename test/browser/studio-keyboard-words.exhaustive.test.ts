import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { atKeyboard } from "./keyboard.ts";
import { password, studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("writing and working together in the studio by keyboard alone", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  const outline = (page: Page) => page.getByRole("treegrid", { name: "Outline" }).waitFor();
  const fields = (page: Page) => page.getByRole("region", { name: "Fields" });
  const read = async <Data>(path: string) => (await demo.call<Data>(`/api/public/v1/${path}`, demoApiKey)).data;
  const titleOf = async (slug: string) => (await read<{ title: string } | undefined>(`pages/${slug}`))?.title;
  const start = async (place: string, title = place) => {
    const page = await desk.open();
    await heading(page, "Overview");
    const hands = await atKeyboard(page);
    await hands.use("link", place);
    await heading(page, title);
    return { page, hands };
  };
  type Hands = Awaited<ReturnType<typeof atKeyboard>>;
  const publish = async (page: Page, hands: Hands, dialog: RegExp) => {
    await desk.saved(page);
    await hands.press("Control+Enter");
    await page.getByRole("dialog", { name: dialog }).waitFor();
    await hands.use("button", "Publish");
  };

  test("a page is translated beside the original, whose words are taken over and written anew", async () => {
    const { page, hands } = await start("Pages");
    await page.getByRole("row", { name: /^About us/ }).waitFor();
    await hands.toRow(/^About us/);
    await hands.press("Enter");
    await outline(page);
    await hands.tabTo("row", "Hero");
    await hands.press("Enter");
    const title = fields(page).locator('[data-field="/title"]');
    await title.getByRole("textbox").waitFor();
    const original = await title.getByRole("textbox").inputValue();
    await hands.pick(/Language$/, /^German/);
    await page.waitForURL(/\/de$/);
    await outline(page);
    await hands.pick(/beside$/, "English beside");
    await hands.tabTo("row", "Hero");
    await hands.press("Enter");
    await title.getByText(original).waitFor();
    await hands.tabTo("textbox", "Title");
    await hands.use("button", "Use the English text");
    await title.getByText("Not translated yet").waitFor();
    expect(await title.getByRole("textbox").inputValue()).toBe(original);
    await hands.backTo("textbox", "Title");
    await hands.press("Control+a");
    await hands.type("Neun Leute, ein Boden");
    await title.getByText("Not translated yet").waitFor({ state: "detached" });
    await publish(page, hands, /^Publish German/);
    await page.getByText("It is live.").waitFor();
    const words = async () => (await read<{ composition: { props: { title?: string } }[] }>("pages/about?locale=de")).composition[0];
    await expect.poll(async () => (await words())?.props.title).toBe("Neun Leute, ein Boden");
    expect(demo.errors).toEqual([]);
  });

  test("an entry is written with a reference that is made on the way, and both are published", async () => {
    const { page, hands } = await start("Entries");
    await hands.use("link", /^Blog post/);
    await heading(page, "Blog post");
    await hands.use("button", "New entry");
    await fields(page).getByRole("textbox").first().waitFor();
    await hands.write("Title", "A bench for two");
    // The next one is the field of the type.
    await hands.press("Tab");
    await hands.write("Title", "A bench for two");
    await hands.write("Excerpt", "Why it is short.");
    await hands.write("Body", "It is **short**.");
    await hands.write("Author", "Astrid Nord");
    await hands.use("button", "Choose an entry");
    await page.getByRole("dialog", { name: "Choose an entry" }).waitFor();
    await hands.type("Astrid Nord");
    const opening = page.context().waitForEvent("page");
    await hands.use("button", "New Designer");
    const tab = await opening;
    const inTab = await atKeyboard(tab);
    await fields(tab).getByRole("textbox").first().waitFor();
    await inTab.write("Name", "Astrid Nord");
    await inTab.write("Role", "Apprentice");
    await inTab.write("About", "She likes benches.");
    await desk.saved(tab);
    await tab.close();
    await fields(page).getByRole("group", { name: "Who wrote it" }).getByText("Astrid Nord").first().waitFor();
    await hands.write("Tags", "benches");
    await hands.press("Enter");
    await hands.write("Reading time in minutes", "3");
    await hands.tabTo("button", "Search engines");
    await hands.press("Tab");
    await hands.write("Title", "A bench");
    await hands.write("Description", "A bench for two people");
    await publish(page, hands, /^Publish English/);
    const dialog = page.getByRole("dialog", { name: /^Publish English/ });
    await dialog.getByText("It refers to content that is not public yet").waitFor();
    await dialog.getByText("Astrid Nord (English)").waitFor();
    await hands.use("button", "Publish these too");
    await page.getByText("It is live.").waitFor();
    interface Post {
      data: { title: string; writtenBy?: { title: string } };
    }
    const posts = async () => read<Post[]>("content/blog-post?pageSize=100");
    await expect.poll(async () => (await posts()).some(({ data }) => data.title === "A bench for two")).toBe(true);
    const designers = await read<{ data: { name: string } }[]>("content/designer?pageSize=100");
    expect(designers.map(({ data }) => data.name)).toContain("Astrid Nord");
    expect(demo.errors).toEqual([]);
  });

  test("a colleague is invited as author and writes, and an editor publishes it", async () => {
    const { page, hands } = await start("Settings", "General");
    await hands.use("link", "Team");
    await heading(page, "Team");
    await hands.write("E-mail address", "nina@example.com");
    await hands.pick(/Role$/, "Author");
    await hands.use("button", "Invite");
    await page.getByText("nina@example.com gets a mail with a link.").waitFor();

    const hers = await demo.open(await demo.server.mailed("nina@example.com", "/studio/invitation"), { refusals: true });
    const nina = await atKeyboard(hers);
    await hers.getByText("Your role: author.").first().waitFor();
    await nina.write("Your name", "Nina New");
    await nina.write("Password", password);
    await nina.press("Enter");
    await hers.getByText("You are a member of Fjord & Form now.").waitFor();
    await nina.use("link", "Continue");
    await heading(hers, "Overview");
    await nina.use("link", "Pages");
    await hers.getByRole("row", { name: /^Visit us/ }).waitFor();
    await nina.toRow(/^Visit us/);
    await nina.press("Enter");
    await outline(hers);
    await nina.use("button", "Page");
    await nina.write("Title", "Visit us, by appointment");
    await desk.saved(hers);
    expect(await hers.getByRole("button", { name: "Publish", exact: true }).count()).toBe(0);
    await nina.press("Control+Enter");
    expect(await hers.getByRole("dialog").count()).toBe(0);
    expect(await titleOf("workshop")).not.toBe("Visit us, by appointment");

    const editor = await start("Pages");
    await editor.page.getByRole("row", { name: /^Visit us, by appointment/ }).waitFor();
    await editor.hands.toRow(/^Visit us, by appointment/);
    await editor.hands.press("Enter");
    await outline(editor.page);
    await publish(editor.page, editor.hands, /^Publish English/);
    await editor.page.getByText("It is live.").waitFor();
    await expect.poll(() => titleOf("workshop")).toBe("Visit us, by appointment");
    expect(demo.errors).toEqual([]);
  });
});
