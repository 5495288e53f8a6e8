import type { Sql } from "../../../../ports/database.ts";
import { shownTitle } from "../../rendering/index.ts";
import { readSchema } from "../../types/index.ts";
import type { GivenDraft } from "./draft.ts";
import type { LockedDocument, LockedTranslation } from "./locked-document.ts";
import { firstText } from "./type-schemas.ts";
import { draftOf } from "./update-draft.ts";

/**
 * Derives the title of an entry from its data, for `storedDraft`. A title that is sent back as it was read does not stay when the data that it
 * was derived from change: then the member is taken out of the given draft.
 */
export async function titleFor(
  tx: Sql,
  siteId: string,
  { kind, contentType }: LockedDocument,
  existing: LockedTranslation | undefined,
  draft: GivenDraft,
): Promise<(data: object) => string> {
  if (kind === "page") return () => "";
  const schema = await readSchema(tx, siteId, contentType);
  const derive = (data: object) => firstText(schema ?? {}, data);
  if (existing && draft.title !== undefined) {
    const { title, content } = draftOf(existing);
    if (draft.title === title && title === shownTitle(derive(JSON.parse(content) as object))) delete draft.title;
  }
  return derive;
}
