import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Product {
  id: string;
  revision: number;
  price: number;
  variants: { id: string; price: number }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("the history of prices", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);

  test("shows each price of a variant, and beside a reduction the lowest price of the 30 days before, by keyboard alone", async () => {
    const page = await desk.open("/products");
    const [found] = await desk.call<Product[]>(page, "/products?q=rag-bucket");
    const { id, revision, variants } = await desk.call<Product>(page, `/products/${found?.id ?? ""}`);
    const [first] = variants;
    expect(first?.price).toBe(3_900);
    const reduced = variants.map((variant) => ({ ...variant, price: variant.price - 500 }));
    const whole = await desk.call<Record<string, unknown>>(page, `/products/${id}`);
    const { title, slug, description, status, categoryId, currency, options, attributes, images } = whole;
    const body = { title, slug, description, status, categoryId, currency, options, attributes, images, variants: reduced.map(toBody) };
    await desk.call(page, `/products/${id}`, "PUT", body, { "if-match": `"${revision}"` });

    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/products/${id}`);
    const toggle = page.getByRole("button", { name: "Price history" });
    await toggle.focus();
    await page.keyboard.press("Enter");
    const prices = page.getByRole("list", { name: "Price history" });
    await expect
      .poll(async () => (await prices.getByRole("listitem").allInnerTexts()).map((text) => text.replace(/\s+/g, " ")))
      .toEqual([
        expect.stringMatching(/^€34\.00 since .+ Lowest of the 30 days before: €39\.00$/),
        expect.stringMatching(/^€39\.00 .*\d{4}$/),
      ]);
    await desk.isAccessible(page);
    await page.getByRole("button", { name: /Variant/ }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await prices.getByText(/^Lowest of the 30 days before/).waitFor();
    await toggle.focus();
    await page.keyboard.press("Enter");
    await prices.waitFor({ state: "detached" });
    expect(demo.errors).toEqual([]);
  });
});

/** Stock is not part of what a form sends. */
function toBody({ stock: _, ...variant }: Product["variants"][number] & { stock?: unknown }) {
  return variant;
}
