// Takes the picture at the top of the README: the demo's shop and the same product as the API returns it. Needs Chromium.
//   npm run picture
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const port = "4980";
const folder = await mkdtemp(join(tmpdir(), "vitrine-picture-"));
const settings = { ...process.env, DATA_DIR: folder, PORT: port };
const server = spawn(process.execPath, [at("server/bin/vitrine.js"), "serve", "--demo", "--no-open"], { env: settings });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  let printed = "";
  while (!printed.includes("Vitrine is ready")) printed += String((await once(server.stdout, "data"))[0]);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: "light" });
  await page.goto(`http://localhost:${port}/demo/shop`);
  await page
    .getByRole("button", { name: /^Add to basket/ })
    .nth(1)
    .click();
  await page
    .getByRole("button", { name: /^Add to basket/ })
    .nth(3)
    .click();
  await page.evaluate("scrollTo(0, 0)");
  await page.waitForLoadState("networkidle");
  await mkdir(at("docs/pictures"), { recursive: true });
  await page.screenshot({ path: at("docs/pictures/shop.png") });
  console.log("Wrote docs/pictures/shop.png.");
} finally {
  await browser.close();
  server.kill();
  await once(server, "close");
  await rm(folder, { recursive: true, force: true });
}
