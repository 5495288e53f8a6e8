import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { violationsOn } from "../kit/axe.ts";
import { hasChromium, launchChromium } from "../kit/chromium.ts";
import { freePort } from "../kit/free-port.ts";
import { scratchFolder, serveProcess, type ServingProcess } from "../kit/vitrine-process.ts";

// needs: embedded. The link that signs in belongs to a server on a laptop.
describe.runIf(hasChromium && inject("database") === "embedded")("the first owner of a server", { timeout: 120_000 }, () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let browser: Awaited<ReturnType<typeof launchChromium>>;
  let server: ServingProcess | undefined;
  beforeAll(async () => {
    [folder, browser] = await Promise.all([scratchFolder(), launchChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await server?.end("SIGTERM");
    await folder.remove();
  });

  test("goes from the printed link to a site of their own, and back to make another one", async () => {
    const env = { DATA_DIR: join(folder.path, "data"), PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
    const started = (server = await serveProcess([], env));
    await vi.waitUntil(() => started.output().includes("Stop it with"), { timeout: 60_000 });
    const link = /Sign in +(\S+)/.exec(started.output())?.[1] ?? "";
    const page = await browser.newPage();
    await page.goto(new URL("/", link).href);
    await page.getByText("The terminal shows a link that signs you in.").waitFor();
    await page.goto(link);
    await page.getByText("You don't belong to any site yet. Create the first one.").waitFor();
    await page.getByRole("button", { name: "New site", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Corner Bakery");
    const slug = dialog.getByLabel("Short name", { exact: true });
    expect(await slug.inputValue()).toBe("corner-bakery");
    await slug.fill("-");
    await dialog.getByText("Use 2 to 63 lowercase letters").waitFor();
    await slug.fill("bakery");
    expect(await violationsOn(page)).toEqual([]);
    await dialog.getByRole("button", { name: "New site", exact: true }).click();
    await page
      .getByRole("alertdialog")
      .getByText(/^pk_[0-9A-Za-z]{32}$/)
      .waitFor();
    await page.getByRole("button", { name: "Open Corner Bakery", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Overview", exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/studio/sites/bakery");

    await page.getByRole("button", { name: "Owner", exact: true }).click();
    await page.getByRole("menuitem", { name: "All sites" }).click();
    await page.getByRole("button", { name: "New site", exact: true }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("Another");
    await slug.fill("bakery");
    await dialog.getByRole("button", { name: "New site", exact: true }).click();
    await page.getByText("Another site has this short name.").waitFor();
  });
});
