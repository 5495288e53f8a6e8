import type { AdminAsker } from "./admin-proof.ts";
import { editor, pageDraft, type ShownDocument } from "./documents.ts";

/** A page that the asker's request can name: a draft at revision 1. */
export async function made({ server, site, owner, unique }: AdminAsker): Promise<ShownDocument> {
  return editor(server, site, owner).create("pages", pageDraft(`page-${unique}`));
}

/** One that was published, and changed after that: at revision 3, with two versions when the draft is discarded. */
export async function changed(asker: AdminAsker): Promise<ShownDocument> {
  const { server, site, owner, unique } = asker;
  const own = editor(server, site, owner);
  const { id } = await made(asker);
  await own.publish("pages", id);
  await own.save("pages", id, pageDraft(`page-${unique}`, "Newer words"), 2);
  return own.read("pages", id);
}

/** One in the trash. */
export async function trashed(asker: AdminAsker): Promise<ShownDocument> {
  const document = await made(asker);
  await editor(asker.server, asker.site, asker.owner).trash("pages", document.id);
  return document;
}
