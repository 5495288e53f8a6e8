import { describe, expect, test } from "vitest";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

interface Part {
  text: string;
  isFound: boolean;
}

describe("the parts of a text with found words", async () => {
  const { partsOf } = (await import(new URL("../../demo/front/marked-text.js", import.meta.url).href)) as {
    partsOf: (text: string, marks: { start: number; end: number }[], options?: { isMarkdown?: boolean }) => Part[];
  };
  /** The parts as one text, the found ones between angle brackets. */
  const showParts = (...args: Parameters<typeof partsOf>) =>
    partsOf(...args)
      .map(({ text, isFound }) => (isFound ? `<${text}>` : text))
      .join("");
  const at = (text: string, ...words: string[]) =>
    words.map((word) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length }));

  test.each<[string, string[], string]>([
    ["Oak is not brown", ["Oak", "brown"], "<Oak> is not <brown>"],
    ["nothing", [], "nothing"],
    ["", [], ""],
    ["**Oak**: of *5 * 3* trees", ["Oak"], "<Oak>: of 5 * 3 trees"],
    ["## Oil\nA [guide to oil](/guides/oil) and [brackets]", ["guide", "oil]"], "Oil\nA <guide> to <oil> and [brackets]"],
    ["cut short: [a link](/guides/o…", ["short"], "cut <short>: [a link](/guides/o…"],
  ])("of Markdown: %s", (text, words, expected) => expect(showParts(text, at(text, ...words), { isMarkdown: true })).toBe(expected));

  test("a plain text keeps all its signs", () => {
    const text = "2 * 3 <b>*oak*</b>";
    expect(showParts(text, at(text, "oak"))).toBe("2 * 3 <b>*<oak>*</b>");
  });
});

