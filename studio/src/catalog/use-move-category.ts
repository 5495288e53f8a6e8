import { useQueryClient } from "@tanstack/react-query";
import type { EditedCategoryRow } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { toast } from "../parts/toast.tsx";
import type { CategoryPlace } from "./category-place.ts";

/** Moves one of all categories with everything below it, and offers to move it back. */
export function useMoveCategory(all: readonly EditedCategoryRow[]): (category: EditedCategoryRow, place: CategoryPlace) => Promise<void> {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const { categories } = shopTexts;
  const { act } = useMutation(categories.problems);
  const send = async ({ id, revision }: Pick<EditedCategoryRow, "id" | "revision">, place: CategoryPlace): Promise<number | undefined> => {
    let newRevision: number | undefined;
    await act(async () => void ({ revision: newRevision } = await api.catalog.moveCategory({ id, revision, ...place })));
    await queries.invalidateQueries({ queryKey: [...key, "categories"] });
    return newRevision;
  };
  return async (category, place) => {
    const { id, title, parentId } = category;
    // Positions of an import may have gaps.
    const position = all.filter((each) => each.parentId === parentId).findIndex((each) => each.id === id);
    const revision = await send(category, place);
    if (revision === undefined) return;
    toast(categories.moved(title), { label: texts.app.undo, run: () => void send({ id, revision }, { parentId, position }) });
  };
}
