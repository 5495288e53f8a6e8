import { useQueryClient } from "@tanstack/react-query";
import type { EditedProduct } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { toast } from "../parts/toast.tsx";
import { productQuery } from "./catalog-queries.ts";

/** Takes a product out of the shop. What is not saved of it stays in the form. */
export function useArchive({ id, revision }: EditedProduct) {
  const site = useSite();
  const queries = useQueryClient();
  const { product: words } = shopTexts;
  const { act, isBusy } = useMutation(words.problems);
  return {
    isBusy,
    async archive(): Promise<boolean> {
      const isDone = await act(async () => {
        await site.api.catalog.bulkProducts({ action: "archive", items: [{ id, revision }] });
        await queries.invalidateQueries({ queryKey: productQuery(site, id).queryKey });
        void queries.invalidateQueries({ queryKey: [...site.key, "products"] });
      });
      if (isDone) toast(words.archived);
      return isDone;
    },
  };
}
