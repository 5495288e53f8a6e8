import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { adminBase } from "../../server/src/lib/http/operation.ts";
import { violationsOn } from "../kit/axe.ts";
import type { storefrontOfDemo } from "../kit/storefront-of-demo.ts";

interface Made {
  id: string;
  revision: number;
  translations: { id: string; locale: string; revision: number }[];
}

/** The tests of drafts and releases that the studio shows in the storefront of examples/. They leave its address in the site's settings. */
export function testStorefrontInStudio(shop: ReturnType<typeof storefrontOfDemo>): void {
  let context: BrowserContext;
  let page: Page;

  /** Calls the admin API as the studio's page would. */
  async function call<Data>(path: string, method = "GET", body?: object, headers: Record<string, string> = {}): Promise<Data> {
    const sent = {
      method,
      headers: { ...(body && { "content-type": "application/json" }), ...headers },
      body: body && JSON.stringify(body),
    };
    const address = `${shop.serverUrl}${adminBase}/sites/${demoSlug}${path}`;
    const answer = await page.evaluate<{ data: Data }>(`fetch(${JSON.stringify(address)}, ${JSON.stringify(sent)}).then((a) => a.json())`);
    return answer.data;
  }
  const studioAt = (path: string) => page.goto(`${shop.serverUrl}/studio/sites/${demoSlug}${path}`);
  const frame = () => page.frameLocator("iframe");
  const field = (name: RegExp) => page.getByRole("region", { name: "Fields" }).getByRole("textbox", { name }).first();

  async function openEditor(id: string, locale: string): Promise<void> {
    await studioAt(`/pages/${id}/${locale}`);
    await page.getByRole("row", { name: "Hero", exact: true }).first().click();
    // The storefront speaks with the studio: the block that is selected there is marked here.
    await frame().locator("[data-vitrine-selected]").waitFor();
  }

  beforeAll(async () => {
    context = await shop.openContext({ width: 1400 });
    page = await context.newPage();
    page.setDefaultTimeout(120_000);
    // As a person does it: the printed link, and the address of the storefront in the settings.
    await page.goto(shop.signInLink);
    await page.waitForURL("**/studio/sites/**");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await studioAt("/settings");
    await page.getByRole("textbox", { name: "Address of the storefront" }).fill(shop.url);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved", { exact: true }).or(page.getByText("Settings saved")).first().waitFor();
  }, 600_000);
  afterAll(() => context.close());

  test.for(["en", "de", "pt-BR"])("shows a draft while somebody writes it, in %s", async (locale) => {
    const [about] = await call<{ id: string }[]>("/pages?q=about");
    await openEditor(about?.id ?? "", locale);
    expect(await frame().locator("html").getAttribute("lang")).toBe(locale);
    await field(/^Title\b/).fill(`Written in ${locale}`);
    await frame()
      .getByRole("heading", { level: 1, name: `Written in ${locale}` })
      .waitFor();
    // In place, by a double click.
    await frame().getByRole("heading", { level: 1 }).dblclick();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(`In place, in ${locale}`);
    await expect.poll(() => field(/^Title\b/).inputValue()).toBe(`In place, in ${locale}`);
    // A click on another block selects it in the studio.
    await frame().locator("[data-vitrine-block]").nth(1).click();
    await expect.poll(() => page.getByRole("row", { name: "Text", exact: true }).first().getAttribute("aria-selected")).toBe("true");
    expect(await (await fetch(`${shop.url}/${locale}/pages/about`)).text()).not.toContain(`in ${locale}`);
  });

  test("shows a page that was never published, and what is there of a block that lacks something", async () => {
    const composition = [
      { id: "opening", type: "hero", props: { title: "Never public" } },
      { id: "points", type: "feature-list", props: { title: "Without its points" } },
      { id: "end", type: "quote", props: { text: "It is still here", author: "Ada" } },
    ];
    const made = await call<Made>("/pages", "POST", { locale: "en", slug: "never-public", title: "Never public", composition });
    await openEditor(made.id, "en");
    await frame().getByRole("heading", { level: 1, name: "Never public" }).waitFor();
    await frame().getByText("It is still here").waitFor();
    expect((await fetch(`${shop.url}/never-public`)).status).toBe(404);
    // React tells the developer of the block that could not be made.
    shop.expectNoFaults(/React error #441/);
  });

  test("shows a release in the whole storefront, until the person leaves", async () => {
    const slug = "of-a-release";
    const composition = [{ id: "opening", type: "hero", props: { title: "Public with the release" } }];
    const { translations } = await call<Made>("/pages", "POST", { locale: "en", slug, title: "Of a release", composition });
    const { id } = await call<Made>("/releases", "POST", { name: "Spring" });
    const [translation] = translations;
    await call(`/releases/${id}/items/${translation?.id}`, "PUT", { action: "PUBLISH", revision: translation?.revision });
    await studioAt(`/releases/${id}/preview`);
    await frame().getByText("Preview of a release. Not public.").waitFor();
    // The page is in the footer of the first page, as it will be.
    await frame().getByRole("link", { name: "Of a release" }).click();
    await frame().getByRole("heading", { level: 1, name: "Public with the release" }).waitFor();
    await frame().getByRole("link", { name: "Search", exact: true }).click();
    await frame().getByLabel("Search the whole site").fill("public with the release");
    await frame().getByRole("button", { name: "Search" }).click();
    await frame().getByRole("link", { name: "Of a release" }).first().waitFor();
    expect((await fetch(`${shop.url}/en/pages/${slug}`)).status).toBe(404);

    await frame().getByRole("button", { name: "Leave the preview" }).click();
    await frame().getByText("Preview of a release. Not public.").waitFor({ state: "detached" });
    expect(await frame().getByRole("link", { name: "Of a release" }).count()).toBe(0);
  });

  test("tells somebody whose link to a release has ended, and shows the public site", async () => {
    const visitor = await shop.openContext();
    const visited = await visitor.newPage();
    await visited.goto("/#preview=pv_ofNothing");
    await visited.getByText("The preview of the release has ended.").waitFor();
    expect(new URL(visited.url()).hash).toBe("");
    expect(await violationsOn(visited)).toEqual([]);
    await visitor.close();
  });

  test("allows no frame but the studio's", async () => {
    const { headers } = await fetch(`${shop.url}/en`);
    expect(headers.get("content-security-policy")).toContain(`frame-ancestors ${shop.serverUrl}`);
    expect(headers.get("x-frame-options")).toBeNull();
  });
}
