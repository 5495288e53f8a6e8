import type { AdminAsker } from "./admin-proof.ts";
import { editor, pageDraft, type ShownDocument } from "./documents.ts";

/** A page that the asker's request can name: a draft at revision 1. */
export async function createDraftPage({ server, site, owner, unique }: AdminAsker): Promise<ShownDocument> {
  return editor(server, site, owner).create("pages", pageDraft(`page-${unique}`));
}

/** One that was published, and changed after that: at revision 3, with two versions when the draft is discarded. */
export async function changed(asker: AdminAsker): Promise<ShownDocument> {
  const { server, site, owner, unique } = asker;
  const pageEditor = editor(server, site, owner);
  const { id } = await createDraftPage(asker);
  await pageEditor.publish("pages", id);
  await pageEditor.save("pages", id, pageDraft(`page-${unique}`, "Newer words"), 2);
  return pageEditor.read("pages", id);
}

/** One in the trash. */
export async function trashed(asker: AdminAsker): Promise<ShownDocument> {
  const document = await createDraftPage(asker);
  await editor(asker.server, asker.site, asker.owner).trash("pages", document.id);
  return document;
}
