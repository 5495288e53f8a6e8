import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type EditedCategoryRow } from "@vitrine/client/admin";
import { useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Confirm } from "../parts/confirm.tsx";
import { toast } from "../parts/toast.tsx";

/** Deletes a category: says first what refers to it. */
export function DeleteCategory({ category: { id, title, revision }, onClose }: { category: EditedCategoryRow; onClose(): void }) {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const { categories } = shopTexts;
  const { act, isBusy } = useMutation(categories.problems);
  const [places, setPlaces] = useState<number>();
  const remove = async () => {
    let isInUse = false;
    const isDone = await act(async () => {
      try {
        await api.catalog.deleteCategory({ id, revision, ...(places !== undefined && { force: true }) });
      } catch (error) {
        if (!isAdminError(error, "in_use")) throw error;
        isInUse = true;
        setPlaces(error.placesTotal);
      }
    });
    if (isInUse) return;
    await Promise.all(["categories", "products"].map((name) => queries.invalidateQueries({ queryKey: [...key, name] })));
    onClose();
    if (isDone) toast(categories.deleted(title));
  };
  return (
    <Confirm
      title={categories.deleteTitle(title)}
      label={places === undefined ? texts.media.delete : texts.media.deleteAnyway}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>{places === undefined ? categories.deleteText : categories.deleteInUse(places)}</p>
    </Confirm>
  );
}
