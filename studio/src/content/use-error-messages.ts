import { useQuery } from "@tanstack/react-query";
import { errorOf } from "../app/refusals.ts";
import { useSite } from "../app/site.tsx";
import type { EditedDraft } from "../draft/block.ts";
import { schemaAt } from "../fields/schema.ts";
import { useOpenDocument } from "./open-document.tsx";
import { pointerWords } from "./pointer-words.ts";
import { partAt } from "./selection.ts";
import { blockTypesQuery, contentTypesQuery } from "./types.ts";

/** Names the field of a fault in the open document as the forms do, such as `Hero › Title`, and says what is wrong with it. */
export function useErrorWords(): (draft: EditedDraft, error: { path: string; code: string }) => { field: string; words: string } {
  const site = useSite();
  const { documents, document } = useOpenDocument();
  const { data: blockTypes = [] } = useQuery({ ...blockTypesQuery(site), enabled: documents === "pages" });
  const { data: contentTypes = [] } = useQuery({ ...contentTypesQuery(site), enabled: documents === "entries" });
  return (draft, { path, code }) => {
    const { block, form, path: within } = partAt(draft, path);
    if (form === "document" || path === "/composition") return { field: pointerWords(path), words: errorOf({ code }) };
    const type = block
      ? blockTypes.find((each) => each.type === block.type)
      : contentTypes.find((each) => each.type === document.contentType);
    const schema = type?.schema ?? {};
    const field = [block && (type?.title ?? block.type), pointerWords(within, schema)].filter(Boolean).join(" › ");
    return { field, words: errorOf({ code }, schemaAt(schema, within)[code]) };
  };
}
