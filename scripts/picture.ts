// Takes the pictures of the README and of the guides from a server with the demo site: its shop, and its studio. Needs Chromium.
//   npm run picture
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { launchChromium } from "../test/kit/chromium.ts";
import sharp from "sharp";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const port = "4980";
const site = `http://localhost:${port}/studio/sites/fjord-and-form`;

/** The demo's shop with two products in the basket. */
async function shop(page: Page): Promise<void> {
  await page.goto(`http://localhost:${port}/demo/shop`);
  const add = page.getByRole("button", { name: /^Add to basket/ });
  await add.nth(1).click();
  await add.nth(3).click();
  await page.evaluate("scrollTo(0, 0)");
}

async function openHome(page: Page, locale: string): Promise<void> {
  const listed = `http://localhost:${port}/api/admin/v1/sites/fjord-and-form/pages?q=home`;
  const id = await page.evaluate<string>(
    `fetch("${listed}").then((answer) => answer.json()).then(({ data }) => data.find(({ slug }) => slug === "home").id)`,
  );
  await page.goto(`${site}/pages/${id}/${locale}`);
  await page.getByRole("row", { name: "Hero", exact: true }).first().click();
  await page.frameLocator("iframe").getByRole("heading").first().waitFor();
}

/** The places of the guide, by the names of their pictures. */
const studio: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "studio-page": (page) => openHome(page, "en"),
  "studio-publish": async (page) => {
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.getByRole("dialog").getByRole("region").first().waitFor();
  },
  "studio-beside": async (page) => {
    await openHome(page, "de");
    await page.getByRole("button", { name: /beside/ }).click();
    await page.getByRole("option", { name: "English beside" }).click();
    await page.getByRole("button", { name: "Preview", exact: true }).click();
  },
  "studio-model": async (page) => {
    await page.goto(`${site}/model/entries/guide`);
    await page.getByRole("row").nth(1).click();
  },
};

async function take(page: Page, name: string): Promise<void> {
  // The studio listens to a stream, so that its network is never idle: pictures get a while to come.
  await page.waitForTimeout(4_000);
  // Of few colours: a picture of a page needs no more.
  await sharp(await page.screenshot({ animations: "disabled" }))
    .png({ palette: true, effort: 10 })
    .toFile(at(`docs/pictures/${name}.png`));
  console.log(`Wrote docs/pictures/${name}.png.`);
}

const folder = await mkdtemp(join(tmpdir(), "vitrine-picture-"));
const settings = { ...process.env, DATA_DIR: folder, PORT: port };
const server = spawn(process.execPath, [at("server/bin/vitrine.js"), "serve", "--demo", "--no-open"], { env: settings });
const browser = await launchChromium();
try {
  let printed = "";
  while (!printed.includes("Vitrine is ready") || !printed.includes("Stop it with"))
    printed += String((await once(server.stdout, "data"))[0]);
  await mkdir(at("docs/pictures"), { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
  await shop(page);
  await take(page, "shop");
  await page.goto(/Sign in +(\S+)/.exec(printed)?.[1] ?? "");
  await page.waitForURL("**/studio/sites/**");
  for (const [name, show] of Object.entries(studio)) {
    await show(page);
    await take(page, name);
  }
} finally {
  await browser.close();
  server.kill();
  await once(server, "close");
  await rm(folder, { recursive: true, force: true });
}
