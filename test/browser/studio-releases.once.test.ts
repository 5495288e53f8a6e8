import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { demoApiKey, demoSlug } from "../../server/src/demo.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Made {
  id: string;
  revision: number;
  translations: { id: string; revision: number }[];
}

// needs: Chromium.
describe.runIf(canShowStudio)("releases in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const waitFor = (isSo: () => Promise<boolean>) => vi.waitUntil(isSo, { timeout: 10_000, interval: 100 });
  const read = async <Data>(path: string) => (await demo.call<Data>(path, demoApiKey)).data;
  const titleOf = async (path: string) => (await read<{ title: string } | undefined>(path))?.title;
  const priceOf = async (slug: string) => (await read<{ price: number }>(`/api/v1/shop/products/slug/${slug}`)).price;
  const openRelease = async (page: Page, id: string, name: string) => {
    await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/releases/${id}`);
    await heading(page, name);
  };
  const makeRelease = (page: Page, name: string) => desk.call<Made>(page, "/releases", "POST", { name });
  /** A page that cannot be published: it has no title. */
  const makeUntitled = (page: Page, slug: string) =>
    desk.call<Made>(page, "/pages", "POST", { locale: "en", slug, title: "", composition: [] });
  const put = (page: Page, release: string, { translations: [translation] }: Made) =>
    desk.call(page, `/releases/${release}/items/${translation?.id}`, "PUT", { action: "PUBLISH", revision: translation?.revision });
  /** Writes a new title into the open editor. */
  const write = async (page: Page, title: string) => {
    await page
      .getByRole("textbox", { name: /^Title\b/ })
      .first()
      .fill(title);
    await desk.saved(page);
  };

  describe("a page, an entry and a price that go live together", () => {
    const name = "Winter at the fjord";
    let id = "";

    test("begin in the editors: a release is made on the way, and takes what is open", async () => {
      const page = await desk.open(await desk.pathOf(await desk.open("/pages"), "about"));
      await page.getByRole("treegrid", { name: "Outline" }).waitFor();
      await press(page, "Page");
      await write(page, "About us in winter");
      await desk.askToPublish(page);
      await press(page, "Add to release");
      await page.getByText("goes live with the release, as it is now").waitFor();
      await page.getByLabel("Name", { exact: true }).fill(name);
      await desk.isAccessible(page);
      await page.keyboard.press("Enter");
      await page.getByText(`It is in “${name}”.`).waitFor();
      const [guide] = await desk.call<{ id: string }[]>(page, "/entries?contentType=guide&q=oil-an-oak-table");
      await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/entries/guide/${guide?.id}/en`);
      await heading(page, "How to oil an oak table");
      await write(page, "How to oil an oak table in winter");
      await page
        .getByRole("region", { name: "Fields" })
        .getByRole("textbox", { name: /^Title\b/ })
        .first()
        .fill("Oiling in winter");
      await desk.saved(page);
      await press(page, "More actions");
      await page.getByRole("menuitem", { name: "Add to release" }).click();
      await press(page, "Add to release");
      await page.getByText(`It is in “${name}”.`).waitFor();
      await press(page, "Show");
      await heading(page, name);
      id = page.url().split("/").at(-1) ?? "";
      expect(await page.getByRole("link", { name: /in winter$/ }).allTextContents()).toEqual([
        "About us in winter",
        "How to oil an oak table in winter",
      ]);
      expect(demo.errors).toEqual([]);
    });

    test("more is found by words, and a product gets a price and texts", async () => {
      const page = await desk.open();
      await openRelease(page, id, name);
      await press(page, "Add content");
      await page.getByRole("searchbox", { name: "Search by title or address" }).fill("workshop");
      await press(page, "Add Visit us");
      await page.getByText("“Visit us” is in the release.").waitFor();
      await desk.isAccessible(page);
      await press(page, "Done");
      await press(page, "Change a product");
      await page.getByRole("searchbox").fill("fjell armchair");
      await page.getByRole("option", { name: /^Fjell armchair/ }).click();
      const form = page.getByRole("dialog").or(page.getByRole("alertdialog"));
      const oak = form.getByRole("group", { name: "Oak, wooden seat", exact: true });
      await oak.getByText("€540.00").waitFor();
      await oak.getByRole("textbox", { name: /^Price then/ }).fill("cheap");
      await press(page, "Put into the release");
      await form.getByText("Write an amount, such as 49.90.").waitFor();
      await desk.isAccessible(page);
      await form.getByRole("textbox", { name: "Change all prices by percent" }).fill("-10");
      await press(page, "Apply");
      expect(await oak.getByRole("textbox", { name: /^Price then/ }).inputValue()).toBe("486.00");
      await oak.getByRole("textbox", { name: /^Former price then/ }).fill("540");
      await form.getByRole("textbox", { name: "Title" }).fill("Fjell armchair, winter edition");
      await form.getByRole("radio", { name: "German" }).press("Space");
      await form.getByRole("textbox", { name: "Title" }).fill("Armlehnstuhl Fjell im Winter");
      await press(page, "Put into the release");
      await page.getByText("The release changes “Fjell armchair”.").waitFor();
      await page.getByText("Price, Oak, wooden seat", { exact: true }).waitFor();
      await page.getByText("Nothing stands in the way.").waitFor();
      await desk.isAccessible(page);
      expect(await priceOf("fjell-armchair")).toBe(53_000);
      expect(demo.errors).toEqual([]);
    });

    test("are scheduled for tomorrow, and stand in the calendar", async () => {
      const page = await desk.open();
      await openRelease(page, id, name);
      await press(page, "Schedule");
      const at = page.getByLabel("Publish at");
      const tomorrow = (await at.inputValue()).slice(0, 10);
      await at.fill("2020-01-01T09:00");
      await page.getByRole("dialog").getByRole("button", { name: "Schedule" }).click();
      await page.getByText("This time is over. Choose one to come.").waitFor();
      await at.fill(`${tomorrow}T09:30`);
      await page.keyboard.press("Enter");
      await page.getByText(/^It will go live on/).waitFor();
      await page.getByText("Scheduled", { exact: true }).waitFor();
      await page.goto(`${desk.origin()}/studio/sites/${demoSlug}/releases?view=calendar&month=${tomorrow}`);
      const day = page.getByRole("cell").filter({ has: page.locator(`time[datetime="${tomorrow}"]`) });
      const entry = day.getByRole("link", { name: new RegExp(`9:30.*${name}.*Scheduled`) });
      await entry.waitFor();
      // The next month may begin with the last days of this one.
      for (let month = 0; month < 2; month += 1) await press(page, "Month after");
      await entry.waitFor({ state: "detached" });
      for (let month = 0; month < 2; month += 1) await press(page, "Month before");
      await entry.focus();
      await page.keyboard.press("Enter");
      await heading(page, name);
      expect(demo.errors).toEqual([]);
    });

    test("are seen in the site as it will be, which nobody else sees", async () => {
      const page = await desk.open();
      await openRelease(page, id, name);
      await press(page, "See the site as it will be");
      const frame = page.frameLocator("iframe");
      await frame.getByRole("heading", { level: 1 }).waitFor();
      const show = async (what: string) => {
        await page.getByRole("button", { name: /^Show|Home page|winter/ }).click();
        await page.getByRole("option", { name: what }).click();
      };
      await show("About us in winter (en)");
      await frame.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "About us in winter" }).waitFor();
      await show("Shop");
      await frame.getByText("Fjell armchair, winter edition").first().waitFor();
      await frame.getByText("€486.00").first().waitFor();
      await desk.isAccessible(page);
      expect(await titleOf("/api/public/v1/pages/about")).toBe("About us");
      expect(demo.errors).toEqual([]);
    });

    test("go live in one moment, after a question, and then stay as they are", async () => {
      const page = await desk.open();
      await openRelease(page, id, name);
      await press(page, "Publish now");
      const dialog = page.getByRole("dialog", { name: `Publish “${name}” now?` });
      await dialog.getByText("About us in winter").waitFor();
      await dialog.getByText("Fjell armchair").waitFor();
      await desk.isAccessible(page);
      await dialog.getByRole("button", { name: "Publish now" }).click();
      await page.getByText("All of it is live.").waitFor();
      await waitFor(async () => (await titleOf("/api/public/v1/pages/about")) === "About us in winter");
      const guide = await read<{ data: { title: string } }>("/api/public/v1/content/guide/oil-an-oak-table");
      expect(guide.data.title).toBe("Oiling in winter");
      expect(await priceOf("fjell-armchair")).toBe(47_700);
      expect(await titleOf("/api/v1/shop/products/slug/fjell-armchair?locale=de")).toBe("Armlehnstuhl Fjell im Winter");
      await page.getByText(/^It went live on/).waitFor();
      for (const gone of ["Publish now", "Schedule", "Add content", "More actions"]) {
        expect(await page.getByRole("button", { name: gone }).count()).toBe(0);
      }
      expect(demo.errors).toEqual([]);
    });
  });

  test("a problem blocks the publication and the plan, and leads to its field", async () => {
    const page = await desk.open("/releases");
    await heading(page, "Releases");
    const { id } = await makeRelease(page, "Blocked");
    const untitled = await makeUntitled(page, "no-title-yet");
    await put(page, id, untitled);
    await openRelease(page, id, "Blocked");
    await page.getByText("1 thing stands in the way").waitFor();
    await press(page, "Schedule");
    await page.getByLabel("Publish at").press("Enter");
    await page.getByText("Something stands in the way. The release shows what.").waitFor();
    await press(page, "Cancel");
    await press(page, "Publish now");
    await page.getByRole("dialog").getByText("1 thing stands in the way").waitFor();
    expect(await page.getByRole("dialog").getByRole("button", { name: "Publish now" }).isDisabled()).toBe(true);
    await desk.isAccessible(page);
    await press(page, "Cancel");
    await page.getByRole("link", { name: "no-title-yet (English)" }).click();
    await page.getByRole("treegrid", { name: "Outline" }).waitFor();
    await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('name')")).toBe("/title");
    expect(page.url()).toMatch(/\/en$/);
    await write(page, "A title at last");
    await page.goBack();
    await press(page, "Take the newer text");
    await page.getByText("Nothing stands in the way.").waitFor();
    await press(page, "Actions for A title at last");
    await page.getByRole("menuitem", { name: "Take out of the release" }).click();
    await page.getByText("The release is empty.").waitFor();
    await press(page, "Undo");
    await page.getByRole("link", { name: "A title at last" }).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("what others do shows at once, and a release is deleted after its name is typed", async () => {
    const page = await desk.open("/releases");
    await press(page, "New release");
    await page.getByLabel("Name", { exact: true }).fill("Mine");
    await page.keyboard.press("Enter");
    await heading(page, "Mine");
    const id = page.url().split("/").at(-1) ?? "";
    await put(page, id, await makeUntitled(page, "of-a-colleague"));
    await page.getByRole("link", { name: "of-a-colleague" }).first().waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox", { name: "Find anything" }).fill("min");
    await page.getByRole("menuitem", { name: /^Mine/ }).click();
    await heading(page, "Mine");
    await press(page, "More actions");
    await page.getByRole("menuitem", { name: "Delete release" }).click();
    await page.keyboard.type("mine");
    await page.keyboard.press("Enter");
    await page.getByText("The release is deleted.").waitFor();
    await heading(page, "Releases");
    await page.getByRole("row", { name: /Blocked/ }).waitFor();
    expect(await page.getByRole("row", { name: /^Mine/ }).count()).toBe(0);
  });

  describe("somebody who may read, and not publish", () => {
    let storageState: Awaited<ReturnType<typeof desk.person>>;
    beforeAll(async () => void (storageState = await desk.person("vera@example.com", "VIEWER")));

    test("sees the releases, and no button that would be refused", async () => {
      const page = await desk.open("/releases", { storageState });
      await page.getByRole("row", { name: /Blocked/ }).waitFor();
      expect(await page.getByRole("button", { name: "New release" }).count()).toBe(0);
      await page.getByRole("row", { name: /Blocked/ }).click();
      await heading(page, "Blocked");
      await page.getByRole("link", { name: "A title at last" }).waitFor();
      for (const name of ["Publish now", "Schedule", "Add content", "Change a product", "More actions", "See the site as it will be"]) {
        expect([name, await page.getByRole("button", { name }).count()]).toEqual([name, 0]);
      }
      await desk.isAccessible(page);
      await page.goto(`${page.url()}/preview`);
      await page.getByRole("heading", { name: "Page not found" }).waitFor();
    });
  });

  test.each([
    ["dark", 1_280],
    ["light", 768],
    ["dark", 390],
  ] as const)("everybody can use it: no barriers in the %s scheme, %d pixels wide", async (colorScheme, width) => {
    const page = await desk.open("/releases", { colorScheme, viewport: { width, height: 800 } });
    await page.getByRole("row", { name: /Blocked/ }).waitFor();
    await desk.isAccessible(page);
    await page.goto(`${page.url()}?view=calendar`);
    await page.getByRole("region", { name: "Calendar" }).waitFor();
    await desk.isAccessible(page);
    await page.getByRole("radio", { name: "List" }).press("Space");
    await page.getByRole("row", { name: /Blocked/ }).click();
    await page.getByText("Nothing stands in the way.").waitFor();
    await desk.isAccessible(page);
    expect(await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(demo.errors).toEqual([]);
  });
});