// needs: embedded. The page belongs to a server on a laptop.
describe.runIf(canShowDemo)("the search of the demo", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const open = (place: string, options = {}) => demo.open(new URL(place, demo.addresses.site).href, options);
  const result = (title: string) => demo.page.locator(".result", { has: demo.page.getByRole("link", { name: title, exact: true }) });
  const heading = (name: string) => demo.page.getByRole("heading", { level: 1, name, exact: true });
  const field = () => demo.page.getByRole("searchbox");
  const focused = () => demo.page.evaluate("document.activeElement.textContent || document.activeElement.id");

  test("one list of pages, entries, products and categories, with their kinds, the found words, and links to their places", async () => {
    const page = await open("site");
    await field().fill("chairs");
    await field().press("Enter");
    await heading("Results for “chairs”").waitFor();
    expect(await page.title()).toBe("Results for “chairs” – Fjord & Form");
    expect(await focused()).toBe("Results for “chairs”");
    expect(new URL(page.url()).hash).toBe("#q=chairs");
    expect(await page.getByRole("status").filter({ hasText: "results" }).innerText()).toMatch(/^\d+ results$/);
    const first = page.locator(".result").first();
    expect(await first.locator(".result-kind").innerText()).toBe("Category");
    expect(await first.locator("mark").first().innerText()).toBe("Chairs");
    expect(await first.getByRole("link").getAttribute("href")).toBe("shop#category=chairs");
    const kinds = async () => [...new Set(await page.locator(".result-kind").allInnerTexts())].sort();
    expect(await kinds()).toEqual(expect.arrayContaining(["Category", "Guide", "Page", "Post", "Product"]));
    expect(await result("Fjell chair").getByRole("link").getAttribute("href")).toBe("shop#product=fjell-chair");
    await page.getByRole("link", { name: "To buy" }).click();
    await page.locator(".parts [aria-current]:text-is('To buy')").waitFor();
    expect(await kinds()).toEqual(["Category", "Product"]);
    await page.getByRole("link", { name: "To read" }).click();
    await page.locator(".parts [aria-current]:text-is('To read')").waitFor();
    expect(await kinds()).not.toContain("Product");
    await field().fill("ingrid solheim");
    await page.getByRole("search").getByRole("button", { name: "Search" }).click();
    await result("Ingrid Solheim").getByRole("link").click();
    await heading("Ingrid Solheim").waitFor();
    expect(await field().inputValue()).toBe("");
    await page.goBack();
    await heading("Results for “ingrid solheim”").waitFor();
    expect(await field().inputValue()).toBe("ingrid solheim");
    expect(demo.errors).toEqual([]);
    expect(demo.foreign).toEqual([]);
  });

  test("more results come with a button, and the keyboard goes on with the first of them", async () => {
    const page = await open("site#q=the");
    await heading("Results for “the”").waitFor();
    const results = page.locator(".result");
    expect(await results.count()).toBe(20);
    await page.getByRole("button", { name: /^Show more/ }).click();
    await results.nth(20).waitFor();
    expect(await focused()).toBe(await results.nth(20).getByRole("link").innerText());
    expect(demo.errors).toEqual([]);
  });

  test.each([
    ["de", "Treffer für „stuhl fjell“", "stuhl fjell", "Stuhl Fjell", "Produkt", "shop#product=stuhl-fjell&locale=de"],
    ["pt-BR", "Resultados para “caio”", "caio", "Caio Brandão", "Da oficina", "#designer=caio-brandao&locale=pt-BR"],
  ])("in the visitor's language %s", async (locale, title, q, resultTitle, kind, href) => {
    const page = await open(`site#q=${encodeURIComponent(q)}&locale=${locale}`);
    await heading(title).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(locale);
    expect(await result(resultTitle).getByRole("link").getAttribute("href")).toBe(href);
    expect(await result(resultTitle).locator(".result-kind").innerText()).toBe(kind);
    await page.getByRole("link", { name: "English" }).click();
    await heading(`Results for “${q}”`).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("nothing found, nothing asked for, and no answer are each said", async () => {
    const page = await open("site#q=zzzzzz", { refusals: true });
    await page.getByRole("status").getByText("Nothing was found.").waitFor();
    await page.goto(new URL("site#q=", demo.addresses.site).href);
    await page.getByText("Write above what you are looking for").waitFor();
    await page.route("**/search?*", (route) => route.abort());
    await field().fill("oak");
    await field().press("Enter");
    await heading("This did not work").waitFor();
    await page.unroute("**/search?*");
    await page.getByRole("link", { name: "Try again" }).click();
    await heading("Results for “oak”").waitFor();
  });

  test("a text of a site stays text, and an entry that has no page here is no link", async () => {
    const page = await open("site");
    const marks = [{ start: 0, end: 3 }];
    const item = {
      type: "entry",
      contentType: "recipe",
      id: "1",
      slug: "x",
      locale: "fr",
      title: "<b>oak</b>",
      titleMarks: marks,
      excerpt: { text: "<img src=x onerror=alert(1)>", marks },
      image: null,
    };
    await page.route("**/search?*", (route) => route.fulfill({ json: { data: [item], page: 1, pageSize: 20, total: 1 } }));
    await field().fill("oak");
    await field().press("Enter");
    const resultItem = page.locator(".result");
    await resultItem.waitFor();
    expect((await resultItem.innerText()).split(/\n+/)).toEqual(["<b>oak</b>", "Entry", "<img src=x onerror=alert(1)>"]);
    expect(await resultItem.locator("mark").allInnerTexts()).toEqual(["<b>", "<im"]);
    expect(await resultItem.getByRole("link").count()).toBe(0);
    expect(await resultItem.locator("h2").getAttribute("lang")).toBe("fr");
    expect(demo.errors).toEqual([]);
  });

  test("the shop shows products to buy, and below them what else is found", async () => {
    const page = await open("shop");
    await field().pressSequentially("oil");
    await page.getByText("products for “oil”").waitFor();
    const elsewhere = page.getByRole("region", { name: "Also found" });
    await elsewhere.getByRole("link", { name: "How to oil an oak table" }).waitFor();
    expect(await elsewhere.locator("mark").first().innerText()).toBe("oil");
    expect(await elsewhere.locator(".result-kind").allInnerTexts()).not.toContain("Product");
    expect(await result("How to oil an oak table").getByRole("link").getAttribute("href")).toBe("site#guide=oil-an-oak-table");
    expect(await elsewhere.getByRole("link", { name: "All results" }).getAttribute("href")).toBe("site#q=oil");
    await page.getByRole("link", { name: "Show everything" }).click();
    await elsewhere.waitFor({ state: "hidden" });
    expect(demo.errors).toEqual([]);
  });
});
