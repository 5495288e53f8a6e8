import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { scratchFolder } from "../kit/vitrine-process.ts";
import { canShowStudio, demoBrowser } from "./demo-browser.ts";
import { studio } from "./studio-kit.ts";

interface Plugin {
  enabled: boolean;
  config: { publishableKey?: string; secretKey?: { set: boolean; lastFour: string | null } };
}

// needs: Chromium.
describe.runIf(canShowStudio)("payments and data of a site in the studio", { timeout: 240_000 }, () => {
  const demo = demoBrowser();
  const desk = studio(demo);
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor();

  test("an owner enters the keys of the processor and tests them, and is told what is wrong", async () => {
    const page = await desk.open("/settings/payments");
    await heading(page, "Payments");
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "Test the keys" }).click();
    await page.getByText("Stripe knows the secret key.").waitFor();
    await page.getByLabel("Fine").nth(2).waitFor();
    await page.getByLabel("Publishable key").fill("sk_test_quiteTheWrongKey");
    await page.getByText("Save your changes first. The test uses the stored keys.").waitFor();
    expect(await page.getByRole("button", { name: "Test the keys" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The payment settings are saved.").waitFor();
    await page.getByRole("button", { name: "Test the keys" }).click();
    await page.getByText(/publishableKey is a secret key/).waitFor();
    await desk.isAccessible(page);
    await page.getByLabel("Publishable key").fill("pk_test_anotherOne0000000");
    await page.getByLabel("Secret key").fill("sk_test_anotherOne0000wxyz");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The payment settings are saved.").last().waitFor();
    await page.getByText("It ends with wxyz.").waitFor();
    const { config } = await desk.call<Plugin>(page, "/plugins/svc.payments");
    expect(config).toMatchObject({ publishableKey: "pk_test_anotherOne0000000", secretKey: { set: true, lastFour: "wxyz" } });
    expect(await page.getByRole("group", { name: "Address of the webhook" }).textContent()).toContain(
      "/api/public/v1/webhooks/svc.payments/fjord-and-form",
    );
    expect(demo.errors).toEqual([]);
  });

  test("an administrator changes everything but the secrets", async () => {
    const session = await desk.person("admin@fjord-and-form.example", "ADMIN");
    const page = await desk.openFor(session, "/settings/payments");
    await page.getByText("Only owners of the site can change secret keys.").waitFor();
    expect(await page.getByLabel("Secret key").isDisabled()).toBe(true);
    await page.getByText("The shop takes payments").click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The payment settings are saved.").waitFor();
    expect(await desk.call<Plugin>(page, "/plugins/svc.payments")).toMatchObject({ enabled: false, config: { secretKey: { set: true } } });
    await page.getByText("The shop takes payments").click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The payment settings are saved.").last().waitFor();
    expect(await page.getByRole("link", { name: "Data", exact: true }).count()).toBe(1);
    await page.getByRole("link", { name: "Data", exact: true }).click();
    await heading(page, "Data");
    expect(await page.getByRole("button", { name: "Delete the site" }).count()).toBe(0);
  });

  test("a site is exported, and an edited file is imported after a look at what changes", async () => {
    const folder = await scratchFolder();
    try {
      const page = await desk.open("/settings/data");
      await heading(page, "Data");
      await desk.isAccessible(page);
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Export the site" }).click()]);
      expect(file.suggestedFilename()).toBe("fjord-and-form.json");
      const bundle = JSON.parse(await readAll(await file.createReadStream())) as { site: object; categories: { title: string }[] };
      expect(JSON.stringify(bundle)).not.toContain("sk_test");
      const { site, categories } = bundle;
      const edited = join(folder.path, "edited.json");
      await writeFile(edited, JSON.stringify({ bundle: 1, site, categories: [{ ...categories[0], title: "Quite another title" }] }));
      const wrong = join(folder.path, "wrong.yaml");
      await writeFile(wrong, `bundle: 1\nsite: ${JSON.stringify(site)}\ncategories:\n  - slug: Not a slug\n    title: ""\n`);

      await page.getByRole("button", { name: "Choose a file" }).click();
      const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
      const choose = async (path: string, button: string) => {
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), dialog.getByRole("button", { name: button }).click()]);
        await chooser.setFiles(path);
      };
      await choose(wrong, "Choose a file");
      await dialog.getByText("The file has mistakes. Nothing was changed.").waitFor();
      await dialog.getByText("Line 4:").waitFor();
      await desk.isAccessible(page);
      await choose(edited, "Choose another file");
      await dialog.getByRole("row", { name: "Categories 0 1" }).waitFor();
      await desk.isAccessible(page);
      await dialog.getByRole("button", { name: "Import", exact: true }).click();
      await page.getByText("The file is imported.").waitFor();
      const titles = await desk.call<{ title: string }[]>(page, "/categories?q=another");
      expect(titles.map(({ title }) => title)).toEqual(["Quite another title"]);
      expect(demo.errors).toEqual([]);
    } finally {
      await folder.remove();
    }
  });

  test("a site is made from a template, deleted by its name, and restored", async () => {
    await desk.addAccount("operator@fjord-and-form.example", "--operator");
    const page = await desk.signIn("operator@fjord-and-form.example");
    await heading(page, "Your sites");
    await page.getByRole("button", { name: "New site" }).click();
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    await dialog.getByLabel("Name", { exact: true }).fill("Corner bakery");
    await dialog.getByRole("button", { name: /Begin with/ }).click();
    await page.getByRole("option", { name: /A shop/ }).click();
    await desk.isAccessible(page);
    await dialog.getByRole("button", { name: "New site" }).click();
    await dialog.getByRole("button", { name: "Open Corner bakery" }).click();
    await page.waitForURL("**/studio/sites/corner-bakery");
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await page.getByRole("row", { name: /Cinnamon bun/ }).waitFor();

    await page.goto(`${desk.origin()}/studio/sites/corner-bakery/settings/data`);
    await page.getByRole("button", { name: "Delete the site" }).click();
    const question = page.getByRole("alertdialog");
    const confirm = question.getByRole("button", { name: "Delete the site" });
    expect(await confirm.isDisabled()).toBe(true);
    await question.getByRole("textbox").fill("corner-bakery");
    await confirm.click();
    // A recent sign-in is needed, and a moment ago there was one.
    await page.getByRole("heading", { name: "Deleted sites" }).waitFor();
    await desk.isAccessible(page);
    await page.getByRole("button", { name: "Restore Corner bakery" }).click();
    await page.getByRole("link", { name: "Corner bakery" }).click();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    expect(demo.errors).toEqual([]);
  });

  if (process.env.SCREENSHOTS !== undefined)
    test("pictures of the screens", () => desk.takePictures({ payments: "/settings/payments", data: "/settings/data" }));
});

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const piece of stream) text += String(piece);
  return text;
}
