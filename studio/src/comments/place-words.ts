import { useQuery } from "@tanstack/react-query";
import { reviewTexts } from "../app/review-texts.ts";
import { useSite } from "../app/site.tsx";
import type { EditedDraft } from "../draft/block.ts";
import { find } from "../draft/tree.ts";
import { useDraft, useOpenDocument } from "../content/open-document.tsx";
import { pointerTo } from "../content/pointer-to.ts";
import { pointerWords } from "../content/pointer-words.ts";
import { blockTypesQuery, contentTypesQuery } from "../content/types.ts";
import type { CommentPlace } from "./place.ts";

/** Names places as people know them: `Hero › Title`. Undefined: somebody deleted the block. */
export function usePlaceWords(): (place: CommentPlace) => string | undefined {
  const site = useSite();
  const { document } = useOpenDocument();
  const composition = useDraft(({ draft }) => draft.composition);
  const { data: blockTypes } = useQuery(blockTypesQuery(site));
  const { data: contentTypes } = useQuery(contentTypesQuery(site));
  return ({ block, path }) => {
    if (block === null && path === null) return reviewTexts.comments.whole;
    if (block === null) {
      const data = path?.startsWith("/data/");
      const type = data ? contentTypes?.find((each) => each.type === document.contentType) : undefined;
      return pointerWords(path ?? "", type?.schema);
    }
    const match = find(composition ?? [], block);
    if (!match) return undefined;
    const type = blockTypes?.find((each) => each.type === match.block.type);
    const title = type?.title ?? match.block.type;
    return path === null ? title : `${title} › ${pointerWords(path, type?.schema)}`;
  };
}

/** The pointer into the draft that leads to a place. */
export function pointerOf({ composition = [] }: EditedDraft, { block, path }: CommentPlace): string {
  return block === null ? (path ?? "") : `${pointerTo(composition, block)}/props${path ?? ""}`;
}
