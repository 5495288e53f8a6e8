import { readFile } from "node:fs/promises";
import { demoFiles } from "./demo-files.ts";
import { importBundle } from "./features/bundle/index.ts";
import { demoFile } from "./features/demo/index.ts";
import { ensureViewerKey } from "./features/sites/index.ts";
import { filesOf, type CommandContext } from "./lib/cli/command.ts";
import { cancelPreviews, createPreview, findPages, previewLifeMs } from "./features/preview/index.ts";
import { ensureOwner, issueSignInLink, signInPage } from "./features/team/index.ts";
import type { DemoSite } from "./ports/local-server.ts";

/** The demo site's public key: the same everywhere, so that samples can be copied. The site contains only samples. */
export const demoApiKey = "pk_FjordAndFormDemoKey0000000000000";
export const demoSlug = "fjord-and-form";

/** Has no password until one is set: the mail with its link is caught on the same machine. */
const demoOwner = { email: "owner@fjord-and-form.example", name: "Fjord & Form", action: "serve" };

/** It has a draft that looks different at first sight. */
const draftedPage = "home";

/** Imports the demo site unless it exists, even if it was changed since, and issues a preview of its draft. */
export async function prepareDemo(context: CommandContext): Promise<DemoSite> {
  const { sql, clock, ids } = context;
  if ((await demoSiteId(context)) === undefined) {
    context.progress("Importing the demo site …");
    const text = await readFile(demoFile("fjord-and-form.yaml"), "utf8");
    const { siteId } = await importBundle({ ...context, ...(await filesOf(context)) }, text, {
      ...{ dryRun: false, setStock: false, onProgress: () => undefined, files: demoFiles() },
      by: { actor: { kind: "CLI" }, action: "site import" },
    });
    const { hasViewers, secrets } = context;
    if (hasViewers) await sql.begin((tx) => ensureViewerKey(tx, { now: clock.now(), ids, secrets }, siteId));
  }
  const demo = { slug: demoSlug, apiKey: demoApiKey };
  const siteId = await demoSiteId(context);
  const [page] = siteId === undefined ? [] : await findPages(sql, siteId, draftedPage);
  if (siteId === undefined || !page) return { ...demo, previewToken: undefined };
  const now = clock.now();
  // One at a time, for any number of processes.
  const by = { actor: { kind: "JOB" }, siteId, action: "demo" } as const;
  await sql.begin((tx) => cancelPreviews(tx, { now, ids }, by, { pageId: page.id }));
  const expiresAt = new Date(now.getTime() + previewLifeMs.usual);
  const created = await createPreview(sql, { now, ids }, siteId, { pageId: page.id, expiresAt });
  return { ...demo, previewToken: created?.token };
}

/** Makes the demo's admin unless the demo has an owner, and a secret that signs the owner in once. Undefined: nobody who owns it may sign in. */
export async function issueDemoSignIn(context: CommandContext): Promise<string | undefined> {
  const { sql, clock, ids } = context;
  const siteId = await demoSiteId(context);
  if (siteId === undefined) return undefined;
  const saving = { now: clock.now(), ids };
  return sql.begin(async (tx) => {
    const ownerId = await ensureOwner(tx, saving, siteId, demoOwner);
    return ownerId === undefined ? undefined : issueSignInLink(tx, saving, ownerId);
  });
}

async function demoSiteId({ sql }: CommandContext): Promise<string | undefined> {
  const [site] = await sql<{ id: string }>`select id from sites where slug = ${demoSlug}`;
  return site?.id;
}

/** The first lines for a newcomer. The secret of the sign-in is printed here, and nowhere else. */
export function demoGreeting(baseUrl: string, signIn: string | undefined): string {
  return [
    "Vitrine is ready.",
    "",
    `  Start here   ${baseUrl}/`,
    `  Demo shop    ${baseUrl}/demo/shop`,
    `  Demo site    ${baseUrl}/demo/site`,
    `  Reference    ${baseUrl}/docs`,
    ...(signIn === undefined
      ? []
      : [`  Sign in      ${signInPage(baseUrl, signIn)}`, "               This link signs in once, within a day."]),
    "",
    `  curl -H 'x-api-key: ${demoApiKey}' '${baseUrl}/api/public/v1/pages/home'`,
    "",
    "Stop it with Ctrl+C.",
  ].join("\n");
}
