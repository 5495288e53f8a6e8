import type { Saving } from "../../lib/published/saving.ts";
import { addToOutbox } from "../../lib/tasks/outbox.ts";
import type { Sql } from "../../ports/database.ts";
import { commonVariants } from "./common-variants.ts";
import type { KeptFile } from "./keep-file.ts";
import { renderCommonWidths } from "./tasks/render-common-widths.ts";

/** Has the variants that pages ask for first rendered in the background, once the transaction is committed. */
export async function renderAhead(tx: Sql, saving: Saving, siteId: string, file: MeasuredFile): Promise<void> {
  const { contentType, width = null, pages = null } = file;
  if (commonVariants({ contentType, width, pages }).length === 0) return;
  await addToOutbox(tx, saving, renderCommonWidths, { siteId, fileId: file.id });
}

type MeasuredFile = Pick<KeptFile, "id" | "contentType" | "width" | "pages">;
