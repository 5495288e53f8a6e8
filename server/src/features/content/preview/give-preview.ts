import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Sql } from "../../../ports/database.ts";
import { createPreview } from "./issue-previews.ts";
import { hashPreviewToken, previewLifeMs } from "./preview-token.ts";

/** Adds a preview with a given token, or changes the end of one that still runs. `taken`: the token belongs to another page or site. */
export async function givePreview(
  tx: Sql,
  ctx: WriteContext,
  siteId: string,
  { pageId, token, expiresAt }: { pageId: string; token: string; expiresAt: Date | undefined },
): Promise<"created" | "updated" | "unchanged" | "taken"> {
  const { now } = ctx;
  const [storedPreview] = await tx<{ siteId: string; pageId: string | null; isRunning: boolean; expiresAt: Date }>`
    select
      site_id as "siteId", document_id as "pageId", expires_at > ${now} and cancelled_at is null as "isRunning",
      expires_at as "expiresAt"
    from previews where token_hash = ${hashPreviewToken(token)}`;
  if (storedPreview && (storedPreview.siteId !== siteId || storedPreview.pageId !== pageId)) return "taken";
  if (storedPreview) {
    // It is the bundle's from now on, whoever made it: if deleted a day after its end, the next import would make it valid again.
    await tx`
      update previews set is_given = true
      where site_id = ${siteId} and token_hash = ${hashPreviewToken(token)} and not is_given`;
    if (!storedPreview.isRunning || expiresAt === undefined || expiresAt.getTime() === storedPreview.expiresAt.getTime())
      return "unchanged";
    const moved = await tx<{ id: string }>`
      update previews set expires_at = ${expiresAt}
      where site_id = ${siteId} and token_hash = ${hashPreviewToken(token)} and cancelled_at is null and expires_at > ${now}
      returning id`;
    return moved.length > 0 ? "updated" : "unchanged";
  }
  // It expired before anybody could use it: there is nothing to make.
  if (expiresAt !== undefined && expiresAt <= now) return "unchanged";
  const end = expiresAt ?? new Date(now.getTime() + previewLifeMs.usual);
  return (await createPreview(tx, ctx, siteId, { pageId, token, expiresAt: end })) ? "created" : "taken";
}
