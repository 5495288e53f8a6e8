import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { scratchFolder } from "../kit/vitrine-process.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Product {
  id: string;
  title: string;
  price: number;
  status: string;
  variants: { sku: string; price: number; stock: number | null }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("products in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Products", exact: true }).waitFor();
  const row = (page: Page, title: string) => page.getByRole("row", { name: new RegExp(`^${title}`) });
  const bySku = async (page: Page, sku: string) => {
    const [first] = await desk.call<{ id: string }[]>(page, `/products?q=${sku}`);
    return desk.call<Product>(page, `/products/${first?.id}`);
  };
  const variant = ({ variants }: Product, sku: string) => variants.find((one) => one.sku === sku);
  const open = async (path = "/products") => {
    const page = await desk.open(path);
    await heading(page);
    await page.getByRole("row").nth(1).waitFor();
    return page;
  };

  test("a product is found by its SKU, its price and stock are changed beside the list, and Back restores the list", async () => {
    const page = await desk.open();
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await heading(page);
    await page.getByRole("searchbox").fill("LYKT-WHITE");
    await page.getByText("1 product", { exact: true }).waitFor();
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "Change the price of Lykt", exact: false }).click();
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    const price = dialog.getByRole("textbox", { name: "Price in EUR" }).first();
    await price.fill("4,2,");
    await dialog.getByText("Write an amount, such as 49.90.").waitFor();
    await price.fill("123.40");
    const stock = dialog.getByRole("textbox", { name: "Stock" }).first();
    await stock.fill("17");
    await desk.isAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText(/^Lykt.* is saved\.$/).waitFor();
    const product = await bySku(page, "LYKT-WHITE");
    expect(product.variants[0]).toMatchObject({ price: 12_340, stock: 17 });
    expect(await page.evaluate<string>("document.activeElement.textContent")).toContain("Change the price of");
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await page.goBack();
    await page.getByText("1 product", { exact: true }).waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("LYKT-WHITE");
    expect(demo.errors).toEqual([]);
  });

  test("a stock that somebody has bought from meanwhile is not written over", async () => {
    const page = await open("/products?q=LYKT-WHITE");
    const product = await bySku(page, "LYKT-WHITE");
    const [first] = product.variants as (Product["variants"][number] & { id: string })[];
    await page.getByRole("button", { name: /^.*Change the stock of Lykt/ }).click();
    const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await dialog.getByRole("textbox", { name: "Stock" }).first().fill("99");
    await desk.call(page, "/stock", "POST", { items: [{ variantId: first?.id, adjust: -1 }], reason: "DAMAGED" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The stock has changed meanwhile.", { exact: false }).waitFor();
    expect(variant(await bySku(page, "LYKT-WHITE"), first?.sku ?? "")?.stock).toBe((first?.stock ?? 0) - 1);
  });

  test("all prices are raised by 5 percent by the keyboard alone, after a look at what becomes of them", async () => {
    const page = await open();
    const before = await bySku(page, "FELT-PADS");
    await page.getByRole("row").nth(1).getByRole("checkbox").focus();
    await page.keyboard.press("Control+a");
    await page.getByRole("button", { name: "Change prices", exact: true }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Percent", { exact: true }).last().waitFor();
    await page.keyboard.type("5");
    await dialog.getByText("What becomes of them").waitFor();
    await desk.isAccessible(page);
    await page.keyboard.press("Enter");
    await page.getByText(/^Prices changed: 6\d$/).waitFor();
    const after = await bySku(page, "FELT-PADS");
    expect(after.variants.map(({ price }) => price)).toEqual(before.variants.map(({ price }) => Math.floor(price * 1.05 + 0.5)));
    expect(demo.errors).toEqual([]);
  });

  test("a table is exported, changed and imported after a look at what changes; its mistakes are told by line", async () => {
    const folder = await scratchFolder();
    try {
      const page = await open();
      await page.getByRole("button", { name: "Table", exact: true }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: "Export all as CSV" }).click();
      const file = join(folder.path, "products.csv");
      await (await download).saveAs(file);
      const title = "A <b>new</b> name";
      const text = `product;sku;title;price\nlykt-lamp;LYKT-WHITE;${title};77,70\nnew-thing;NEW-1;New thing;5,00\n`;
      const changed = join(folder.path, "changed.csv");
      await writeFile(changed, text);
      const broken = join(folder.path, "broken.csv");
      await writeFile(broken, "product;sku;price\nlykt-lamp;LYKT-WHITE;cheap\n");

      await page.getByRole("button", { name: "Table", exact: true }).click();
      await page.getByRole("menuitem", { name: "Import a CSV table" }).click();
      const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
      const choose = async (path: string, name: string) => {
        const chooser = page.waitForEvent("filechooser");
        await dialog.getByRole("button", { name }).click();
        await (await chooser).setFiles(path);
      };
      await choose(broken, "Choose a file");
      await dialog.getByText("Line 2", { exact: true }).waitFor();
      await choose(changed, "Choose another file");
      await dialog.getByText(title, { exact: true }).waitFor();
      await dialog.getByText("77.70", { exact: true }).waitFor();
      await desk.isAccessible(page);
      expect((await bySku(page, "LYKT-WHITE")).title).not.toBe(title);
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("Imported: 2 products").waitFor();
      await row(page, "A <b>new</b> name").waitFor();
      expect((await bySku(page, "NEW-1")).variants).toMatchObject([{ price: 500 }]);
      expect(demo.errors).toEqual([]);
    } finally {
      await folder.remove();
    }
  });

  test("products are archived and deleted from the list, after a question", async () => {
    const page = await open("/products?q=NEW-1");
    await row(page, "New thing").getByRole("checkbox").focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByText("Archived: 1").waitFor();
    await row(page, "New thing").getByText("Archived", { exact: true }).waitFor();
    await row(page, "New thing").getByRole("checkbox").focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Deleted: 1").waitFor();
    await page.getByText("No product is like this.").waitFor();
    expect(demo.errors).toEqual([]);
  });

  if (process.env.SCREENSHOTS)
    test("is looked at in three widths", async () => {
      const bulk = async (page: Page) => {
        await page.getByRole("row").nth(1).getByRole("checkbox").focus();
        await page.keyboard.press("Space");
      };
      await desk.takePictures(
        { products: "/products", "products-selected": "/products", "products-prices": "/products", "products-quick": "/products?q=lykt" },
        async (page, name) => {
          await page.getByRole("row").nth(1).waitFor();
          if (name === "products-selected" || name === "products-prices") await bulk(page);
          if (name === "products-prices") await page.getByRole("button", { name: "Change prices", exact: true }).click();
          // At 390 px the list has no prices.
          const price = page.getByRole("button", { name: /Change the price of/ }).first();
          if (name === "products-quick" && (await price.isVisible())) await price.click();
        },
      );
    });
});
