import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";
import { ownKey, ownShop } from "./own-shop.ts";

const starter = new URL("../../server/starter/site.yaml", import.meta.url);

// needs: embedded. The page belongs to a server on a laptop.
describe.runIf(canShowDemo)("the viewer of pages", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const open = (fragment = "", options = {}) => demo.open(demo.addresses.site + fragment, options);
  const heading = (name: string) => demo.page.getByRole("heading", { level: 1, name, exact: true });
  const blocks = () => demo.page.locator(".block").evaluateAll((all) => all.map(({ className }) => className.split(" ").at(-1)));
  const focused = () => demo.page.evaluate("document.activeElement.textContent || document.activeElement.id");

  test("shows every page of the demo site, with all its blocks, and connects only to the server", async () => {
    const page = await open();
    await heading("Furniture that moves house with you").waitFor();
    expect(await page.title()).toBe("Fjord & Form, furniture from the Flensburg fjord");
    await page.getByLabel("Your e-mail address").waitFor();
    const seen = new Set(await blocks());
    for (const name of ["About us", "Care", "Contact", "Delivery and returns", "Materials", "Visit us", "Journal"]) {
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();
      await page.locator(`#pages [aria-current=page]:text-is("${name}")`).waitFor();
      for (const block of await blocks()) seen.add(block);
    }
    const expectedBlocks = [
      "hero",
      "rich-text",
      "feature-list",
      "quote",
      "split",
      "call-to-action",
      "form",
      "faq",
      "post-teaser",
      "stats",
      "columns",
    ];
    expect([...seen].sort()).toEqual(expectedBlocks.sort());
    expect(await page.locator("main, header, footer").getByText("undefined").count()).toBe(0);
    expect(demo.errors).toEqual([]);
    expect(demo.foreign).toEqual([]);
  });

  test("goes from page to page to post and back, and moves the focus to the heading", async () => {
    const page = await open();
    await page.getByRole("link", { name: "What a table costs, line by line" }).click();
    await heading("What a table costs, line by line").waitFor();
    expect(await focused()).toBe("What a table costs, line by line");
    expect(await page.title()).toContain("What a table costs");
    expect(await page.getByRole("cell", { name: "496" }).count()).toBe(1);
    await page.goBack();
    await heading("Furniture that moves house with you").waitFor();
    expect(await page.getByRole("link", { name: "See the chairs" }).getAttribute("href")).toBe("shop#category=chairs");
    await page.getByRole("link", { name: "paper cord" }).click();
    await heading("How to weave a paper cord seat").waitFor();
    expect(await page.locator(".steps > li").count()).toBeGreaterThan(2);
    expect(demo.errors).toEqual([]);
  });

  test("changes the language, and reports a page that does not exist in it", async () => {
    const page = await open("#page=about");
    await page.getByRole("link", { name: "Deutsch" }).click();
    await heading("Neun Leute und ein schiefer Boden").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    expect(new URL(page.url()).hash).toBe("#page=ueber-uns&locale=de");
    await page.getByRole("navigation", { name: "Seiten" }).getByRole("link", { name: "Kontakt" }).waitFor();
    await page.goto(`${demo.addresses.site}#page=workshop&locale=pt-BR`);
    await page.getByText("Sem tradução. Mostrado em inglês.").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    // The next page is in the chosen language, if it exists there.
    await page.getByRole("link", { name: "Contato" }).click();
    await page.locator("html[lang=pt-BR]").waitFor();
    expect(await page.getByText("Sem tradução.").isVisible()).toBe(false);
  });

  test("shows a new site by its key, asks for a missing key, and lets its form be submitted", async () => {
    const { stdout } = await demo.vitrine("site", "import", await copyOfStarter());
    const key = /pk_\S+/.exec(stdout)?.[0] ?? "";
    const page = await open("#key=pk_nobody", { refusals: true });
    await page.getByText("No site has this key, or it was revoked.").waitFor();
    await page.getByLabel("Public API key").fill(` ${key} `);
    await page.getByRole("button", { name: "Show it" }).click();
    await heading("Corner Books").waitFor();
    expect(await page.locator("#wordmark").textContent()).toBe("Corner Books");
    expect(await blocks()).toEqual(["hero", "feature-list", "columns", "post-teaser", "post-teaser", "call-to-action"]);
    expect(await page.locator(".unknown, .no-link").count()).toBe(0);
    await page.getByRole("link", { name: "Three things to change first" }).click();
    await page.getByRole("listitem").filter({ hasText: "Its work is done." }).waitFor();
    await page.getByRole("link", { name: "Contact" }).click();
    await page.getByLabel("Your name").fill("Grace");
    await page.getByLabel("Your e-mail address").fill("grace@example.com");
    await page.getByLabel("Your message").fill("Hello.");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Thank you. We have your message").waitFor();
    await page.goto(`${demo.addresses.site}#key=${key}&page=nowhere`);
    await heading("Nothing here").waitFor();
    await page.getByRole("link", { name: "To the first page" }).click();
    await heading("Corner Books").waitFor();
    expect(demo.errors).toEqual([]);
    expect(demo.foreign).toEqual([]);
  });

  test("shows a site of its own with its pictures, those of other servers too, and leads to its shop", async () => {
    const file = join(demo.server.folder, "own.json");
    await writeFile(file, JSON.stringify(ownShop));
    expect((await demo.vitrine("site", "import", file)).stderr).toBe("");
    const page = await open();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>`;
    await page.route("https://pictures.example/**", (route) => route.fulfill({ contentType: "image/svg+xml", body: svg }));
    await page.goto(`${demo.addresses.site}#key=${ownKey}`);
    await heading("Eckbäckerei").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    expect(await page.locator("#wordmark").innerText()).toBe("Eckbäckerei");
    await page.getByText("Ein Block vom Typ carousel").waitFor();
    for (const name of ["Ein Brett", "Ein Brot", "Öl"]) {
      const picture = page.getByRole("img", { name, exact: true });
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0);
    }
    const shop = `shop#key=${ownKey}`;
    expect(await page.getByRole("link", { name: "Laib" }).getAttribute("href")).toBe(`${shop}&product=laib`);
    expect(await page.getByRole("link", { name: "Kuchen" }).getAttribute("href")).toBe(`${shop}&category=kuchen`);
    expect(await page.getByRole("contentinfo").getByRole("link", { name: "Laden" }).getAttribute("href")).toBe(shop);
    await page.goto(`${demo.addresses.site}#key=${ownKey}&post=neu`);
    await page.getByRole("img", { name: "Ein Kasten" }).waitFor();
    await page.goto(`${demo.addresses.site}#key=${ownKey}`);
    await page.getByRole("link", { name: "Laib" }).click();
    await page.getByRole("heading", { level: 1, name: "Laib" }).waitFor();
    expect(demo.errors).toEqual([]);
  });

  async function copyOfStarter(): Promise<string> {
    const file = join(demo.server.folder, "starter.yaml");
    const text = await readFile(starter, "utf8");
    await writeFile(file, text.replace(/^ {2}slug: .*$/m, "  slug: corner-books").replace(/^ {2}name: .*$/m, "  name: Corner Books"));
    return file;
  }
});
