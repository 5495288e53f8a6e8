import { describe, expect, test } from "vitest";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

// needs: embedded. The page belongs to a server on a laptop.
describe.runIf(canShowDemo)("the designers of the demo", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const open = (place: string, options = {}) => demo.open(new URL(place, demo.addresses.site).href, options);
  const heading = (name: string) => demo.page.getByRole("heading", { level: 1, name, exact: true });

  test.each([
    ["en", "fjell-chair", "Designed by Ingrid Solheim", "Designed for us", "Fjell chair", /^With us since May 2014$/, "from €380.00"],
    ["de", "stuhl-fjell", "Entwurf: Ingrid Solheim", "Für uns entworfen", "Stuhl Fjell", /^Bei uns seit Mai 2014$/, "ab 380,00 €"],
    ["pt-BR", "cadeira-fjell", "Projeto de Ingrid Solheim", "Desenhado para nós", "Cadeira Fjell", /maio de 2014$/, "a partir de € 380,00"],
  ])(
    "in %s a product leads to its designer, and the designer to their products",
    async (locale, slug, line, title, product, since, price) => {
      const page = await open(`shop#product=${slug}&locale=${locale}`);
      await page.locator(".designer").getByRole("link", { name: "Ingrid Solheim" }).waitFor();
      expect(await page.locator(".designer").innerText()).toBe(line);
      await page.getByRole("link", { name: "Ingrid Solheim" }).click();
      await heading("Ingrid Solheim").waitFor();
      expect(await page.title()).toBe("Ingrid Solheim – Fjord & Form");
      expect(await page.locator("html").getAttribute("lang")).toBe(locale);
      expect(await page.locator(".entry .facts").innerText()).toMatch(since);
      const designs = page.getByRole("region", { name: title });
      const card = designs.locator(".design", { has: page.getByRole("link", { name: product, exact: true }) });
      expect((await card.locator(".facts").innerText()).replaceAll("\u00a0", " ")).toMatch(new RegExp(`^${price}$`));
      expect(await designs.getByText("undefined").count()).toBe(0);
      await card.getByRole("link").click();
      await heading(product).waitFor();
      expect(demo.errors).toEqual([]);
      expect(demo.foreign).toEqual([]);
    },
  );

  test("the posts that a designer wrote are below, and lead back", async () => {
    const page = await open("site#designer=ingrid-solheim");
    const posts = page.getByRole("complementary", { name: "More to read" });
    await posts.getByRole("link").first().waitFor();
    expect(await posts.getByText("Ingrid Solheim").count()).toBe(3);
    await posts.getByRole("link", { name: "Nele's first stool" }).click();
    await heading("Nele's first stool").waitFor();
    await page.locator(".entry .facts").getByRole("link", { name: "Ingrid Solheim" }).click();
    await heading("Ingrid Solheim").waitFor();
    await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "About us" }).click();
    await page.getByRole("link", { name: "Nele", exact: true }).click();
    await heading("Nele Clausen").waitFor();
    expect(await page.getByRole("link", { name: "Hull pencil block" }).getAttribute("href")).toBe("shop#product=hull-pencil-block");
    expect(demo.errors).toEqual([]);
  });

  test("a product that nobody is named for has no such line, and is whole without an answer", async () => {
    const page = await open("shop#product=linseed-oil", { refusals: true });
    await heading("Boiled linseed oil").waitFor();
    await expect.poll(() => page.locator(".designer").count()).toBe(0);
    await page.route("**/content/designer?*", (route) => route.abort());
    await page.goto(new URL("shop#product=holm-table", demo.addresses.site).href);
    await heading("Holm table").waitFor();
    await expect.poll(() => page.locator(".designer").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Add to basket: Holm table" }).isEnabled()).toBe(true);
    expect(demo.errors).toEqual([]);
  });
});
