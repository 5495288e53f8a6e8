import { currencyStep } from "@vitrine/client";
import type { EditedProduct } from "@vitrine/client/admin";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { errorOf as refusedError } from "../app/refusals.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney } from "../app/texts.ts";
import { useEdits } from "../parts/use-edits.ts";
import { draftErrors, fieldOf, type DraftError } from "./draft-errors.ts";
import { draftMembers, draftOf, newDraft, type DraftMember, type ProductDraft } from "./product-draft.ts";
import type { ProductForm } from "./product-form.ts";
import type { Matrix } from "./variant-matrix.ts";

type Refusals = ReadonlyMap<string, string>;

/** The form of a product, stored or new: what is edited, and what is wrong with it. */
export function useProductDraft(product: EditedProduct | undefined, isReadOnly: boolean) {
  const { site } = useSite();
  const { errors: sentences } = shopTexts.product;
  const currency = product?.currency ?? site.currency;
  const stored = useMemo(() => (product ? draftOf(product, site) : newDraft(site)), [product, site]);
  const edits = useEdits<ProductDraft, DraftMember>(stored, draftMembers);
  const draft = edits.values;
  const [isTried, setTried] = useState(false);
  const [refusals, setRefusals] = useState<Refusals>(new Map());
  const errors = useMemo(() => draftErrors(draft, product, currency), [draft, product, currency]);
  const sentenceOf = (error: DraftError) =>
    error === "step" ? sentences.step(formatMoney(currencyStep(currency), currency)) : sentences[error];
  // Edits of the same moment follow each other, and a table of a thousand rows gets the same function each time.
  const latest = useRef({ draft, set: edits.set });
  useLayoutEffect(() => {
    latest.current = { draft, set: edits.set };
  });
  const set = useCallback<ProductForm["set"]>((member, value, field = member) => {
    latest.current.draft = { ...latest.current.draft, [member]: value };
    latest.current.set(member, value);
    setRefusals((refused) => without(refused, field));
  }, []);
  const setMatrix = useCallback(
    (change: (matrix: Matrix) => Matrix, field?: string) => set("matrix", change(latest.current.draft.matrix), field),
    [set],
  );
  const errorOf = (field: string) => {
    const refusal = refusals.get(field);
    if (refusal !== undefined) return refusal;
    const error = errors.get(field);
    // What is empty is not wrong before somebody has tried to save it.
    return error === undefined || (!isTried && emptyErrors.has(error)) ? undefined : sentenceOf(error);
  };
  const form: ProductForm = {
    draft,
    product,
    stored,
    currency,
    isReadOnly,
    translated: site.settings.catalog?.translatedAttributes ?? [],
    errorOf,
    set,
    setMatrix,
  };
  return {
    form,
    edits,
    wrongFields: isTried ? [...errors.keys(), ...refusals.keys()] : [...refusals.keys()],
    /** Shows what is missing. Returns whether the draft can be sent. */
    check() {
      setTried(true);
      return errors.size === 0;
    },
    /** Shows what the server found wrong with the draft that it got. */
    refuse(errors: readonly { path: string; code: string }[], sent: ProductDraft) {
      setRefusals(new Map(errors.map((error) => [fieldOf(error, sent), refusalOf(error)])));
    },
    settle() {
      setTried(false);
      setRefusals(new Map());
    },
  };
}

const emptyErrors: ReadonlySet<DraftError> = new Set(["required", "noValues", "translatedTitle"]);

function without(refusals: Refusals, field: string): Refusals {
  return refusals.has(field) ? new Map([...refusals].filter(([key]) => key !== field)) : refusals;
}

function refusalOf({ path, code }: { path: string; code: string }): string {
  const { errors } = shopTexts.product;
  if (code === "sku_taken") return errors.skuTaken;
  if (code === "duplicate" && path.endsWith("/slug")) return errors.slugTaken;
  return refusedError({ code });
}
