import { useQueryClient } from "@tanstack/react-query";
import { isAdminError } from "@vitrine/client/admin";
import { useState } from "react";
import { useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { toast } from "../parts/toast.tsx";
import { draftErrors, fieldOf } from "./draft-errors.ts";
import { bodyOf, draftOf } from "./product-draft.ts";
import { productQuery, useShowProduct } from "./product-queries.ts";
import type { useProductDraft } from "./use-product-draft.ts";

/** Saves the whole product, or creates it. `goToFirst` leads to the first of the wrong fields. */
export function useSaveProduct(
  { form, edits, check, refuse, settle }: ReturnType<typeof useProductDraft>,
  goToFirst: (fields: readonly string[]) => void,
) {
  const site = useSite();
  const queries = useQueryClient();
  const go = useGo();
  const show = useShowProduct();
  const { product: words } = shopTexts;
  const { act, isBusy } = useMutation(words.problems);
  const [changedBy, setChangedBy] = useState<string>();
  const { draft, product, currency, translated } = form;

  const store = async () => {
    const body = bodyOf(draft, currency, translated);
    const { catalog } = site.api;
    try {
      const saved = await (product
        ? catalog.replaceProduct({ ...body, id: product.id, revision: edits.revision })
        : catalog.createProduct(body));
      show(saved);
      edits.saved(product ? draftOf(saved, site.site) : draft);
      settle();
      setChangedBy(undefined);
      if (!product) go(`/sites/${site.slug}/products/${saved.id}`, { replace: true });
      toast(product ? words.saved : words.isCreated);
    } catch (error) {
      if (isAdminError(error, "validation_failed") && error.errors.length > 0) {
        refuse(error.errors, draft);
        goToFirst(error.errors.map((each) => fieldOf(each, draft)));
      }
      if (isAdminError(error, "revision_conflict") && product) {
        setChangedBy((error as { changedBy?: { name?: string } | null }).changedBy?.name);
        await queries.invalidateQueries({ queryKey: productQuery(site, product.id).queryKey });
      }
      throw error;
    }
  };
  return {
    isBusy,
    /** Who made the change that the last save has met. */
    changedBy,
    save() {
      if (isBusy || edits.isContested) return;
      if (check()) void act(store);
      else goToFirst([...draftErrors(draft, product, currency).keys()]);
    },
  };
}
