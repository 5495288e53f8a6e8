import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("a draft is handed to an editor", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const panel = (page: Page) => page.getByRole("complementary", { name: "Comments" });
  const title = (page: Page) => page.getByLabel("Title", { exact: true }).first();
  const publicTitle = async () => (await demo.call<{ title: string }>("/api/public/v1/pages/about", demoApiKey)).data.title;

  test("who comments on it and publishes what the author mends", async () => {
    const owners = await desk.open("/pages");
    const path = await desk.pathOf(owners, "about");
    const [lena, eric] = [await desk.person("lena@example.com", "AUTHOR"), await desk.person("eric@example.com", "EDITOR")];

    // The author edits, and asks.
    const author = await desk.openFor(lena, path);
    await title(author).fill("About us, and the fjord outside");
    await desk.saved(author);
    expect(await author.getByRole("button", { name: /^Publish/ }).count()).toBe(0);
    await author.getByRole("button", { name: "Ask for review", exact: true }).click();
    const dialog = author.getByRole("dialog", { name: "Ask for review" });
    await dialog.getByRole("button", { name: /Who is to look at it/ }).click();
    await author.getByRole("option", { name: "eric" }).click();
    await dialog.getByLabel("Note").fill("Is the title too long?");
    await desk.isAccessible(author);
    await dialog.getByRole("button", { name: "Send" }).click();
    await author.getByText("In review by eric").waitFor();

    // The editor finds it in the overview, and comments on a field.
    const editor = await desk.openFor(eric, "");
    const waiting = editor.getByRole("region", { name: "Waiting for your review" });
    await waiting.getByText("“Is the title too long?”").waitFor();
    await desk.isAccessible(editor);
    await waiting.getByRole("link", { name: /^About us/ }).click();
    await editor.getByText("lena asks for your review").waitFor();
    await editor.getByRole("button", { name: "Comment on Title", exact: true }).first().click();
    await panel(editor).getByLabel("Your comment").fill("Yes. The fjord is not ours.");
    await panel(editor).getByRole("button", { name: "Comment", exact: true }).click();

    // The author sees it, mends the title, and resolves the comment.
    await author.getByRole("button", { name: "1 open comment on Title" }).click();
    await panel(author).getByText("The fjord is not ours.").waitFor();
    await title(author).fill("About us");
    await desk.saved(author);
    await panel(author).getByRole("button", { name: "Resolve", exact: true }).click();

    // The editor publishes what is there now.
    await panel(editor).getByText("Nobody has commented yet.").waitFor();
    await expect.poll(() => title(editor).inputValue()).toBe("About us");
    await editor.getByRole("button", { name: "Publish", exact: true }).click();
    await editor.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await editor.getByText("It is live.").waitFor();
    await editor.getByText("lena asks for your review").waitFor({ state: "detached" });
    await author.getByText("In review by eric").waitFor({ state: "detached" });
    await expect.poll(publicTitle).toBe("About us");
    await author.goto(`${desk.origin()}/studio/sites/fjord-and-form`);
    const own = author.getByRole("region", { name: "Your requests for review" });
    await own.getByText("Published").waitFor();
    await own.getByRole("link", { name: "About us" }).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("is answered without a publication, and a request is taken back", async () => {
    const owners = await desk.open("/pages");
    const path = await desk.pathOf(owners, "journal");
    const nora = await desk.person("nora@example.com", "EDITOR");
    const page = await desk.open(path);
    const ask = async () => {
      await page.getByRole("button", { name: "More actions", exact: true }).click();
      await page.getByRole("menuitem", { name: "Ask for review" }).click();
      await page.getByRole("button", { name: /Who is to look at it/ }).click();
      await page.getByRole("option", { name: "nora" }).click();
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("In review by nora").waitFor();
    };
    await ask();
    await page.getByRole("button", { name: "Take back" }).click();
    await page.getByText("In review by nora").waitFor({ state: "detached" });
    await ask();
    const noras = await desk.openFor(nora, path);
    await noras.getByRole("button", { name: "Done", exact: true }).click();
    await noras.getByRole("dialog").getByLabel("Answer").fill("Fine by me.");
    await desk.isAccessible(noras);
    await noras.getByRole("dialog").getByRole("button", { name: "Done", exact: true }).click();
    await page.getByText("In review by nora").waitFor({ state: "detached" });
    const overview = await desk.open();
    await overview.getByText("nora is done").waitFor();
    await overview.getByText("“Fine by me.”").waitFor();
    expect(demo.errors).toEqual([]);
  });
});
