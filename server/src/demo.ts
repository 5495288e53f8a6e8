import { readFile } from "node:fs/promises";
import { commandNamed } from "./commands.ts";
import { demoFile } from "./features/demo/index.ts";
import type { CommandContext } from "./lib/cli/command.ts";
import { cancelPreviews, createPreview, findPages, previewLifeMs, previewLink } from "./features/preview/index.ts";

/** The demo site's public key: the same everywhere, so that samples can be copied. The site contains only samples. */
export const demoApiKey = "pk_FjordAndFormDemoKey0000000000000";
export const demoSlug = "fjord-and-form";

/** The default address of `npm run demo:purchase`. */
const defaultUrl = "http://localhost:3000";
/** It has a draft that looks different at first sight. */
const draftedPage = "home";

/**
 * Imports the demo site unless it exists, even if it was changed since, and issues a preview of its draft. Resolves with
 * the preview's token; undefined where the page is gone.
 */
export async function prepareDemo(context: CommandContext): Promise<{ previewToken: string | undefined }> {
  if ((await demoSiteId(context)) === undefined) {
    const bundle = { text: await readFile(demoFile("fjord-and-form.yaml"), "utf8"), dryRun: false, setStock: false };
    await commandNamed("site import").run(context, bundle);
  }
  const { sql, clock, ids } = context;
  const siteId = await demoSiteId(context);
  const [page] = siteId === undefined ? [] : await findPages(sql, siteId, draftedPage);
  if (siteId === undefined || !page) return { previewToken: undefined };
  const now = clock.now();
  // One at a time, for any number of processes.
  await cancelPreviews(sql, siteId, { pageId: page.id }, now);
  const expiresAt = new Date(now.getTime() + previewLifeMs.usual);
  const created = await createPreview(sql, { now, ids }, siteId, { pageId: page.id, expiresAt });
  return { previewToken: created?.token };
}

async function demoSiteId({ sql }: CommandContext): Promise<string | undefined> {
  const [site] = await sql<{ id: string }>`select id from sites where slug = ${demoSlug}`;
  return site?.id;
}

/** The first lines for a newcomer. */
export function demoGreeting(
  baseUrl: string,
  {
    showsMails,
    showsShop,
    sandboxUrl,
    previewToken,
    takesSignups,
  }: {
    showsMails: boolean;
    showsShop: boolean;
    sandboxUrl: string | undefined;
    previewToken: string | undefined;
    takesSignups: boolean;
  },
): string {
  const [cms, shop] = [`${baseUrl}/api/public/v1`, `${baseUrl}/api/v1/shop`];
  const get = (url: string) => `  curl -H 'x-api-key: ${demoApiKey}' '${url}'`;
  const post = (url: string, body: object, key = "") =>
    `  curl ${key}-H 'content-type: application/json' -d '${JSON.stringify(body)}' '${url}'`;
  const withKey = `-H 'x-api-key: ${demoApiKey}' `;
  const account = { email: "ada@example.com", password: "a long password" };
  const message = { name: "Ada", email: account.email, topic: "other", message: "Hello" };
  const ownSite = { siteName: "My shop", siteSlug: "my-shop", ...account };
  return [
    `Vitrine is ready at ${baseUrl}`,
    "",
    ...(showsShop ? [`  Shop page    ${baseUrl}/demo/shop (buy something)`, `  Site pages   ${baseUrl}/demo/site (write something)`] : []),
    ...(showsShop && previewToken !== undefined ? [`  A draft      ${baseUrl}/demo/site#preview=${previewToken} (for a day)`] : []),
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
    ...(previewToken === undefined ? [] : [`  curl '${previewLink(baseUrl, previewToken)}'   (the same page as a draft, for a day)`]),
    get(`${cms}/pages/about?locale=de`),
    get(`${cms}/content/blog-post?pageSize=3`),
    get(`${shop}/products?category=seating&maxPrice=50000&sort=price`),
    get(`${shop}/products?q=chiar`),
    post(`${cms}/plugins/svc.forms/forms/contact/submit`, { data: message }, withKey),
    post(`${shop}/auth/register`, account, withKey),
    ...(takesSignups ? [`${post(`${cms}/signup`, ownSite)}   (a site of your own)`] : []),
    ...(sandboxUrl === undefined
      ? []
      : [`  npm run demo:purchase${baseUrl === defaultUrl ? "" : ` -- ${baseUrl}`}   (buys something, step by step)`]),
    "",
    "Stop it with Ctrl+C.",
  ].join("\n");
}
