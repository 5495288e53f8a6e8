import type { EditedProduct } from "@vitrine/client/admin";
import { createContext, use } from "react";
import type { DraftMember, ProductDraft } from "./product-draft.ts";
import type { Matrix } from "./variant-matrix.ts";

export interface ProductForm {
  draft: ProductDraft;
  /** As it is stored; undefined: it is new. */
  product: EditedProduct | undefined;
  /** The draft of the stored product. */
  stored: ProductDraft;
  currency: string;
  isReadOnly: boolean;
  /** Attributes that have words of their own in other locales. */
  translated: readonly string[];
  /** The error of a field, by its key: `title`, `variants/KEY/price`. */
  errorOf(field: string): string | undefined;
  /** `field` is the key of the field that the person edits: what the server said about it is no longer true. */
  set<Member extends DraftMember>(member: Member, value: ProductDraft[Member], field?: string): void;
  setMatrix(change: (matrix: Matrix) => Matrix, field?: string): void;
}

export const ProductFormContext = createContext<ProductForm | undefined>(undefined);

export function useProductForm(): ProductForm {
  const form = use(ProductFormContext);
  if (!form) throw new Error("There is no form here: the field must lie within a ProductEditor.");
  return form;
}
