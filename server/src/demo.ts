import { readFile } from "node:fs/promises";
import { demoFiles } from "./demo-files.ts";
import { importBundle } from "./features/content/bundle/index.ts";
import { demoFile } from "./features/server/demo/index.ts";
import { issueCards } from "./features/shop/gift-cards/index.ts";
import { ensureViewerKey } from "./features/server/sites/index.ts";
import { filesOf, type CommandContext } from "./lib/cli/command.ts";
import { cancelPreviews, createPreview, findPages, previewLifeMs } from "./features/content/preview/index.ts";
import { ensureOwner } from "./features/people/team/index.ts";
import type { WriteContext } from "./lib/published/write-context.ts";
import type { Sql } from "./ports/database.ts";
import type { DemoSite } from "./ports/local-server.ts";

/** The demo site's public key: the same everywhere, so that samples can be copied. The site contains only samples. */
export const demoApiKey = "pk_FjordAndFormDemoKey0000000000000";
export const demoSlug = "fjord-and-form";
/** The code of a gift card of the demo site, worth 50 euros: so that samples can be copied. */
const demoGiftCard = "DEMO-GIFT-CARD-5000";

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
      dryRun: false,
      setStock: false,
      files: demoFiles(),
      onProgress: (section, done, total) => {
        if (section === "assets" && (done % 20 === 0 || done === total)) context.progress(`Preparing its pictures: ${done} of ${total} …`);
      },
      by: { actor: { kind: "CLI" }, action: "site import" },
    });
    const { hasViewers, secrets } = context;
    await sql.begin((tx) =>
      issueCards(tx, { now: clock.now(), ids, secrets }, siteId, [
        {
          amount: 50_00,
          currency: "eur",
          code: demoGiftCard,
          note: "For samples",
          expiresAt: null,
          adminId: null,
          sold: null,
          isToBeMailed: false,
        },
      ]),
    );
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

/** Makes the demo's admin unless the demo has an owner. Undefined: nobody who owns it may sign in. */
export async function ensureDemoOwner(tx: Sql, ctx: WriteContext): Promise<string | undefined> {
  const siteId = await demoSiteId({ sql: tx });
  return siteId === undefined ? undefined : ensureOwner(tx, ctx, siteId, demoOwner);
}

async function demoSiteId({ sql }: { sql: Sql }): Promise<string | undefined> {
  const [site] = await sql<{ id: string }>`select id from sites where slug = ${demoSlug}`;
  return site?.id;
}
