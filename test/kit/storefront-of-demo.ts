import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { demoSlug } from "../../server/src/demo.ts";
import { freePort } from "./free-port.ts";
import { buildStorefront, startStorefront, type StorefrontProcess } from "./storefront-process.ts";
import { scratchFolder, serveProcess, vitrine, type Finished, type ServingProcess } from "./vitrine-process.ts";
import { launchChromium } from "./chromium.ts";

export const revalidateSecret = "a-secret-of-this-test";
export const webhookSecret = `whsec_${Buffer.from("a webhook secret of this test").toString("base64")}`;
export const customer = { email: "ada@example.com", password: "a long password of hers" };

interface Look {
  width?: number;
  colorScheme?: "light" | "dark";
  locale?: string;
}

/** The example storefront on a server with the demo site, and a browser, for the tests of a file. */
export function storefrontOfDemo() {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let env: Record<string, string>;
  let server: ServingProcess | undefined;
  let storefront: StorefrontProcess | undefined;
  let browser: Browser | undefined;
  const errors: string[] = [];

  beforeAll(async () => {
    await buildStorefront();
    folder = await scratchFolder();
    const [port, sandboxPort] = [await freePort(), await freePort()];
    // The port is named, and not 0: the pictures' addresses have it.
    env = { DATA_DIR: join(folder.path, "data"), PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
    server = await serveProcess(["--demo"], env);
    const secrets = { REVALIDATE_SECRET: revalidateSecret, WEBHOOK_SECRET: webhookSecret };
    storefront = await startStorefront({ VITRINE_URL: `http://localhost:${port}`, ...secrets });
    browser = await launchChromium();
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await storefront?.end();
    await server?.end("SIGTERM");
    await folder.remove();
  });

  const command = (words: string[], stdin?: string): Promise<Finished> => vitrine(words, env, stdin);
  return {
    get url() {
      return storefront!.url;
    },
    /** The server, as the storefront and the studio's visitors name it. */
    get serverUrl() {
      return `http://localhost:${env.PORT}`;
    },
    /** The link that the server printed, which signs the owner in once. */
    get signInLink() {
      return /http\S+\/studio\/sign-in#token=[\w-]+/.exec(server!.output())?.[0] ?? "";
    },
    get sandboxUrl() {
      return `http://localhost:${env.SANDBOX_PORT}`;
    },
    command,
    /** The links in the newest email. */
    linksInMail: async (): Promise<string[]> => {
      const mails = (await (await fetch(`${server!.url}/dev/mail.json`)).json()) as { data: { links: string[] }[] };
      return mails.data[0]?.links ?? [];
    },
    previewToken: async () =>
      (JSON.parse((await command(["preview", "create", demoSlug, "home", "--json"])).stdout) as { token: string }).token,
    orders: async () =>
      JSON.parse((await command(["order", "list", demoSlug, "--json"])).stdout) as {
        number: number;
        status: string;
        paymentStatus: string;
        total: number;
      }[],
    /** A visitor, whose pages are to have no errors: `expectNoFaults` says whether they had. */
    openContext: async ({ width = 390, colorScheme = "light", locale = "en-GB" }: Look = {}): Promise<BrowserContext> => {
      const opened = await browser!.newContext({ baseURL: storefront!.url, viewport: { width, height: 900 }, colorScheme, locale });
      // A busy machine may be ten times slower: it makes the pictures in new sizes when they are first asked for.
      opened.setDefaultTimeout(120_000);
      opened.on("weberror", (error) => errors.push(error.error().message));
      opened.on("console", (message) => {
        // The 404 pages are asked for on purpose.
        if (message.type() === "error" && !message.text().includes("404 (Not Found)")) errors.push(message.text());
      });
      return opened;
    },
    /** `expected`: those that a test causes. */
    expectNoFaults: (expected?: RegExp) => expect(errors.splice(0).filter((error) => !expected?.test(error))).toEqual([]),
  };
}

export async function logIn(page: Page): Promise<void> {
  await page.goto("/en/account/login");
  await page.getByLabel("E-mail address").fill(customer.email);
  await page.getByLabel("Password").fill(customer.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
}
