import type { Translation } from "@vitrine/client/admin";
import type { EditedDraft } from "./block.ts";
import { differences } from "./differences.ts";
import { contentOf } from "./saver-state.ts";

export interface PublicationState {
  readonly state: Translation["state"];
  /** How many differences a publication makes public. 0 where nothing is public yet: then everything is new. */
  readonly changes: number;
}

/**
 * How far a translation is for the public, words included that are only here so far: the server's own state comes with the next event, which a person who has
 * just written something does not wait for.
 */
export function publicationState({ published }: Pick<Translation, "published">, draft: EditedDraft): PublicationState {
  if (!published) return { state: "DRAFT", changes: 0 };
  const changes = differences(contentOf({ draft: null, published }), draft).length;
  return { state: changes > 0 ? "CHANGED" : "PUBLISHED", changes };
}
