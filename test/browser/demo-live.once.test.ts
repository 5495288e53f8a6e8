import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";
import { ownShop } from "./own-shop.ts";

// needs: embedded. The pages belong to a server on a laptop.
describe.runIf(canShowDemo)("the demo pages follow the imports of a site", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const text = JSON.stringify(ownShop, null, 2);
  const importText = async (changed: string) => {
    const file = join(demo.server.folder, "own.json");
    await writeFile(file, changed);
    return demo.vitrine("site", "import", file);
  };

  test.each([
    ["shop", "Laib", "Krustenbrot"],
    ["site", "Ein Brett", "Ein Schneidebrett"],
  ])(
    "the viewer %s loads itself again, shows a mistake with its place, and takes it away after the mend",
    async (viewer, before, after) => {
      const { stdout } = await importText(text);
      const address = new RegExp(`http\\S+/demo/${viewer}#key=\\S+`).exec(stdout)?.[0] ?? "";
      expect(address).not.toBe("");
      const page = await demo.open(address, { refusals: true }); // The other server's picture is out of reach.
      const locate = (words: string) => page.getByText(words).or(page.getByAltText(words)).first();
      await locate(before).waitFor();

      const mended = text.replaceAll(`"${before}"`, `"${after}"`);
      expect((await importText(mended)).code).toBe(0);
      await locate(after).waitFor();

      const broken = mended.replace('"currency": "eur"', '"currency": "euros"');
      const line = broken.split("\n").findIndex((each) => each.includes("euros")) + 1;
      expect((await importText(broken)).code).not.toBe(0);
      const overlay = page.getByRole("alert").filter({ hasText: "own.json was not imported" });
      await overlay.waitFor();
      expect(await overlay.innerText()).toMatch(new RegExp(`line ${line}, column \\d+`));
      expect(await overlay.innerText()).toContain("currency");
      await locate(after).waitFor();
      // A page that is opened later shows it, too.
      await page.reload();
      await overlay.waitFor();

      expect((await importText(mended)).code).toBe(0);
      await overlay.waitFor({ state: "detached" });
      await locate(after).waitFor();
      expect(demo.errors).toEqual([]);
    },
  );

  test("the demo's own pages show no mistake of another site, known or new", async () => {
    const ownPage = await importText(text);
    expect(ownPage.code).toBe(0);
    for (const slug of [ownShop.site.slug, "never-imported"]) {
      const broken = JSON.stringify({ ...ownShop, site: { ...ownShop.site, slug, currency: "euros" } });
      expect((await importText(broken)).code).not.toBe(0);
    }
    const page = await demo.open(demo.addresses.shop, { refusals: true });
    const follows = page.waitForRequest("**/dev/live");
    await page.reload();
    await (await follows).response();
    await page.getByRole("heading").first().waitFor();
    expect(await page.getByText("was not imported").count()).toBe(0);
    expect((await importText(text)).code).toBe(0);
  });
});
