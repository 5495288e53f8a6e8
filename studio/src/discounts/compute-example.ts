import { applyDiscounts, whyNot, type ComputedDiscount, type DiscountableLine } from "@vitrine/client/admin";
import type { CreateDiscountInput, EditedProduct } from "@vitrine/client/admin";

type Variant = EditedProduct["variants"][number];

/** A variant of a product that an example may have. */
export interface ExampleItem {
  product: Pick<EditedProduct, "id" | "slug" | "title" | "categoryId">;
  variant: Pick<Variant, "id" | "sku" | "price">;
}

export interface CategoryPlace {
  id: string;
  slug: string;
  parentId: string | null;
}

/** What an example basket costs, in minor units. */
export interface Example {
  lines: { title: string; quantity: number; amount: number }[];
  /** Undefined: the discount does not apply to the basket. */
  discount: number | undefined;
  total: number;
}

const mostUnits = 100;

/** A basket of the items, with as many units of the first one as the discount needs, and what the discount takes off. Pure. */
export function exampleOf(
  rule: CreateDiscountInput,
  items: readonly ExampleItem[],
  categories: readonly CategoryPlace[],
  currency: string,
): Example {
  const discount = computed(rule, items, categories);
  const units = unitsFor(rule, items[0]?.variant.price ?? 0);
  const lines = items.map(({ product, variant }, index): DiscountableLine => ({
    variantId: variant.id,
    productId: product.id,
    categories: categoryAndAbove(product.categoryId, categories),
    quantity: index === 0 ? units : 1,
    unitPrice: variant.price,
  }));
  const subtotal = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const isApplied = whyNot(discount, lines) === undefined;
  const off = isApplied ? applyDiscounts([discount], lines, currency).lines.reduce((sum, amount) => sum + amount, 0) : 0;
  return {
    lines: lines.map(({ quantity, unitPrice }, index) => ({
      title: items[index]?.product.title ?? "",
      quantity,
      amount: quantity * unitPrice,
    })),
    discount: isApplied ? off : undefined,
    total: subtotal - off,
  };
}

function unitsFor({ kind, value, minimumQuantity = 1, minimumSubtotal = 0 }: CreateDiscountInput, price: number): number {
  const both = kind === "BUY_GET" && typeof value === "object" ? value.buy + value.get : 1;
  return Math.min(mostUnits, Math.max(minimumQuantity, both, price > 0 ? Math.ceil(minimumSubtotal / price) : 1));
}

function categoryAndAbove(id: string | null, categories: readonly CategoryPlace[]): string[] {
  const category = categories.find((each) => each.id === id);
  return category ? [category.id, ...categoryAndAbove(category.parentId, categories)] : [];
}

/** The discount with the ids of those items that are in the basket. */
function computed(rule: CreateDiscountInput, items: readonly ExampleItem[], categories: readonly CategoryPlace[]): ComputedDiscount {
  const { title, kind, value, minimumSubtotal, minimumQuantity, appliesTo } = rule;
  const named = appliesTo && {
    categories: categories.filter(({ slug }) => appliesTo.categories?.includes(slug)).map(({ id }) => id),
    products: items.filter(({ product }) => appliesTo.products?.includes(product.slug)).map(({ product }) => product.id),
    variants: items.filter(({ variant }) => appliesTo.skus?.includes(variant.sku)).map(({ variant }) => variant.id),
  };
  return { id: "", title, code: null, kind, value, minimumSubtotal, minimumQuantity, items: named ?? null };
}
