import { readFile } from "node:fs/promises";
import { commands } from "./commands/index.ts";
import type { CommandContext } from "./commands/command.ts";

/** The demo site's public key: the same everywhere, so that samples can be copied. The site holds nothing but samples. */
export const demoApiKey = "pk_FjordAndFormDemoKey0000000000000";
export const demoSlug = "fjord-and-form";

/** Where `npm run demo:purchase` looks by itself. */
const defaultUrl = "http://localhost:3000";
const demoBundle = new URL("../demo/fjord-and-form.yaml", import.meta.url);

/** Imports the demo site unless it is there, whatever became of it since. */
export async function prepareDemo(context: CommandContext): Promise<void> {
  const [site] = await context.sql<{ id: string }>`select id from sites where slug = ${demoSlug}`;
  if (site) return;
  const siteImport = await commands["site import"]();
  await siteImport.run(context, { text: await readFile(demoBundle, "utf8"), dryRun: false, setStock: false });
}

/** What a newcomer reads after the start. */
export function demoGreeting(
  baseUrl: string,
  { showsMails, showsShop, sandboxUrl }: { showsMails: boolean; showsShop: boolean; sandboxUrl: string | undefined },
): string {
  const [cms, shop] = [`${baseUrl}/api/public/v1`, `${baseUrl}/api/v1/shop`];
  const get = (url: string) => `  curl -H 'x-api-key: ${demoApiKey}' '${url}'`;
  const account = JSON.stringify({ email: "ada@example.com", password: "a long password" });
  return [
    `Vitrine is ready at ${baseUrl}`,
    "",
    ...(showsShop ? [`  Shop page    ${baseUrl}/demo/shop (buy something)`] : []),
    `  Content      ${cms}`,
    `  Shop         ${shop}`,
    `  Reference    ${baseUrl}/docs`,
    `  Description  ${baseUrl}/openapi.json`,
    ...(showsMails ? [`  Mails        ${baseUrl}/dev/mail (kept here, sent to nobody)`] : []),
    ...(sandboxUrl === undefined ? [] : [`  Payments     ${sandboxUrl} (a sandbox, no money moves)`]),
    `  Demo site    ${demoSlug}, public key ${demoApiKey}`,
    "",
    "Try it:",
    get(`${cms}/pages/home`),
    get(`${cms}/pages/about?locale=de`),
    get(`${cms}/content/blog-post?pageSize=3`),
    get(`${shop}/products?category=seating&maxPrice=50000&sort=price`),
    get(`${shop}/products?q=chiar`),
    `  curl -H 'x-api-key: ${demoApiKey}' -H 'content-type: application/json' -d '${account}' '${shop}/auth/register'`,
    ...(sandboxUrl === undefined
      ? []
      : [`  npm run demo:purchase${baseUrl === defaultUrl ? "" : ` -- ${baseUrl}`}   (buys something, step by step)`]),
    "",
    "Stop it with Ctrl+C.",
  ].join("\n");
}
