/** The data that the cart keeps of an item. It keeps no price: the cart looks it up when it shows it, and the server when it is bought. */
export interface CartLine {
  /** Not its slug, which differs by locale. */
  productId: string;
  variantId: string;
  quantity: number;
}

export const maxLines = 50;
export const maxQuantity = 99;

/** The lines in something that came out of a browser; whatever is not a line is left out. */
export function cartLinesIn(value: unknown): CartLine[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isCartLine).slice(0, maxLines);
}

function isCartLine(value: unknown): value is CartLine {
  const { productId, variantId, quantity } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof productId === "string" &&
    typeof variantId === "string" &&
    Number.isInteger(quantity) &&
    Number(quantity) >= 1 &&
    Number(quantity) <= maxQuantity
  );
}
