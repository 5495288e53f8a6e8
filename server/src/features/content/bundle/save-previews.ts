import { findPages, givePreview, previewLifeMs } from "../preview/index.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { emptyTally, type Tally } from "../../../lib/observing/tally.ts";
import type { Sql } from "../../../ports/database.ts";
import { BundleError } from "./bundle-error.ts";
import { repeated } from "./check-bundle.ts";
import type { Bundle } from "./schema.ts";

type BundlePreview = NonNullable<Bundle["previews"]>[number];

/**
 * Adds the previews that the site does not have, found by their tokens, and changes the end of running ones if the bundle names another.
 * Expired and cancelled ones stay as they are. Call it after the pages are saved. Throws BundleError with every mistake; no mistake
 * contains a token.
 */
export async function savePreviews(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { previews = [] }: Bundle,
  locate: (errors: readonly ValidationError[]) => ValidationError[],
): Promise<Tally> {
  const tally = emptyTally();
  const seen = new Map<string, string>();
  const errors: ValidationError[] = [];
  for (const [index, preview] of previews.entries()) {
    const path = `/previews/${index}`;
    const end = endOf(preview, ctx.now);
    const mistakes = [
      ...repeated(seen, preview.token, `${path}/token`),
      ...(typeof end === "string" ? [{ path: `${path}/expiresAt`, code: "instant", message: end }] : []),
    ];
    const pages = await findPages(tx, siteId, preview.page);
    if (pages.length !== 1) {
      const message = pages.length === 0 ? "is not one of the site's pages" : "is the slug of several pages: name one of them";
      mistakes.push({ path: `${path}/page`, code: "unknown", message });
    }
    const [page] = pages;
    if (mistakes.length > 0 || !page || typeof end === "string") errors.push(...mistakes);
    else {
      const result = await givePreview(tx, ctx, siteId, { pageId: page.id, token: preview.token, expiresAt: end });
      if (result === "taken") errors.push({ path: `${path}/token`, code: "token", message: "is in use elsewhere" });
      else tally[result] += 1;
    }
  }
  if (errors.length > 0) throw new BundleError(locate(errors));
  return tally;
}

/** The preview's end in the bundle; undefined when the bundle names none; a text when it is invalid. */
function endOf({ expiresAt }: BundlePreview, now: Date): Date | undefined | string {
  if (expiresAt === undefined) return undefined;
  const end = new Date(expiresAt);
  if (Number.isNaN(end.getTime())) return "is not a valid date and time";
  if (end.getTime() > now.getTime() + previewLifeMs.longest) return "lies more than 30 days ahead";
  return end > now && end.getTime() < now.getTime() + previewLifeMs.shortest ? "lies less than a minute ahead" : end;
}
