import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { atKeyboard } from "./keyboard.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("comments on a draft", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const panel = (page: Page) => page.getByRole("complementary", { name: "Comments" });
  const thread = (page: Page, words: string) => panel(page).getByRole("article").filter({ hasText: words });
  const focused = (page: Page) => page.evaluate<string | null>("document.activeElement.ariaLabel");

  test("are written, answered, resolved and opened again by keyboard alone", async () => {
    const page = await desk.open("/pages");
    const path = await desk.pathOf(page, "about");
    const opened = await desk.open(path);
    await opened.getByLabel("Title", { exact: true }).first().waitFor();
    const hands = await atKeyboard(opened);
    await hands.use("button", "Comment on Title");
    await panel(opened).getByLabel("Your comment").waitFor();
    await opened.keyboard.type("Could this be shorter?");
    await desk.isAccessible(opened);
    // In a comment, the keys that publish a page send the comment.
    await hands.press("Control+Enter");
    await thread(opened, "Could this be shorter?").waitFor();
    await expect.poll(() => focused(opened)).toMatch(/^Comment by /);
    expect(await opened.getByRole("dialog", { name: /^Publish/ }).count()).toBe(0);
    await hands.use("button", "Reply");
    await opened.keyboard.type("I think so, too.");
    await hands.press("Control+Enter");
    await thread(opened, "I think so, too.").waitFor();
    await desk.isAccessible(opened);
    await hands.use("button", "Resolve");
    await thread(opened, "Could this be shorter?").waitFor({ state: "detached" });
    await opened.getByRole("button", { name: "Comment on Title", exact: true }).waitFor();
    await hands.use("button", "Undo");
    await thread(opened, "Could this be shorter?").waitFor();
    await hands.use("button", /^Go to .*Title$/);
    await expect.poll(() => hands.hear()).toEqual({ role: "textbox", name: "Title" });
    expect(demo.errors).toEqual([]);
  });

  test("of somebody else appear at once, and stay when their block is deleted", async () => {
    const first = await desk.open("/pages");
    const path = await desk.pathOf(first, "journal");
    const mia = await desk.person("mia@example.com", "AUTHOR");
    const [own, mias] = [await desk.open(path), await desk.openFor(mia, path)];
    const rows = own.getByRole("treegrid", { name: "Outline" }).getByRole("row");
    const block = ((await rows.first().innerText()).split("\n")[0] ?? "").trim();
    await mias.getByRole("treegrid", { name: "Outline" }).getByRole("row").first().hover();
    await mias
      .getByRole("button", { name: `Comment on ${block}`, exact: true })
      .first()
      .click();
    await panel(mias).getByLabel("Your comment").fill("Do we need this?");
    await panel(mias).getByRole("button", { name: "Comment", exact: true }).click();
    await own.getByRole("button", { name: `1 open comment on ${block}` }).click();
    await expect.poll(() => focused(own)).toBe("Comment by mia");
    await rows.first().click();
    await rows.first().hover();
    await rows
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await own.getByRole("menuitem", { name: "Remove block" }).click();
    await desk.saved(own);
    await thread(own, "Do we need this?").getByText("Block deleted").waitFor();
    await thread(mias, "Do we need this?").getByText("Block deleted").waitFor();
    // An author deletes what is theirs, and no more.
    await own.getByRole("button", { name: /^Actions for the comment by mia/ }).waitFor();
    await thread(own, "Do we need this?").getByRole("button", { name: "Reply" }).click();
    await own.keyboard.type("No.");
    await own.keyboard.press("Control+Enter");
    await thread(mias, "No.").waitFor();
    expect(
      await thread(mias, "No.")
        .getByRole("button", { name: /^Actions/ })
        .count(),
    ).toBe(1);
    await desk.askToPublish(own);
    await own.getByRole("dialog").getByText("1 open comment. Publishing resolves them.").waitFor();
    await own.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await own.getByText("It is live.").waitFor();
    await panel(mias).getByText("Nobody has commented yet.").waitFor();
    await panel(mias).getByText("Resolved", { exact: true }).click();
    await thread(mias, "Do we need this?").getByText("Resolved by the publication").waitFor();
    expect(demo.errors).toEqual([]);
  });
});
