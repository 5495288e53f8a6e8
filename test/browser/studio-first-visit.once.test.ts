import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { canShowDemo, demoBrowser } from "./demo-browser.ts";
import { password, studio } from "./studio-kit.ts";

// needs: embedded, Chromium. The link that signs in belongs to a server on a laptop.
describe.runIf(canShowDemo)("the first visit to the studio", { timeout: 180_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);

  /** The printed link works once, so that others in charge have a password. */
  const openAsOwner = async (email: string, path: string) => {
    const storageState = await desk.person(email, "OWNER");
    return demo.open(`${desk.origin()}/studio/sites/${demoSlug}${path}`, { storageState, refusals: true });
  };

  /** From wherever a person enters, by presses alone. */
  async function seesThePreview(page: Page): Promise<void> {
    await page.getByRole("link", { name: "Pages", exact: true }).click();
    await page.getByRole("row", { name: /^Furniture from the Flensburg fjord/ }).click();
    await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByText("The preview does not respond").count()).toBe(0);
    expect(demo.errors).toEqual([]);
  }

  test("the printed link leads to a page and its preview, and so does the way back from the account", async () => {
    const page = await demo.open(demo.addresses.signIn, { refusals: true });
    await seesThePreview(page);
    await page.goto(`${desk.origin()}/studio/me`);
    await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
    await page.goto(`${desk.origin()}/studio`);
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await seesThePreview(page);
  });

  test("so does a password", async () => {
    await desk.addAccount("first@example.com", "--site", demoSlug, "--role", "EDITOR");
    await seesThePreview(await desk.signIn("first@example.com"));
  });

  test("so does an invitation", async () => {
    const owner = await openAsOwner("host@example.com", "/settings/team");
    await owner.getByRole("textbox", { name: "E-mail address" }).fill("guest@example.com");
    await owner.getByRole("button", { name: "Invite", exact: true }).click();
    const page = await demo.open(await demo.server.mailed("guest@example.com", "/studio/invitation"), { refusals: true });
    await page.getByLabel("Your name", { exact: true }).fill("Guest");
    await page.locator("main > section:not([hidden])").locator("input[type=password]").first().fill(password);
    await page.locator("main > section:not([hidden])").getByRole("button").first().click();
    await page.locator("main > section:not([hidden])").getByRole("link").first().click();
    await seesThePreview(page);
  });

  test("a storefront whose address has just been set is shown, and so is none", async () => {
    const page = await openAsOwner("mover@example.com", "/settings");
    const storefront = page.getByRole("textbox", { name: "Address of the storefront" });
    const former = await storefront.inputValue();
    const setTo = async (address: string) => {
      await storefront.fill(address);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page
        .getByText("Settings saved")
        .or(page.getByText("Saved", { exact: true }))
        .first()
        .waitFor();
    };
    await setTo(demo.addresses.site);
    const framed = page.waitForRequest((request) => request.isNavigationRequest() && request.url().startsWith(demo.addresses.site), {
      timeout: 20_000,
    });
    await page.getByRole("link", { name: "Pages", exact: true }).click();
    await page.getByRole("row", { name: /^Furniture from the Flensburg fjord/ }).click();
    await framed;
    await page.getByRole("treegrid", { name: "Outline" }).waitFor();
    // The demo itself allows nobody to frame it, which is its own policy. The studio's allows it.
    const isOfDemo = (error: string) => error.includes("frame-ancestors");
    expect(demo.errors.splice(0).filter((error) => !isOfDemo(error))).toEqual([]);
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await setTo(former);
    await seesThePreview(page);
  });
});
