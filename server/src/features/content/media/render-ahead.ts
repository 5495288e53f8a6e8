import type { WriteContext } from "../../../lib/published/write-context.ts";
import { addToOutbox } from "../../../lib/tasks/outbox.ts";
import type { Sql } from "../../../ports/database.ts";
import { commonVariants } from "./common-variants.ts";
import type { KeptFile } from "./keep-file.ts";
import { renderCommonWidths } from "./tasks/render-common-widths.ts";

/** Has the variants that pages ask for first rendered in the background, once the transaction is committed. */
export async function renderAhead(tx: Sql, ctx: WriteContext, siteId: string, file: MeasuredFile): Promise<void> {
  const { contentType, width = null, pages = null } = file;
  if (commonVariants({ contentType, width, pages }).length === 0) return;
  await addToOutbox(tx, ctx, renderCommonWidths, { siteId, fileId: file.id });
}

type MeasuredFile = Pick<KeptFile, "id" | "contentType" | "width" | "pages">;
