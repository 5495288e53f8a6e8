import { readFile } from "node:fs/promises";
import { commandNamed } from "./commands.ts";
import { demoFile } from "./features/demo/index.ts";
import type { CommandContext } from "./lib/cli/command.ts";
import { cancelPreviews, createPreview, findPages, previewLifeMs } from "./features/preview/index.ts";
import type { DemoSite } from "./ports/local-server.ts";

/** The demo site's public key: the same everywhere, so that samples can be copied. The site contains only samples. */
export const demoApiKey = "pk_FjordAndFormDemoKey0000000000000";
export const demoSlug = "fjord-and-form";

/** It has a draft that looks different at first sight. */
const draftedPage = "home";

/** Imports the demo site unless it exists, even if it was changed since, and issues a preview of its draft. */
export async function prepareDemo(context: CommandContext): Promise<DemoSite> {
  if ((await demoSiteId(context)) === undefined) {
    context.progress("Importing the demo site …");
    const bundle = { text: await readFile(demoFile("fjord-and-form.yaml"), "utf8"), dryRun: false, setStock: false };
    await commandNamed("site import").run(context, bundle);
  }
  const demo = { slug: demoSlug, apiKey: demoApiKey };
  const { sql, clock, ids } = context;
  const siteId = await demoSiteId(context);
  const [page] = siteId === undefined ? [] : await findPages(sql, siteId, draftedPage);
  if (siteId === undefined || !page) return { ...demo, previewToken: undefined };
  const now = clock.now();
  // One at a time, for any number of processes.
  await cancelPreviews(sql, siteId, { pageId: page.id }, now);
  const expiresAt = new Date(now.getTime() + previewLifeMs.usual);
  const created = await createPreview(sql, { now, ids }, siteId, { pageId: page.id, expiresAt });
  return { ...demo, previewToken: created?.token };
}

async function demoSiteId({ sql }: CommandContext): Promise<string | undefined> {
  const [site] = await sql<{ id: string }>`select id from sites where slug = ${demoSlug}`;
  return site?.id;
}

/** The first lines for a newcomer. */
export function demoGreeting(baseUrl: string): string {
  return [
    "Vitrine is ready.",
    "",
    `  Start here   ${baseUrl}/`,
    `  Demo shop    ${baseUrl}/demo/shop`,
    `  Demo site    ${baseUrl}/demo/site`,
    `  Reference    ${baseUrl}/docs`,
    "",
    `  curl -H 'x-api-key: ${demoApiKey}' '${baseUrl}/api/public/v1/pages/home'`,
    "",
    "Stop it with Ctrl+C.",
  ].join("\n");
}
