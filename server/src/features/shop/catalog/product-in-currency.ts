/** What a product or a variant costs, in the members of reads. */
interface ShownPrice {
  price: number;
  compareAtPrice: number | null;
  priorPrice?: number | null;
}

interface ShownProduct extends ShownPrice {
  currency: string;
  variants: readonly (ShownPrice & { id: string; available: boolean; currency?: string })[];
}

/** As `pricesIn` reads them. */
type Amounts = readonly [price: number, compareAtPrice: number | null, priorPrice: number | null];

/**
 * The public representation of a product, as JSON text, with its prices in a currency, from those of `pricesIn`. A variant without a price in the
 * currency keeps its own price, whose `currency` it names, and is not `available`. A product without such variants keeps its own currency.
 */
export function productInCurrency(json: string, prices: string | null, currency: string): string {
  const product = JSON.parse(json) as ShownProduct;
  if (product.currency === currency) return withAvailable(product);
  const amountsOf = new Map(Object.entries(JSON.parse(prices ?? "{}") as Record<string, Amounts>));
  const sold = product.variants.flatMap(({ id }) => {
    const amounts = amountsOf.get(id);
    return amounts ? [amounts] : [];
  });
  const [first] = sold;
  if (!first) return withAvailable({ ...product, variants: product.variants.map((variant) => ({ ...variant, available: false })) });
  const cheapest = sold.reduce((least, amounts) => (amounts[0] < least[0] ? amounts : least), first);
  const variants = product.variants.map((variant) => {
    const amounts = amountsOf.get(variant.id);
    return amounts ? withPrice(variant, amounts) : { ...variant, available: false, currency: product.currency };
  });
  return withAvailable({ ...withPrice(product, cheapest), currency, variants });
}

/** Members keep their places. */
function withPrice<Shown extends ShownPrice>({ priorPrice: _prior, ...shown }: Shown, [price, compareAtPrice, priorPrice]: Amounts) {
  return { ...shown, price, compareAtPrice, ...(compareAtPrice === null ? {} : { priorPrice }) };
}

function withAvailable(product: ShownProduct): string {
  return JSON.stringify({ ...product, available: product.variants.some(({ available }) => available) });
}
