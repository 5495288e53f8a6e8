import { useQueryClient } from "@tanstack/react-query";
import { isAdminError } from "@vitrine/client/admin";
import { useEffect, useState } from "react";
import { useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { onSiteEvent } from "../app/site-events.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { tellProblem, toast } from "../parts/toast.tsx";
import { draftErrors, fieldOf } from "./draft-errors.ts";
import { bodyOf, draftOf } from "./product-draft.ts";
import { productQuery, useShowProduct } from "./catalog-queries.ts";
import type { useProductDraft } from "./use-product-draft.ts";

/** Saves the whole product, or creates it. `goToFirst` leads to the first of the wrong fields. */
export function useSaveProduct(
  { form, edits, check, refuse, settle }: ReturnType<typeof useProductDraft>,
  goToFirst: (fields: readonly string[], onNone?: () => void) => void,
) {
  const site = useSite();
  const queries = useQueryClient();
  const go = useGo();
  const show = useShowProduct();
  const { product: words } = shopTexts;
  const { act, isBusy } = useMutation(words.problems);
  const [changedBy, setChangedBy] = useState<string>();
  const [isBehind, setBehind] = useState(false);
  const { draft, product, currency, translated } = form;

  useEffect(
    () =>
      onSiteEvent((event) => {
        if (event.event === "changed" && event.data.id === product?.id) setChangedBy(event.data.by?.name);
      }),
    [product?.id],
  );
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
      setBehind(false);
      if (!product) go(`/sites/${site.slug}/products/${saved.id}`, { replace: true });
      toast(product ? words.saved : words.isCreated);
    } catch (error) {
      if (isAdminError(error, "validation_failed") && error.errors.length > 0) {
        refuse(error.errors, draft);
        // Where no field shows what is wrong, a message does.
        return goToFirst(
          error.errors.map((each) => fieldOf(each, draft)),
          () => tellProblem(error, words.problems),
        );
      }
      if (isAdminError(error, "revision_conflict") && product) {
        setChangedBy((error as { changedBy?: { name?: string } | null }).changedBy?.name);
        setBehind(true);
        return queries.invalidateQueries({ queryKey: productQuery(site, product.id).queryKey });
      }
      throw error;
    }
  };
  return {
    isBusy,
    /** Who made the latest change. */
    changedBy,
    /** The last save has met a change of somebody else, and did not happen. */
    isBehind,
    forget: () => setBehind(false),
    save() {
      if (isBusy || edits.isContested) return;
      if (check()) void act(store);
      else goToFirst([...draftErrors(draft, product, currency).keys()]);
    },
  };
}
