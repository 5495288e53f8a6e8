import { createHmac } from "node:crypto";
import { type BrowserContext, type Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { violationsOn } from "../kit/axe.ts";
import { hasChromium } from "../kit/chromium.ts";
import { customer, logIn, revalidateSecret, storefrontOfDemo, webhookSecret } from "../kit/storefront-of-demo.ts";
import { testStorefrontInStudio } from "./storefront-in-studio.ts";

describe.runIf(hasChromium)("the storefront of examples/", { timeout: 300_000 }, () => {
  const shop = storefrontOfDemo();
  let context: BrowserContext;
  let page: Page;

  beforeEach(async () => {
    context = await shop.openContext();
    page = await context.newPage();
  });
  afterEach(async () => {
    await context.close();
    shop.expectNoFaults();
  });

  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name });

  const enterAddress = async (name: string) => {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Street and number").fill("1 Example Street");
    await page.getByLabel("City").fill("Exampletown");
    await page.getByLabel("Country").selectOption("Austria");
    await page.getByText("Included: VAT 20 %").waitFor();
  };

  test("registers a customer, confirms the address by email, and logs in with a cookie that scripts cannot read", async () => {
    await page.goto("/en/account");
    await heading("Log in").waitFor();
    await page.getByRole("link", { name: "Create an account" }).click();
    await heading("Create an account").waitFor();
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("E-mail address").fill(customer.email);
    await page.getByLabel("Password").fill("password");
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByText("Choose another password").waitFor();
    expect(await page.getByLabel("First name").inputValue()).toBe("Ada");
    await page.getByLabel("Password").fill(customer.password);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByText(`We have sent a link to ${customer.email}`).waitFor();

    await vi.waitUntil(async () => (await shop.linksInMail()).length > 0, { timeout: 20_000 });
    const link = (await shop.linksInMail())[0] ?? "";
    expect(link).toContain(`${shop.url}/en/account/verify?token=`);
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Your address is confirmed.").waitFor();
    await logIn(page);
    expect(await page.getByText("Your address is not confirmed yet.").count()).toBe(0);
    const cookie = (await context.cookies()).find(({ name }) => name === "customer");
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });

    await page.getByRole("button", { name: "Log out" }).click();
    await heading("Log in").waitFor();
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("customer");
    await page.getByLabel("E-mail address").fill(customer.email);
    await page.getByLabel("Password").fill("not her password");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("The address or the password is wrong.").waitFor();
  });

  test("sells a variant that was found with a typing error, and shows the order's number and the order in the account", async () => {
    await logIn(page);
    await page.goto("/");
    await heading("Furniture that moves house with you").waitFor();
    expect(new URL(page.url()).pathname).toBe("/en");
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await page.getByLabel("Search the whole site").fill("fjel chiar");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: "Fjell chair", exact: true }).first().click();
    await heading("Fjell chair").waitFor();
    await page.getByRole("radio", { name: "Paper cord" }).check();
    await page.getByText("€420.00").first().waitFor();
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByRole("link", { name: "Go to the cart" }).click();

    await page.getByText("Oak, paper cord").waitFor();
    await page.getByLabel("Quantity of Fjell chair").fill("99");
    await page.getByText("Only 12 are available.").waitFor();
    expect(await page.getByRole("button", { name: "Continue to payment" }).count()).toBe(0);
    await page.getByLabel("Quantity of Fjell chair").fill("2");
    await page.getByText("€840.00").first().waitFor();
    await page.getByText("Included: VAT 19 %").waitFor();
    await enterAddress("Ada Example");
    await page.getByRole("button", { name: "Continue to payment" }).click();

    await page.waitForURL(`${shop.sandboxUrl}/**`);
    await page.getByRole("radio", { name: "Card that succeeds" }).check();
    await page.getByRole("button", { name: /^Pay/ }).click();
    await heading("Thank you for your order").waitFor();
    const [order] = await shop.orders();
    expect(order).toMatchObject({ status: "PAID", total: 84_000 });
    await page.getByText(`Order ${order?.number} is paid.`).waitFor();
    await page.getByRole("link", { name: "Cart", exact: true }).waitFor();

    await page.getByRole("link", { name: "Your orders" }).click();
    await page.getByRole("link", { name: `Order ${order?.number}` }).click();
    await page.getByRole("cell", { name: "Fjell chair – Oak, paper cord" }).waitFor();
  });

  test("keeps addresses for a customer, and fills in the default one at the next order", async () => {
    await logIn(page);
    await page.getByText("You have not saved an address yet.").waitFor();
    await page.getByRole("link", { name: "Add an address" }).click();
    await heading("Add an address").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("Ada Example");
    await page.getByLabel("Street and number").fill("1 Example Street");
    await page.getByLabel("City").fill("Exampletown");
    await page.getByLabel("Country").selectOption("Denmark");
    expect(await page.getByLabel("Deliver here by default").isChecked()).toBe(true);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Default for deliveries").waitFor();
    await page.getByRole("link", { name: "Change the address of Ada Example" }).click();
    await heading("Change the address").waitFor();
    await page.getByLabel("Company").fill("Examples Ltd");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Examples Ltd").waitFor();

    await page.goto("/en/products/felt-pads");
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByRole("link", { name: "Go to the cart" }).click();
    await page.getByText("Included: VAT 25 %").waitFor();
    expect(await page.getByLabel("Company").inputValue()).toBe("Examples Ltd");
    await page.getByRole("button", { name: "Remove Felt pads" }).click();

    await page.goto("/en/account");
    await page.getByRole("button", { name: "Remove the address of Ada Example" }).click();
    await page.getByText("You have not saved an address yet.").waitFor();
  });

  test("keeps the cart of a guest who comes back without paying, and makes one order of it", async () => {
    await page.goto("/en/products/felt-pads");
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByRole("link", { name: "Go to the cart" }).click();
    const pay = async () => {
      await page.getByLabel("E-mail address").fill("guest@example.com");
      await enterAddress("A guest");
      await page.getByRole("button", { name: "Continue to payment" }).click();
      await page.waitForURL(`${shop.sandboxUrl}/**`);
    };
    await pay();
    const count = async () => (await shop.orders()).length;
    const before = await count();
    await page.getByRole("link", { name: "Cancel and go back" }).click();
    await page.getByText("Felt pads").waitFor();
    await pay();
    expect(await count()).toBe(before);
    await page.goto("/en/checkout/thanks");
    await heading("Waiting for the payment").waitFor();
    expect((await context.cookies()).find(({ name }) => name === "order")).toMatchObject({ httpOnly: true });
  });

  test("empties the cart of a buyer whose bank is processing the payment, also without the way back", async () => {
    await page.goto("/en/products/felt-pads");
    await page.getByRole("button", { name: "Add to cart" }).click();
    await page.getByRole("link", { name: "Go to the cart" }).click();
    await page.getByLabel("E-mail address").fill("guest@example.com");
    await enterAddress("A guest");
    await page.getByRole("button", { name: "Continue to payment" }).click();
    await page.waitForURL(`${shop.sandboxUrl}/**`);
    await page.request.post(page.url(), { form: { card: "pays-later", bankSeconds: "86400" }, maxRedirects: 0 });
    await vi.waitUntil(async () => (await shop.orders())[0]?.paymentStatus === "PROCESSING", { timeout: 10_000 });
    await page.goto("/en/cart");
    await page.getByText("There is nothing in the cart yet.").waitFor();
    await page.goto("/en/checkout/thanks");
    await heading("Your bank is processing the payment").waitFor();
    await page.getByText("We will email you as soon as the payment arrives.").waitFor();
  });

  test("filters and sorts a category, page by page", async () => {
    await page.goto("/en/categories/furniture?sort=priceUp&min=100");
    const prices = async () =>
      (await page.locator(".product-card .price").allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, "")));
    const first = await prices();
    expect(first).toHaveLength(12);
    expect(first).toEqual([...first].sort((a, b) => a - b));
    expect(first[0]).toBeGreaterThanOrEqual(100);
    await page.getByRole("link", { name: "Next" }).click();
    await page.getByText("Page 2 of").waitFor();
    expect((await prices())[0]).toBeGreaterThanOrEqual(first.at(-1) ?? 0);
    await page.getByLabel("Price to").fill("150");
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/max=150/);
    await expect.poll(async () => (await prices()).every((price) => price >= 100 && price <= 150)).toBe(true);
  });

  test("speaks the language of the visitor, and leads to the same page in another one", async () => {
    const german = await shop.openContext({ locale: "de-CH" });
    const start = await german.newPage();
    await start.goto("/");
    expect(new URL(start.url()).pathname).toBe("/de");
    await german.close();

    await page.goto("/en/pages/about");
    const hreflangs = await page
      .locator("link[rel=alternate][hreflang]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("hreflang")));
    expect(hreflangs.sort()).toEqual(["de", "en", "pt-BR", "x-default"]);
    await page.getByRole("contentinfo").getByRole("link", { name: "Deutsch" }).click();
    await page.waitForURL("**/de/pages/ueber-uns");
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    // The default locale's slug leads to the page's own address, and what is not translated says so.
    await page.goto("/pt-BR/pages/about");
    expect(new URL(page.url()).pathname).toBe("/pt-BR/pages/sobre-nos");
    await page.goto("/pt-BR/pages/workshop");
    await page.getByText("Isto ainda não foi traduzido.").waitFor();
    // The shop speaks the language, too: its addresses, its menu and the cart.
    await page.goto("/de/products/fjell-chair");
    expect(new URL(page.url()).pathname).toBe("/de/products/stuhl-fjell");
    await page.getByRole("radio", { name: "Papierkordel" }).check();
    await page.getByRole("button", { name: "In den Warenkorb" }).click();
    await page.getByRole("contentinfo").getByRole("link", { name: "Português" }).click();
    await page.waitForURL("**/pt-BR/products/**");
    await page.goto("/pt-BR/cart");
    await page.getByRole("link", { name: "Cadeira Fjell" }).waitFor();
    expect((await page.goto("/de/pages/there-is-no-such-page"))?.status()).toBe(404);
    await heading("Hier ist nichts").waitFor();
    // An address without a language: a page has the one of its slug.
    await page.goto("/ueber-uns");
    expect(new URL(page.url()).pathname).toBe("/de/pages/ueber-uns");
    expect((await page.goto("/fr"))?.status()).toBe(404);
    expect((await page.goto("/en/pages/%25"))?.status()).toBe(404);
  });

  test("names each field of a form that is wrong, and sends it when it is right", async () => {
    await page.goto("/de/pages/kontakt");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Your e-mail address").fill("not an address");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Das sieht nicht richtig aus.").waitFor();
    await page.getByText("Diese Angabe fehlt.").waitFor();
    expect(await page.getByLabel("Your name").inputValue()).toBe("Ada");
    expect(await page.getByLabel("Your e-mail address").getAttribute("aria-invalid")).toBe("true");
    await page.getByLabel("Your e-mail address").fill(customer.email);
    await page.getByLabel("Message").fill("Is the stove lit on Fridays?");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Thank you. Somebody will answer").waitFor();
    expect((await shop.command(["form", "submissions", demoSlug, "contact", "--json"])).stdout).toContain("Is the stove lit on Fridays?");
  });

  test("opens a draft by its preview link, for nobody to find", async () => {
    const response = await page.goto(`/preview/${await shop.previewToken()}`);
    await heading("It is dark at four. Sit well.").waitFor();
    expect(response?.headers()).toMatchObject({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });
    expect(response?.headers()["cache-control"]).toContain("no-store");
    expect(await page.locator("meta[name=robots]").getAttribute("content")).toContain("noindex");
    expect((await page.goto("/preview/pv_ofNothing"))?.status()).toBe(404);
    await heading("This preview has ended").waitFor();
  });

  test("has feeds, a sitemap and structured data that programs can read", async () => {
    await page.goto("/en/products/fjell-chair");
    for (const [path, root, item] of [
      ["/sitemap.xml", "urlset", "url"],
      ...["en", "de", "pt-BR"].map((locale) => [`/${locale}/feed.xml`, "feed", "entry"]),
    ] as const) {
      const summary = await page.evaluate<{ root: string; items: number }>(`(async () => {
        const xml = new DOMParser().parseFromString(await (await fetch("${path}")).text(), "text/xml");
        return { root: xml.documentElement.localName, items: xml.getElementsByTagName("${item}").length };
      })()`);
      expect(summary.root).toBe(root);
      expect(summary.items).toBeGreaterThan(3);
    }
    const data = async () => (await page.locator("script[type='application/ld+json']").allTextContents()).map((text) => JSON.parse(text));
    expect((await data()).find((each) => each["@type"] === "Product")?.offers).toContainEqual(
      expect.objectContaining({ sku: "FJELL-OAK-CORD", price: "420.00", priceCurrency: "EUR" }),
    );
    await page.goto("/de/blog/what-a-table-costs");
    expect((await data()).map((each) => each["@type"]).sort()).toEqual(["BlogPosting", "BreadcrumbList", "Organization"]);
    expect(await (await fetch(`${shop.url}/robots.txt`)).text()).toContain(`Sitemap: ${shop.url}/sitemap.xml`);
  });

  test("shows what was published once it is told to, by somebody with the secret", async () => {
    const pageText = async () => (await (await fetch(`${shop.url}/en/pages/about`)).text()).includes("Ten people, and the floor is level");
    expect(await pageText()).toBe(false);
    const exported = JSON.parse((await shop.command(["site", "export", demoSlug, "--format", "json"])).stdout);
    const about = exported.pages.find(({ slug, locale }: { slug: string; locale: string }) => slug === "about" && locale === "en");
    about.composition[0].props.title = "Ten people, and the floor is level";
    const bundle = JSON.stringify({ bundle: 1, site: exported.site, pages: [about] });
    expect(await shop.command(["site", "import", "-"], bundle)).toMatchObject({ code: 0 });

    const revalidate = (authorization: string) =>
      fetch(`${shop.url}/api/revalidate?tag=content`, { method: "POST", headers: { authorization } });
    expect((await revalidate("Bearer guessed")).status).toBe(401);
    expect(await pageText()).toBe(false);
    expect(await (await revalidate(`Bearer ${revalidateSecret}`)).json()).toEqual({ revalidated: ["content"] });
    expect(await pageText()).toBe(true);
  });

  test("takes deliveries of a webhook with its secret, and forgets what the event changed", async () => {
    const deliver = (type: string, secret: string, at = Date.now()) => {
      const body = JSON.stringify({ type });
      const timestamp = String(Math.floor(at / 1_000));
      const key = Buffer.from(secret.replace("whsec_", ""), "base64");
      const signature = createHmac("sha256", key).update(`evt_1.${timestamp}.${body}`).digest("base64");
      const headers = { "webhook-id": "evt_1", "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
      return fetch(`${shop.url}/api/revalidate`, { method: "POST", headers, body });
    };
    expect(await (await deliver("content.published", webhookSecret)).json()).toEqual({ revalidated: ["content"] });
    expect(await (await deliver("product.changed", webhookSecret)).json()).toEqual({ revalidated: ["content", "catalog"] });
    expect(await (await deliver("customer.registered", webhookSecret)).json()).toEqual({ revalidated: [] });
    expect((await deliver("content.published", `whsec_${Buffer.from("another").toString("base64")}`)).status).toBe(401);
    expect((await deliver("content.published", webhookSecret, Date.now() - 600_000)).status).toBe(401);
  });

  test("redirects for good from where a page and a product were", async () => {
    const exported = JSON.parse((await shop.command(["site", "export", demoSlug, "--format", "json"])).stdout);
    const page = exported.pages.find(({ slug, locale }: { slug: string; locale: string }) => slug === "delivery" && locale === "en");
    const product = exported.products.find(({ slug }: { slug: string }) => slug === "felt-pads");
    const aliases = { pages: [{ ...page, aliases: ["how-it-arrives"] }], products: [{ ...product, aliases: ["pads"] }] };
    const bundle = JSON.stringify({ bundle: 1, site: exported.site, ...aliases });
    expect(await shop.command(["site", "import", "-"], bundle)).toMatchObject({ code: 0 });
    for (const [from, to] of [
      ["/en/pages/how-it-arrives", "/en/pages/delivery"],
      ["/en/products/pads", "/en/products/felt-pads"],
      ["/en/about", "/en/pages/about"],
    ] as const) {
      const { status, headers } = await fetch(shop.url + from, { redirect: "manual" });
      // Next writes the header twice when it has just made the page.
      expect([from, status, ...new Set(headers.get("location")?.split(", "))]).toEqual([from, 308, to]);
    }
  });

  test("finds what can be read and what can be bought in one list, and leads to each", async () => {
    await page.goto("/de/search?q=eiche");
    const ofKind = (kind: string) => page.locator(".search-result").filter({ has: page.getByText(kind, { exact: true }) });
    for (const kind of ["Produkt", "Journal"]) await ofKind(kind).first().waitFor();
    await page.getByRole("link", { name: "Zum Kaufen" }).click();
    await page.waitForURL(/in=shop/);
    await expect.poll(() => ofKind("Journal").count()).toBe(0);
    await ofKind("Produkt").first().getByRole("link").click();
    await page.waitForURL("**/de/products/**");
  });

  test("asks for pictures in the width that a phone needs, with their colour in their place", async () => {
    await page.goto("/en/products/fjell-chair");
    const first = page.locator(".gallery img").first();
    expect(await page.evaluate<string>("document.querySelector('.gallery img').currentSrc")).toMatch(/\/(384|640)xauto\.auto$/);
    expect(await first.getAttribute("style")).toContain("background-color:rgb(");
  });

  test.for([
    { width: 390, colorScheme: "light" },
    { width: 1280, colorScheme: "dark" },
  ] as const)("has no barrier that axe knows, $width pixels wide and $colorScheme", async (look) => {
    const visitor = await shop.openContext(look);
    const watched = await visitor.newPage();
    await logIn(watched);
    await watched.goto("/en/products/felt-pads");
    await watched.getByRole("button", { name: "Add to cart" }).click();
    await watched.getByText("In the cart: Felt pads.").waitFor();
    const order = /\/en\/account\/orders\/[^"]+/.exec(await (await watched.request.get("/en/account")).text())?.[0];
    const paths = [
      ...["/en", "/de", "/en/pages/delivery", "/en/pages/about", "/en/pages/contact", "/pt-BR/pages/workshop", "/en/nowhere"],
      ...["/en/products/fjell-chair", "/en/categories", "/en/categories/chairs", "/en/search?q=lamp", "/en/cart", "/en/checkout/thanks"],
      ...[
        "/en/account",
        "/en/account/addresses/new",
        "/en/account/orders",
        order,
        "/en/account/login",
        "/en/account/register",
        "/en/account/reset",
      ],
      ...["/en/blog", "/de/blog/what-a-table-costs", "/en/guides", "/en/guides/oil-an-oak-table", `/preview/${await shop.previewToken()}`],
    ];
    for (const path of paths) {
      await watched.goto(path ?? "");
      if (path === "/en/cart") await watched.getByRole("button", { name: "Continue to payment" }).waitFor();
      const violations = await violationsOn(watched);
      expect({ path, violations }).toEqual({ path, violations: [] });
      expect(await watched.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${path} fits`).toBe(true);
    }
    await visitor.close();
  });

  describe("in the studio", () => testStorefrontInStudio(shop));
});
