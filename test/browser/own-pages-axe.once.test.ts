import { describe, expect, test } from "vitest";
import { demoApiKey, demoSlug } from "../../server/src/demo.ts";
import { violationsOn } from "../kit/axe.ts";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

const looks = [
  ["light", 390],
  ["dark", 1280],
] as const;

// needs: embedded. The pages belong to a server on a laptop. The shop, the viewer and the reference have tests of their own.
describe.runIf(canShowDemo)("every other page of the server is for everybody", { timeout: 180_000 }, () => {
  const demo = demoBrowser();

  /** The addresses of the pages, by their names, after somebody has registered and somebody is about to pay. */
  async function places(): Promise<Record<string, string>> {
    const origin = new URL(demo.addresses.site).origin;
    const email = `ada-${Math.random().toString(36).slice(2)}@example.com`;
    await demo.call("/api/v1/shop/auth/register", demoApiKey, { email, password: "a long password" });
    const { data: products } = await demo.call<{ variants: { id: string; available: boolean }[] }[]>(
      "/api/v1/shop/products?sort=price",
      demoApiKey,
    );
    const variant = products.flatMap(({ variants }) => variants).find(({ available }) => available);
    const { data: session } = await demo.call<{ checkoutUrl: string }>("/api/v1/shop/checkout/session", demoApiKey, {
      items: [{ variantId: variant?.id, quantity: 1 }],
      successUrl: `${origin}/demo/shop?paid`,
      cancelUrl: `${origin}/demo/shop`,
    });
    await expect.poll(async () => (await fetch(`${origin}/dev/mail`)).text()).toContain(email);
    const list = await (await fetch(`${origin}/dev/mail`)).text();
    const mail = `${origin}/dev/mail/${/\/dev\/mail\/([\w-]+)"/.exec(list)?.[1] ?? ""}`;
    const link = new RegExp(`/sites/${demoSlug}/verify-email\\?[^"<\\s]+`).exec(await (await fetch(mail)).text())?.[0] ?? "";
    return {
      start: `${origin}/`,
      mails: `${origin}/dev/mail`,
      mail,
      hosted: origin + link.replaceAll("&amp;", "&"),
      reset: `${origin}/sites/${demoSlug}/reset-password?token=none`,
      sandbox: demo.addresses.sandbox,
      payment: session.checkoutUrl,
    };
  }

  test.each(looks)("%s, %i pixels wide", async (scheme, width) => {
    for (const [name, address] of Object.entries(await places())) {
      const page = await demo.open(address, {
        refusals: true,
        bypassCSP: true,
        colorScheme: scheme,
        viewport: { width, height: 900 },
      });
      await page.locator("h1").first().waitFor();
      expect(await violationsOn(page), name).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name).toBe(true);
    }
  });

  test("the start page's request is answered, and nothing is wrong in the console", async () => {
    const page = await demo.open(new URL("/", demo.addresses.site).href);
    await page.getByText("200 OK").waitFor();
    expect(await page.locator("#answer").textContent()).toContain('"slug": "ueber-uns"');
    expect([demo.errors, demo.foreign]).toEqual([[], []]);
    for (const name of ["The demo shop", "The demo site", "A draft", "The API reference", "The mails", "The payments"]) {
      const address = await page.locator(".cards").getByRole("link", { name }).getAttribute("href");
      expect([name, (await fetch(new URL(address ?? "", page.url()))).status]).toEqual([name, 200]);
    }
  });
});
