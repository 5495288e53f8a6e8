import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

// needs: Chromium.
describe.runIf(canShowStudio)("the server in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const operator = "operator@server.example";
  const menuOf = (page: Page, name: string) => page.getByRole("button", { name: `Actions for ${name}`, exact: true });
  const choose = async (page: Page, name: string, action: string) => {
    await menuOf(page, name).click();
    await page.getByRole("menuitem", { name: action, exact: true }).click();
  };
  const dialogOf = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));

  let hasAccount = false;

  async function openServer(): Promise<Page> {
    if (!hasAccount) await desk.addAccount(operator, "--operator");
    hasAccount = true;
    const page = await desk.signIn(operator);
    await page.getByRole("heading", { level: 1, name: "Your sites" }).waitFor();
    await page.getByRole("link", { name: "Server", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Server" }).waitFor();
    return page;
  }

  test("an operator opens a site for somebody, limits, suspends, resumes and enters it", async () => {
    const page = await openServer();
    await page.getByText("Fjord & Form").waitFor();
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "New site for somebody" }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("Name", { exact: true }).fill("Harbour books");
    await dialog.getByLabel("E-mail address of the owner").fill("mara@books.example");
    await dialog.getByRole("button", { name: /Begin with/ }).click();
    await page.getByRole("option", { name: /A shop/ }).click();
    await desk.isAccessible(page);
    await dialog.getByRole("button", { name: "New site" }).click();
    await dialog.getByText("The owner gets a mail.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    expect(await demo.server.mailed("mara@books.example", "token=")).toContain("token=");

    await page.getByLabel("Find a site").fill("harbour");
    await page.getByText(/harbour-books · mara@books\.example · 1 member/).waitFor();
    await page.getByText("Fjord & Form").waitFor({ state: "detached" });
    await choose(page, "Harbour books", "Limits");
    await dialog.getByLabel("Files, in MB").fill("1,5");
    await dialog.getByText("Write a whole number, such as 500.").waitFor();
    await desk.isAccessible(page);
    await dialog.getByLabel("Files, in MB").fill("250");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The limits of Harbour books are saved.").waitFor();

    await choose(page, "Harbour books", "Suspend");
    await dialog.getByRole("textbox").fill("harbour-books");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await page.getByText("Suspended", { exact: true }).waitFor();
    await choose(page, "Harbour books", "Resume");
    await page.getByText("Harbour books is active again.").waitFor();

    await choose(page, "Harbour books", "Enter");
    await dialog.getByLabel("Reason").fill("You asked us to look at the checkout.");
    await dialog.getByRole("button", { name: "Enter" }).click();
    await page.waitForURL("**/studio/sites/harbour-books");
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(demo.errors).toEqual([]);
  });

  test("an operator makes an account, makes it an operator's, and disables it", async () => {
    const page = await openServer();
    await page.getByRole("tab", { name: "People" }).click();
    await menuOf(page, "mara").waitFor();
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "New account" }).click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("E-mail address").fill("second@server.example");
    await dialog.getByRole("button", { name: "New account" }).click();
    await page.getByText("second@server.example gets a mail with a link.").waitFor();
    await page.getByLabel("Find a person").fill("second@");
    await choose(page, "second", "Make an operator");
    await dialog.getByRole("button", { name: "Make an operator" }).click();
    await page.getByText("Operator", { exact: true }).waitFor();
    await choose(page, "second", "Disable the account");
    await dialog.getByRole("button", { name: "Disable the account" }).click();
    await page.getByText("Disabled", { exact: true }).waitFor();
    // Nobody changes their own account here.
    await page.getByLabel("Find a person").fill(operator);
    await page.getByText("you", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /^Actions for/ }).count()).toBe(0);
    expect(demo.errors).toEqual([]);
  });

  test("an operator sees how the server is doing, also at the address of that tab; others see nothing", async () => {
    const page = await openServer();
    await page.goto(`${desk.origin()}/studio/server#health`);
    await page.getByRole("tab", { name: "Health", selected: true }).waitFor();
    await page.getByLabel("Fine").first().waitFor();
    await page.getByText(/Process 1/).waitFor();
    await desk.isAccessible(page);
    expect(demo.errors).toEqual([]);
    const own = await desk.open();
    await own.goto(`${desk.origin()}/studio/server`);
    await own.getByRole("heading", { level: 1 }).waitFor();
    expect(await own.getByRole("tab").count()).toBe(0);
  });

  if (process.env.SCREENSHOTS !== undefined)
    test("pictures of the screens", async () => {
      for (const [width, scheme] of [
        [1280, "light"],
        [768, "dark"],
        [390, "light"],
      ] as const) {
        const page = await openServer();
        await page.setViewportSize({ width, height: 1200 });
        await page.emulateMedia({ colorScheme: scheme });
        for (const name of ["Sites", "People", "Health"]) {
          await page.getByRole("tab", { name }).click();
          await page.waitForTimeout(1_500);
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/server-${name}-${width}.png` });
        }
      }
    });
});
