import { describe, expect, test } from "vitest";
import { violationsOn } from "../kit/axe.ts";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";

const looks = [
  ["light", 390],
  ["dark", 1280],
] as const;
const places = [
  ...["shop", "shop#product=stue-armchair&locale=de", "shop#q=chiar&locale=pt-BR", "shop#category=chairs", "shop#key="],
  ...["site", "site#page=contact&locale=de", "site#post=what-a-table-costs", "site#page=nowhere&locale=pt-BR", "site#key="],
  ...["site#q=oak", "site#q=zzzzzz&locale=de", "site#designer=caio-brandao&locale=pt-BR"],
];

// needs: embedded. The pages belong to a server on a laptop.
describe.runIf(canShowDemo)("the demo pages are for everybody", { timeout: 180_000 }, () => {
  const demo = demoBrowser();

  test.each(looks)("%s, %i pixels wide", async (scheme, width) => {
    for (const place of places) {
      const page = await demo.open(new URL(place, demo.addresses.site).href, {
        refusals: true,
        bypassCSP: true,
        colorScheme: scheme,
        viewport: { width, height: 900 },
      });
      await page.locator("h1:visible").first().waitFor();
      expect(await violationsOn(page), place).toEqual([]);
      // Nothing reaches beyond the window.
      expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place).toBe(true);
    }
  });

  test.each(["light", "dark"] as const)("with a basket and what is wrong with it, %s", async (colorScheme) => {
    const page = await demo.open(demo.addresses.shop, { refusals: true, bypassCSP: true, colorScheme });
    for (const title of ["Fjell chair", "Stue armchair", "Felt pads"]) {
      await page.getByRole("button", { name: `Add to basket: ${title}` }).click();
    }
    await page.locator("#email").fill("nobody");
    await page.locator("#pay").click();
    await page.locator("#email-problem:visible").waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.goto(new URL("site#page=contact", demo.addresses.site).href);
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".error:visible").first().waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});
