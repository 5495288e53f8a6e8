import { readFile } from "node:fs/promises";
import { commands } from "./commands/index.ts";
import type { CommandContext } from "./commands/command.ts";

/** The demo site's public key: the same everywhere, so that samples can be copied. The site holds nothing but samples. */
export const demoApiKey = "pk_FjordAndFormDemoKey0000000000000";
export const demoSlug = "fjord-and-form";

const demoBundle = new URL("../demo/fjord-and-form.yaml", import.meta.url);

/** Imports the demo site unless it is there, whatever became of it since. */
export async function prepareDemo(context: CommandContext): Promise<void> {
  const [site] = await context.sql<{ id: string }>`select id from sites where slug = ${demoSlug}`;
  if (site) return;
  const siteImport = await commands["site import"]();
  await siteImport.run(context, { text: await readFile(demoBundle, "utf8"), dryRun: false });
}

/** What a newcomer reads after the start. */
export function demoGreeting(baseUrl: string): string {
  const cms = `${baseUrl}/api/public/v1`;
  const get = (path: string) => `  curl -H 'x-api-key: ${demoApiKey}' '${cms}${path}'`;
  return [
    `Vitrine is ready at ${baseUrl}`,
    "",
    `  API          ${cms}`,
    `  Reference    ${baseUrl}/docs`,
    `  Description  ${baseUrl}/openapi.json`,
    `  Demo site    ${demoSlug}, public key ${demoApiKey}`,
    "",
    "Try it:",
    get("/pages/home"),
    get("/pages/about?locale=de"),
    get("/content/blog-post?pageSize=3"),
    "",
    "Stop it with Ctrl+C.",
  ].join("\n");
}
