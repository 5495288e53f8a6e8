import type { Page } from "playwright-core";
import { TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { demoApiKey, demoSlug } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { atKeyboard } from "./keyboard.ts";
import { password, studio } from "./studio-kit.ts";

interface PublicPage {
  title: string;
  composition: { type: string; props: { title?: string } }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("the studio by keyboard alone", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();
  const outline = (page: Page) => page.getByRole("treegrid", { name: "Outline" });
  const publicPage = async (slug: string) => (await demo.call<PublicPage>(`/api/public/v1/pages/${slug}`, demoApiKey)).data;
  const opening = async () => (await publicPage("home")).composition[0]?.props.title;
  const rows = async (page: Page) => (await outline(page).getByRole("row").allInnerTexts()).map((text) => text.split("\n")[0]);
  const start = async () => {
    const page = await desk.open();
    await heading(page, "Overview");
    return { page, hands: await atKeyboard(page) };
  };
  /** From the overview into the editor of a page. */
  const openEditor = async (title: RegExp) => {
    const { page, hands } = await start();
    await hands.use("link", "Pages");
    await page.getByRole("row", { name: title }).waitFor();
    await hands.toRow(title);
    await hands.press("Enter");
    await outline(page).waitFor();
    return { page, hands };
  };

  test("somebody adds an authenticator app to the account, and signs in with its code", async () => {
    await desk.addAccount("kai@example.com", "--site", demoSlug, "--role", "EDITOR");
    const page = await demo.open(`${desk.origin()}/studio/sign-in`, { refusals: true });
    const hands = await atKeyboard(page);
    const signIn = async () => {
      await heading(page, "Sign in");
      await hands.write("E-mail address", "kai@example.com");
      await hands.write("Password", password);
      await hands.press("Enter");
    };
    await signIn();
    await heading(page, "Overview");
    await hands.choose("kai", "Your account");
    await heading(page, "Your account");
    await hands.use("button", /: Authenticator app$/);
    const dialog = page.getByRole("dialog", { name: "Authenticator app" });
    const secret = (await dialog.locator("code").innerText()).trim();
    const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    await hands.write("Code of the app", code(-1));
    await hands.press("Enter");
    await page.getByRole("alertdialog", { name: "Recovery codes" }).waitFor();
    await hands.use("button", "I have kept them");
    await page.getByText("Set up", { exact: true }).waitFor();
    await page.goBack();
    await heading(page, "Overview");
    await hands.choose("kai", "Sign out");
    await signIn();
    await heading(page, "One more step");
    await hands.write("Code", code());
    await hands.press("Enter");
    await heading(page, "Overview");
    expect(demo.errors).toEqual([]);
  });

  test("the opening words are changed, seen in the preview, published, and those of before restored", async () => {
    const before = await opening();
    const { page, hands } = await openEditor(/^Furniture from the Flensburg fjord/);
    await hands.tabTo("row", "Hero");
    await hands.press("Enter");
    await page.getByRole("region", { name: "Fields" }).getByRole("heading", { name: "Hero" }).waitFor();
    await hands.write("Title", "Sit down and stay a while");
    await page.frameLocator("iframe").getByRole("heading", { name: "Sit down and stay a while" }).waitFor();
    await desk.saved(page);
    expect(await opening()).toBe(before);
    const publish = async () => {
      await hands.press("Control+Enter");
      await page.getByRole("dialog", { name: "Publish English" }).getByText("Sit").first().waitFor();
      await hands.use("button", "Publish");
      await page.getByText("It is live.").waitFor();
    };
    await publish();
    await expect.poll(opening).toBe("Sit down and stay a while");

    await hands.choose("More actions", "History");
    await page.getByRole("dialog", { name: "History" }).waitFor();
    // Nobody published the first version: it came with the site.
    await hands.use("button", /^Compared with the draft Published (?!.* by )/);
    await page.getByRole("dialog").getByText("stay").first().waitFor();
    await hands.use("button", /^Restore into the draft Published (?!.* by )/);
    await page.getByText("Restored into the draft").waitFor();
    expect(await opening()).toBe("Sit down and stay a while");
    await desk.saved(page);
    await publish();
    await expect.poll(opening).toBe(before);
    expect(demo.errors).toEqual([]);
  });

  test("a block with a picture is added into a slot, moved into another one, and undone", async () => {
    const { page, hands } = await openEditor(/^Care/);
    const expectRows = async (expected: string[]) => expect.poll(() => rows(page)).toEqual(expected);
    const first = ["Hero", "Feature list", "Columns", "left", "Teaser", "right", "Teaser", "Call to action"];
    await expectRows(first);
    await hands.toRow("left");
    await hands.arrowTo("button", "Add to left", "ArrowRight");
    await hands.press("Enter");
    await page.getByRole("dialog").waitFor();
    await hands.type("hero");
    await hands.use("button", /^Hero/);
    await expectRows([...first.slice(0, 5), "Hero", ...first.slice(5)]);
    await hands.use("button", "Choose a picture");
    await page.getByRole("dialog", { name: "Choose a picture" }).waitFor();
    await hands.type("crate-oak");
    // The search leaves one.
    await page.getByRole("dialog").getByRole("row").nth(1).waitFor({ state: "detached" });
    await hands.use("row", /crate-oak/);
    await page.getByRole("region", { name: "Fields" }).getByRole("group", { name: "Picture" }).getByText("boks-crate-oak").waitFor();
    await page.frameLocator("iframe").locator("img").first().waitFor();

    await hands.toRow("left");
    await hands.arrowTo("row", "Hero");
    await hands.arrowTo("button", "Hero", "ArrowRight");
    await hands.press("Enter");
    await hands.arrowTo("button", "Drop on right");
    await hands.press("Enter");
    const last = [...first.slice(0, 7), "Hero", "Call to action"];
    await expectRows(last);
    await desk.saved(page);
    await hands.press("Control+z");
    await expectRows([...first.slice(0, 5), "Hero", ...first.slice(5)]);
    await hands.press("Control+Shift+z");
    await expectRows(last);
    await hands.press("Control+z", "Control+z", "Control+z");
    await expectRows(first);
    await desk.saved(page);
    expect(demo.errors).toEqual([]);
  });

  test("a page is found by a word in it, and opened", async () => {
    const { page, hands } = await start();
    await hands.press("Control+k");
    await page.getByRole("searchbox", { name: "Find anything" }).waitFor();
    await hands.type("oiled");
    // What the first letters found makes way for what the word finds.
    await page
      .locator("[aria-busy=false]")
      .getByRole("menuitem", { name: /Oiled oak/ })
      .waitFor();
    await hands.arrowTo("menuitem", /^Oiled oak/);
    await hands.press("Enter");
    await heading(page, "Oiled oak");
    await page.waitForURL("**/pages/**");
    expect(demo.errors).toEqual([]);
  });
});
