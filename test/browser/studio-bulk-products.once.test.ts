import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Product {
  id: string;
  title: string;
  status: string;
  categoryId: string | null;
  variants: { sku: string; price: number }[];
}

interface ReleaseRead {
  id: string;
  name: string;
  state: string;
  publishAt: string | null;
}

// needs: Chromium.
describe.runIf(canShowStudio)("many products at once in the studio", { timeout: 300_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const bySku = async (page: Page, sku: string) => {
    const [first] = await desk.call<{ id: string }[]>(page, `/products?q=${sku}`);
    return desk.call<Product>(page, `/products/${first?.id}`);
  };
  const raised = ({ variants }: Product) => variants.map(({ price }) => Math.floor(price * 1.05 + 0.5));
  const prices = ({ variants }: Product) => variants.map(({ price }) => price);
  const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" }).click();
  const open = async () => {
    const page = await desk.open();
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await page.getByRole("row").nth(1).waitFor();
    return page;
  };
  const selectAll = (page: Page) => page.getByRole("columnheader").first().locator("label").click();
  const search = async (page: Page, words: string) => {
    await page.getByRole("searchbox").fill(words);
    await page.getByText("1 product", { exact: true }).waitFor();
    await selectAll(page);
  };

  test("all prices rise by 5 percent from Friday with a release, which shows the old and the new ones, and its preview the new ones", async () => {
    const page = await open();
    const before = await bySku(page, "FELT-PADS");
    const lamp = await bySku(page, "LYKT-WHITE");
    await selectAll(page);
    await press(page, "Change prices");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Percent" }).fill("5");
    await dialog.getByText("In a release", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Friday prices");
    await desk.isAccessible(page);
    await press(page, /^Put prices of \d+ into the release$/);
    await page.getByText(/^Prices that change with “Friday prices”: 6\d$/).waitFor();
    await press(page, "Show");
    await page.getByRole("heading", { level: 1, name: "Friday prices" }).waitFor();
    const releases = await desk.call<ReleaseRead[]>(page, "/releases");
    const release = releases.find(({ name }) => name === "Friday prices");
    expect([release?.state, new Date(release?.publishAt ?? 0).getDay()]).toEqual(["SCHEDULED", 5]);
    expect(prices(await bySku(page, "FELT-PADS"))).toEqual(prices(before));
    const money = (amount: number) => new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(amount / 100);
    const item = page.getByRole("listitem").filter({ has: page.getByText("Felt pads", { exact: true }) });
    await item
      .getByRole("deletion")
      .getByText(money(before.variants[0]?.price ?? 0))
      .waitFor();
    await item
      .getByRole("insertion")
      .getByText(money(raised(before)[0] ?? 0))
      .waitFor();
    await desk.isAccessible(page);
    const preview = await desk.call<{ token: string }>(page, "/previews", "POST", { release: release?.id });
    const answer = await fetch(`${desk.origin()}/api/v1/shop/products/slug/lykt-lamp`, {
      headers: { "x-api-key": demoApiKey, "x-preview": preview.token },
    });
    const { data } = (await answer.json()) as { data: Product };
    expect(prices(data)).toEqual(raised(lamp));
    expect(demo.errors).toEqual([]);
  });

  test("more prices go into a release that is open already, and one of them is taken out and put back", async () => {
    const page = await open();
    await search(page, "lykt-lamp");
    await press(page, "Change prices");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("An amount", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "Amount in EUR" }).fill("3");
    await dialog.getByText("In a release", { exact: true }).click();
    await expect.poll(() => dialog.getByRole("combobox", { name: "Which release" }).inputValue()).toMatch(/^Friday prices · /);
    await press(page, "Put prices of 1 into the release");
    await page.getByText("Prices that change with “Friday prices”: 1").waitFor();
    await press(page, "Show");
    const lamp = await bySku(page, "LYKT-WHITE");
    const then = new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(((lamp.variants[0]?.price ?? 0) + 300) / 100);
    await page.getByRole("insertion").getByText(then).first().waitFor();
    await press(page, `Take ${lamp.title} out of the release`);
    await press(page, "Undo");
    await page.getByRole("insertion").getByText(then).first().waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("a change that a product does not allow is told by its name, and leaves no release behind", async () => {
    const page = await open();
    await page.getByRole("searchbox").fill("s");
    await page.getByText(/^\d+ products$/).waitFor();
    const before = (await desk.call<ReleaseRead[]>(page, "/releases")).length;
    const [cheapest] = await desk.call<{ price: number; title: string }[]>(page, "/products?sort=price:asc&pageSize=1&q=s");
    await page.getByRole("columnheader", { name: "Price" }).click();
    await page.getByRole("columnheader", { name: "Price" }).getByText("↑").waitFor();
    await page.getByRole("columnheader", { name: "Price" }).click();
    await page.getByRole("columnheader", { name: "Price" }).getByText("↓").waitFor();
    await selectAll(page);
    await press(page, "Change prices");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Lower", { exact: true }).click();
    await dialog.getByText("An amount", { exact: true }).click();
    await dialog.getByRole("textbox", { name: "Amount in EUR" }).fill(String((cheapest?.price ?? 0) / 100 + 1));
    await dialog.getByText("In a release", { exact: true }).click();
    const which = dialog.getByRole("combobox", { name: "Which release" });
    await which.fill("A new");
    await page.getByRole("option", { name: "A new release" }).click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("Too cheap");
    await press(page, /^Put prices of \d+ into the release$/);
    await page.getByRole("alertdialog").filter({ hasText: ":" }).first().waitFor();
    await expect.poll(async () => (await desk.call<ReleaseRead[]>(page, "/releases")).length).toBe(before);
    expect(demo.errors).toEqual([]);
  });

  test("prices, states and categories are as before after Undo, and what a colleague has changed since stays", async () => {
    const page = await open();
    const read = async () => {
      const { status, categoryId, ...product } = await bySku(page, "FELT-PADS");
      return { status, categoryId, prices: prices(product as Product) };
    };
    const before = await read();
    await search(page, "felt-pads");
    await press(page, "Change prices");
    await page.getByRole("dialog").getByRole("textbox", { name: "Percent" }).fill("50");
    await press(page, "Change prices of 1");
    await page.getByText("Prices changed: 1").waitFor();
    expect((await read()).prices).not.toEqual(before.prices);
    await press(page, "Undo");
    await page.getByText("As before: 1").waitFor();
    expect(await read()).toEqual(before);

    await selectAll(page);
    await press(page, "Archive");
    await page.getByText("Archived: 1").waitFor();
    await press(page, "Undo");
    await page.getByText("As before: 1").last().waitFor();
    await expect.poll(read).toEqual(before);

    await selectAll(page);
    await press(page, "Set category");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /Category/ }).click();
    await page.getByRole("option", { name: "No category" }).click();
    await dialog.getByRole("button", { name: "Set category" }).click();
    await page.getByText("In the category now: 1").waitFor();
    const { id, revision } = await desk.call<{ id: string; revision: number }>(page, `/products/${(await bySku(page, "FELT-PADS")).id}`);
    await desk.call(page, "/products/bulk", "POST", { action: "set-price", percent: "1", items: [{ id, revision }] });
    await press(page, "Undo");
    await page.getByText("Somebody has changed products meanwhile. They stay as they are: 1").waitFor();
    expect((await read()).categoryId).toBeNull();
    expect(demo.errors).toEqual([]);
  });

  test("the list shows a small picture of each product, and asks for no product by itself", async () => {
    const asked: string[] = [];
    const page = await desk.open();
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await page.getByRole("row").nth(1).locator("img").waitFor();
    await expect
      .poll(() => page.evaluate("[...document.querySelectorAll('[role=row] img')].filter((img) => img.naturalWidth > 0).length"))
      .toBeGreaterThan(5);
    expect(asked.filter((path) => /^\/api\/admin\/.*\/(?:products\/|assets)/.test(path))).toEqual([]);
    await desk.isAccessible(page);
    expect(demo.errors).toEqual([]);
  });

  if (process.env.SCREENSHOTS)
    test("is looked at in three widths", async () => {
      const page = await open();
      const [release] = await desk.call<ReleaseRead[]>(page, "/releases");
      await desk.takePictures(
        { "products-thumbs": "/products", "prices-release": "/products", "release-prices": `/releases/${release?.id}` },
        async (shown, name) => {
          if (name !== "prices-release") return;
          await shown.getByRole("row").nth(1).waitFor();
          await selectAll(shown);
          await press(shown, "Change prices");
          await shown.getByRole("dialog").getByRole("textbox", { name: "Percent" }).fill("5");
          await shown.getByRole("dialog").getByText("In a release", { exact: true }).click();
        },
      );
    });
});
