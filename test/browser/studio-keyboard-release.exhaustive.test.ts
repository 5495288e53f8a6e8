import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { atKeyboard } from "./keyboard.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("a release by keyboard alone", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const name = "Winter at the fjord";

  test("a page, an entry and a price are planned for tomorrow, and seen in the site as it will be", async () => {
    const page = await desk.open("/pages");
    const hands = await atKeyboard(page);
    const heading = (title: string | RegExp) => page.getByRole("heading", { level: 1, name: title }).waitFor();
    const fields = page.getByRole("region", { name: "Fields" });
    await page.getByRole("row", { name: /^About us/ }).waitFor();
    await hands.toRow(/^About us/);
    await hands.press("Enter");
    await page.getByRole("treegrid", { name: "Outline" }).waitFor();
    await hands.use("button", "Page");
    await hands.write(/^Title\b/, "About us in winter");
    await desk.saved(page);
    await hands.use("link", "Entries");
    await heading("Entries");
    await hands.use("link", /^Guide/);
    await page.getByRole("row", { name: /^How to oil an oak table/ }).waitFor();
    await hands.toRow(/^How to oil an oak table/);
    await hands.press("Enter");
    await fields
      .getByRole("textbox", { name: /^Title\b/ })
      .first()
      .waitFor();
    await hands.write(/^Title\b/, "Oiling in winter");
    await desk.saved(page);

    await hands.use("link", "Releases");
    await heading("Releases");
    await hands.use("button", "New release");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type(name);
    await hands.press("Enter");
    await heading(name);
    await hands.use("button", "Add content");
    const dialog = page.getByRole("dialog");
    for (const [words, title] of [
      ["about", "About us in winter"],
      ["oil", "Oiling in winter"],
    ] as const) {
      await hands.write("Search by title or address", words, "searchbox");
      await dialog.getByRole("button", { name: `Add ${title}` }).waitFor();
      await hands.use("button", `Add ${title}`);
      await page.getByText(`“${title}” is in the release.`).waitFor();
    }
    await hands.use("button", "Done");
    await dialog.waitFor({ state: "detached" });
    await hands.use("button", "Change a product");
    await page.getByRole("searchbox").waitFor();
    await page.keyboard.type("fjell armchair");
    await page.getByRole("option", { name: /^Fjell armchair/ }).waitFor();
    await hands.arrowTo("option", /^Fjell armchair/);
    await hands.press("Enter");
    const form = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    await form.getByRole("group", { name: "Oak, wooden seat", exact: true }).waitFor();
    await hands.write(/^Change all prices by percent/, "-10");
    await hands.use("button", "Apply");
    await hands.use("button", "Put into the release");
    await page.getByText("The release changes “Fjell armchair”.").waitFor();
    await page.getByText("Nothing stands in the way.").waitFor();

    await hands.use("button", "Schedule");
    await page.getByLabel("Publish at").waitFor();
    // The field begins at tomorrow.
    await hands.press("Enter");
    await page.getByText(/^It will go live on/).waitFor();
    await hands.use("button", "See the site as it will be");
    const frame = page.frameLocator("iframe");
    await frame.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "About us in winter" }).waitFor();
    const { data } = await demo.call<{ title: string }>("/api/public/v1/pages/about", demoApiKey);
    expect(data.title).toBe("About us");
    expect(demo.errors).toEqual([]);
  });
});
