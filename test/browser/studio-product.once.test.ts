import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoApiKey } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Product {
  id: string;
  slug: string;
  title: string;
  status: string;
  revision: number;
  images: { asset?: string; alt: string | null }[];
  options: { name: string; values: string[] }[];
  attributes: Record<string, unknown>;
  translations: Record<string, { title: string; options?: unknown }>;
  variants: {
    id: string;
    sku: string;
    title: string;
    price: number;
    compareAtPrice: number | null;
    stock: number | null;
    options: Record<string, string>;
  }[];
}

const sizes = ["XS", "S", "M", "L", "XL", "XXL"];
const colours = ["Rowan", "Slate", "Lichen", "Fjord blue"];

// needs: Chromium.
describe.runIf(canShowStudio)("a product in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const box = (page: Page | Locator, name: string) => page.getByRole("textbox", { name, exact: true });
  const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true });
  const isSaved = (page: Page) => page.getByText("The product is saved.").waitFor();
  const read = (page: Page, id: string) => desk.call<Product>(page, `/products/${id}`);
  const idAt = (page: Page) => /products\/([\w-]+)$/.exec(new URL(page.url()).pathname)?.[1] ?? "";

  async function idOf(page: Page, slug: string): Promise<string> {
    const products = await desk.call<{ id: string; slug: string }[]>(page, `/products?q=${slug}`);
    return products.find((each) => each.slug === slug)?.id ?? "";
  }

  async function openProduct(slug: string, title: string): Promise<Page> {
    const page = await desk.open();
    const id = await idOf(page, slug);
    await page.goto(`${desk.origin()}/studio/sites/fjord-and-form/products/${id}`);
    await heading(page, title);
    return page;
  }

  /** Changes a product as somebody else would. */
  async function replace(page: Page, productId: string, change: object): Promise<void> {
    const { id, revision, ...product } = await read(page, productId);
    const {
      createdAt: _created,
      updatedAt: _updated,
      price: _price,
      compareAtPrice: _former,
      ...members
    } = product as Record<string, unknown>;
    const changed = { ...members, ...change };
    await desk.call(page, `/products/${id}`, "PUT", changed, { "if-match": `"${revision}"` });
  }

  /** Goes on with the Tab key until something has the focus. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < 80; step++) {
      if ((await target.and(page.locator(":focus")).count()) > 0) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("The Tab key does not lead there.");
  }

  test("title, address and a price are changed; the old address leads to the new one, and markup is text", async () => {
    const page = await openProduct("care-kit", "Care kit");
    await desk.isAccessible(page);
    await box(page, "Title").fill("Care kit <b>new</b>");
    await box(page, "Address").fill("oil and wool");
    await page.getByText("Use lowercase letters, digits and single hyphens.").waitFor();
    await box(page, "Address").fill("oil-and-wool");
    await page.getByText("the old address “care-kit” leads to the new one").waitFor();
    await box(page, "Price of Care kit <b>new</b>").fill("a lot");
    await page.getByText("Write an amount, such as 49.90.").waitFor();
    await box(page, "Price of Care kit <b>new</b>").fill("31.5");
    await save(page).click();
    await isSaved(page);
    await heading(page, "Care kit <b>new</b>");
    const product = await read(page, idAt(page));
    expect([product.title, product.slug, product.variants[0]?.price]).toEqual(["Care kit <b>new</b>", "oil-and-wool", 3_150]);
    expect(await box(page, "Price of Care kit <b>new</b>").inputValue()).toBe("31.50");
    expect(await save(page).count()).toBe(0);
    expect(demo.errors).toEqual([]);
  });

  test("a product with 24 variants of two options is made within two minutes", async () => {
    const page = await desk.open("/products/new");
    const began = Date.now();
    await heading(page, "New product");
    await box(page, "Title").fill("Vante mittens");
    for (const [index, [name, values]] of [["Size", sizes] as const, ["Colour", colours] as const].entries()) {
      await page.getByRole("button", { name: "Add an option" }).click();
      await box(page, `Name of option ${index + 1}`).fill(name);
      for (const value of values) {
        await box(page, `New value of ${name}`).fill(value);
        await page.keyboard.press("Enter");
      }
    }
    await page.getByText("24 variants", { exact: true }).waitFor();
    await box(page, "Value").fill("24,90");
    await page.getByRole("button", { name: "Set for all 24" }).click();
    await page.getByRole("checkbox", { name: "Select M, Slate", exact: true }).click();
    await page.getByRole("checkbox", { name: "Select L, Slate", exact: true }).click();
    await box(page, "Value").fill("29.90");
    await page.getByRole("button", { name: "Set for 2 selected" }).click();
    await box(page, "Stock of XS, Rowan").fill("7");
    await desk.isAccessible(page);
    await save(page).click();
    await heading(page, "Vante mittens");
    expect(Date.now() - began).toBeLessThan(120_000);
    const product = await read(page, idAt(page));
    expect(product).toMatchObject({ slug: "vante-mittens", status: "DRAFT" });
    expect(product.variants).toHaveLength(24);
    expect(product.variants[0]).toMatchObject({
      sku: "VANTE-MITTENS-XS-ROWAN",
      price: 2_490,
      stock: 7,
      options: { Size: "XS", Colour: "Rowan" },
    });
    expect(product.variants.filter(({ price }) => price === 2_990).map(({ title }) => title)).toEqual(["M, Slate", "L, Slate"]);
    expect(demo.errors).toEqual([]);
  });

  test("the same by the keyboard alone, down the columns", async () => {
    const page = await desk.open("/products/new");
    await box(page, "Title").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("Lue hat");
    for (const [name, values] of [["Size", sizes] as const, ["Colour", colours] as const]) {
      await tabTo(page, page.getByRole("button", { name: "Add an option" }));
      await page.keyboard.press("Enter");
      await page.getByPlaceholder("Size").last().and(page.locator(":focus")).waitFor();
      await page.keyboard.type(name);
      await tabTo(page, box(page, `New value of ${name}`));
      await page.keyboard.type(`${values.join(",")},`);
    }
    await page.getByText("24 variants", { exact: true }).waitFor();
    await tabTo(page, box(page, "Price of XS, Rowan"));
    for (let index = 0; index < 24; index += 1) {
      await page.keyboard.type(String(10 + index));
      await page.keyboard.press(index % 2 === 0 ? "Enter" : "ArrowDown");
    }
    await page.keyboard.press("Control+s");
    await heading(page, "Lue hat");
    const { variants } = await read(page, idAt(page));
    expect(variants.map(({ price }) => price)).toEqual(Array.from({ length: 24 }, (_, index) => 1_000 + index * 100));
    expect(demo.errors).toEqual([]);
  });

  test("an SKU that is taken, here or at another product, is shown at its field", async () => {
    const page = await openProduct("fjell-chair", "Fjell chair");
    const sku = box(page, "SKU of Oak, wooden seat");
    await sku.fill("FJELL-OAK-CORD");
    await expect.poll(() => page.getByText("This is here twice.").count()).toBe(2);
    await save(page).click();
    await page.getByText("2 values are not valid.").waitFor();
    await sku.and(page.locator(":focus")).waitFor();
    await sku.fill("LYKT-BLACK");
    const taken = (await desk.call<Product>(page, `/products/${await idOf(page, "lykt-lamp")}`)).variants[0]?.sku ?? "";
    await sku.fill(taken);
    await save(page).click();
    await page.getByText("Another product has this SKU. Write another one.").waitFor();
    await sku.and(page.locator(":focus")).waitFor();
    await desk.isAccessible(page);
    await sku.fill("FJELL-OAK-SEAT");
    expect(await page.getByText("Another product has this SKU. Write another one.").count()).toBe(0);
    await save(page).click();
    await isSaved(page);
    expect((await read(page, idAt(page))).variants[0]?.sku).toBe("FJELL-OAK-SEAT");
    expect(demo.errors).toEqual([]);
  });

  test("options change without a loss: renamed, added, removed with a warning, and brought back", async () => {
    const page = await openProduct("fjell-chair", "Fjell chair");
    const before = await read(page, idAt(page));
    await box(page, "Value 2 of Wood").fill("Ash wood");
    await page.getByRole("button", { name: "Remove the value Cherry" }).click();
    const warning = page.getByText("2 variants will be removed when you save");
    await warning.waitFor();
    await page.getByText("FJELL-CHERRY-CORD").waitFor();
    await box(page, "New value of Wood").fill("Cherry");
    await page.keyboard.press("Enter");
    await expect.poll(() => warning.count()).toBe(0);
    await box(page, "New value of Seat").fill("Wool");
    await page.keyboard.press("Enter");
    await page.getByText("12 variants", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove the value Smoked oak" }).click();
    await warning.waitFor();
    await desk.isAccessible(page);
    await save(page).click();
    await isSaved(page);
    const after = await read(page, idAt(page));
    expect(after.options[0]?.values).toEqual(["Oak", "Ash wood", "Cherry"]);
    const remaining = before.variants.filter(({ sku }) => !sku.includes("SMOKED"));
    expect(
      after.variants.filter(({ options }) => options.Seat !== "Wool").map(({ id, sku, price, stock }) => [id, sku, price, stock]),
    ).toEqual(remaining.map(({ id, sku, price, stock }) => [id, sku, price, stock]));
    expect(after.translations.de?.options).toEqual([
      { name: "Holz", values: ["Eiche", "Esche", "Kirschbaum"] },
      { name: "Sitz", values: ["Holz", "Papierkordel", "Wool"] },
    ]);
    expect(demo.errors).toEqual([]);
  });

  test("a stock changes with its reason, which its history shows; a sale meanwhile is not counted away", async () => {
    const page = await openProduct("fjell-chair", "Fjell chair");
    // Nothing tells the page of the sale.
    await page.route("**/events*", (route) => route.abort());
    await page.reload();
    const { variants } = await read(page, idAt(page));
    const variant = variants.find(({ stock }) => stock !== null)!;
    const button = page.getByRole("button", { name: `Stock of ${variant.title}: ` });
    await button.click();
    const dialog = page.getByRole("dialog", { name: `Stock of ${variant.title}` });
    await dialog.getByText("First stock").waitFor();
    await desk.isAccessible(page);
    await box(dialog, "Difference").fill("−1");
    await dialog.getByRole("button", { name: /Reason/ }).click();
    await page.getByRole("option", { name: "Damaged or lost" }).click();
    await box(dialog, "Note").fill("Fell off <b>the van</b>");
    await dialog.getByRole("button", { name: "Change the stock" }).click();
    await page.getByText("The stock is changed.").waitFor();
    const latest = dialog.getByRole("listitem").first();
    await latest.getByText("Fell off <b>the van</b>").waitFor();
    expect(await latest.innerText()).toMatch(/^-1\s+Damaged or lost/);
    await dialog.getByText(`In stock: ${variant.stock! - 1}`).waitFor();
    // Somebody buys one while the person counts.
    await dialog.getByText("New count").click();
    await box(dialog, "Count").fill("30");
    await desk.call(page, "/stock", "POST", { items: [{ variantId: variant.id, adjust: -1 }], reason: "OTHER" });
    await dialog.getByRole("button", { name: "Change the stock" }).click();
    await page.getByText("The stock has changed meanwhile. Look at the new count, then try again.").waitFor();
    await dialog.getByText(`In stock: ${variant.stock! - 2}`).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await button.and(page.locator(":focus")).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("what two people change at once is merged, or asked about, with the name of the other person", async () => {
    const session = await desk.person("ben@fjord-and-form.example", "EDITOR");
    const page = await openProduct("krok-hook", "Krok hook");
    const id = idAt(page);
    const theirs = await desk.openFor(session, "");
    const description = box(page, "Description");
    await description.fill("Mine");
    await replace(theirs, id, { title: "Krok hook, theirs" });
    await heading(page, "Krok hook, theirs");
    expect(await box(page, "Title").inputValue()).toBe("Krok hook, theirs");
    expect(await description.inputValue()).toBe("Mine");
    await replace(theirs, id, { description: "Theirs" });
    await page.getByText(/^(?!Somebody).+ changed the same meanwhile\. Both of you changed: Description\.$/).waitFor();
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "Keep mine" }).click();
    await save(page).click();
    await isSaved(page);
    expect(await read(page, id)).toMatchObject({ title: "Krok hook, theirs", description: "Mine" });
    // Without events, the save meets the other change.
    await page.route("**/events*", (route) => route.abort());
    await page.reload();
    await description.fill("Mine again");
    await replace(theirs, id, { description: "Theirs again" });
    await save(page).click();
    await page.getByText(/^(?!Somebody).+ changed the same meanwhile\. Both of you changed: Description\.$/).waitFor();
    await page.getByRole("button", { name: "Take theirs" }).click();
    expect(await description.inputValue()).toBe("Theirs again");
  });

  test("pictures are put in order by keys, described and removed; attributes and translations are written", async () => {
    const page = await openProduct("lykt-lamp", "Lykt lamp");
    const before = await read(page, idAt(page));
    const alt = box(page, "Description of picture 2 for screen readers");
    await alt.fill("A black lamp");
    await page.keyboard.press("Alt+ArrowUp");
    await page.getByText(/^Now picture 1 of/).waitFor();
    await box(page, "Description of picture 1 for screen readers").and(page.locator(":focus")).waitFor();
    await page.getByTitle("Drag picture 4").dragTo(page.getByTitle("Drag picture 1"), { targetPosition: { x: 10, y: 2 } });
    await page.getByRole("button", { name: "Move picture 1 down" }).click();
    await page.getByRole("button", { name: "Move picture 2 down" }).and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Remove picture 3" }).click();
    await page.getByRole("button", { name: "Add an attribute" }).click();
    await page.keyboard.type("cord");
    await box(page, "Value of cord").fill("2 m");
    await page.getByRole("button", { name: /Language/ }).click();
    await page.getByRole("option", { name: "Brazilian Portuguese" }).click();
    await box(page, "Title in Brazilian Portuguese").fill("Luminária nova");
    await desk.isAccessible(page);
    await save(page).click();
    await isSaved(page);
    const after = await read(page, idAt(page));
    expect(after.images.map(({ asset, alt: text }) => [asset, text]).slice(0, 2)).toEqual([
      [before.images[1]?.asset, "A black lamp"],
      [before.images[3]?.asset, null],
    ]);
    expect(after.images).toHaveLength(before.images.length - 1);
    expect(after.attributes).toEqual({ ...before.attributes, cord: "2 m" });
    expect(after.translations["pt-BR"]?.title).toBe("Luminária nova");
    expect(after.translations.de).toEqual(before.translations.de);
    expect(demo.errors).toEqual([]);
  });

  test("a product is duplicated; one in an open order is archived instead of deleted; unsaved changes are not left by mistake", async () => {
    const page = await openProduct("klokke-lamp", "Klokke lamp");
    const id = idAt(page);
    const { variants } = await read(page, id);
    const shippingAddress = { name: "Ada", line1: "Storgata 2", postalCode: "9008", city: "Tromsø", country: "NO" };
    const items = [{ variantId: variants.find(({ stock }) => stock !== 0)?.id, quantity: 1 }];
    const ordered = await fetch(`${desk.origin()}/api/v1/shop/checkout/payment-intent`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": demoApiKey },
      body: JSON.stringify({ email: "ada@example.com", items, shippingAddress }),
    });
    expect(await ordered.text()).toMatch(/clientSecret/);
    const menuItem = async (name: string) => {
      await page.getByRole("button", { name: "More actions", exact: true }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await menuItem("Delete");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await dialog.getByText("these open orders have it").waitFor();
    await dialog.getByRole("link", { name: /^Order \d+$/ }).waitFor();
    await desk.isAccessible(page);
    expect(await dialog.getByRole("button", { name: /Delete/ }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Archive" }).click();
    await page.getByText("The product is archived.").waitFor();
    expect((await read(page, id)).status).toBe("ARCHIVED");
    await menuItem("Duplicate");
    await box(page, "Address").last().fill("lykt-lamp");
    await page.getByRole("dialog").getByRole("button", { name: "Duplicate" }).click();
    await page.getByText("Another product has this address. Choose another one.").waitFor();
    await box(page, "Address").last().fill("klokke-two");
    await page.getByRole("dialog").getByRole("button", { name: "Duplicate" }).click();
    await page.getByText("This is the copy. It is a draft.").waitFor();
    await expect.poll(() => idAt(page)).not.toBe(id);
    expect(await read(page, idAt(page))).toMatchObject({ slug: "klokke-two", status: "DRAFT" });
    await box(page, "Title").fill("Something else");
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await box(page, "Title").inputValue()).toBe("Something else");
    await page.getByRole("button", { name: "Discard" }).click();
    await menuItem("Delete");
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("The product is deleted.").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/products$/);
    expect(demo.errors).toEqual([]);
  });

  test("somebody who may only look sees no way to change anything, and the stock’s history", async () => {
    const session = await desk.person("viewer@fjord-and-form.example", "VIEWER");
    const id = await idOf(await desk.open(), "rekke-lamp");
    const page = await desk.openFor(session, `/products/${id}`);
    await heading(page, "Rekke lamp");
    await page.getByText("Your role allows you to look at products, and not to change them.").waitFor();
    await page
      .getByRole("button", { name: /^Stock of/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "History" }).waitFor();
    expect(await dialog.getByRole("button", { name: "Change the stock" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await page.getByRole("button", { name: /^(Add|Remove|More actions|Set for)/ }).count()).toBe(0);
    expect(await page.locator("input:not([readonly], [disabled])").count()).toBe(0);
    await desk.isAccessible(page);
  });
});
