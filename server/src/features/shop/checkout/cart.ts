import { ProblemError, validationFailed } from "../../../lib/http/problem.ts";
import type { OrderMessages } from "../../../lib/messages/messages.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import type { PaymentLine } from "../../../ports/processor.ts";
import type { Site } from "../../../lib/site.ts";
import { readTranslatedTitles } from "../catalog/index.ts";
import type { NewOrder } from "../orders/index.ts";
import { currencyMixed, notSoldInCurrency, variantUnavailable, type CheckoutBody } from "./checkout.ts";

const mostOfAVariant = 999;
/** At the processor, besides lines for tax and shipping: it accepts a hundred. */
const mostLinesAtProcessor = 98;
const longestName = 250;

/** A line of an order: a quantity of a variant at the price in the catalogue. */
interface CartLine {
  variantId: string;
  productId: string;
  title: string;
  sku: string;
  quantity: number;
  unitPrice: number;
  /** Null: the stock is not tracked. */
  stock: number | null;
  /** The product's category and those above it. */
  categories: readonly string[];
  /** Null: without tax. */
  taxClass: string | null;
  /** Of one, in grams; 0 for what nobody has weighed. */
  weight: number;
  requiresShipping: boolean;
  /** Each unit is a gift card: nothing is sent, no tax is due yet, and no discount applies. */
  isGiftCard: boolean;
}

/** What is for sale of some items, at the catalogue's prices. */
export interface Cart {
  lines: readonly CartLine[];
  /** In lower case; empty without items if nobody chose one. */
  currency: string;
  /** The variants that are not for sale. */
  missing: readonly string[];
  /** The variants that have no price in the currency. */
  unsold: readonly string[];
}

/** One line per variant, in the order of their ids. Throws a problem for a quantity above the limit, and for an invalid id. */
export function mergeItems(items: CheckoutBody["items"]): { variantId: string; quantity: number }[] {
  const quantities = new Map<string, number>();
  for (const [index, { variantId, quantity }] of items.entries()) {
    const sum = (quantities.get(variantId) ?? 0) + quantity;
    if (sum > mostOfAVariant) {
      const message = `must be at most ${mostOfAVariant} of a variant in all`;
      const errors = [{ path: `/items/${index}/quantity`, code: "maximum", message }];
      throw new ProblemError(validationFailed, { detail: `items[${index}].quantity ${message}`, errors });
    }
    quantities.set(variantId, sum);
    if (!isUuid(variantId)) throw unavailable([]);
  }
  return [...quantities].map(([variantId, quantity]) => ({ variantId, quantity })).sort((a, b) => (a.variantId < b.variantId ? -1 : 1));
}

/**
 * Reads the items from the present catalogue, with the titles that it has in the locale. `replaces`: a pending order whose items count as returned, because
 * this one takes its place. `currency` undefined: that of the products, which throws `currency_mixed`.
 */
export async function readCart(
  sql: Sql,
  site: Pick<Site, "id">,
  items: readonly { variantId: string; quantity: number }[],
  locale: string,
  { replaces = null, currency: chosen }: { replaces?: string | null; currency: string | undefined },
): Promise<Cart> {
  const siteId = site.id;
  const variantIds = items.map(({ variantId }) => variantId);
  const currency = chosen ?? null;
  const reading = sql<
    Omit<CartLine, "quantity" | "title" | "unitPrice"> & {
      productTitle: string;
      variantTitle: string;
      unitPrice: number | null;
      currency: string;
    }
  >`
    select
      variants.id as "variantId",
      products.id as "productId",
      products.title as "productTitle",
      variants.title as "variantTitle",
      variants.sku,
      case when ${currency}::text is null or products.currency = ${currency} then variants.price else priced.price end as "unitPrice",
      variants.stock + coalesce(replaced.reserved, 0) as stock,
      coalesce(${currency}::text, products.currency) as currency,
      coalesce(categories.path, '{}') as categories,
      case when products.is_gift_card then null else products.tax_class end as "taxClass",
      products.is_gift_card as "isGiftCard",
      coalesce(variants.weight, 0) as weight,
      variants.requires_shipping and not products.is_gift_card as "requiresShipping"
    from variants
    join products on products.site_id = variants.site_id and products.id = variants.product_id
    left join currency_prices as priced
      on priced.site_id = variants.site_id and priced.variant_id = variants.id and priced.currency = ${currency}
    left join categories on categories.site_id = variants.site_id and categories.id = products.category_id
    left join (
      select order_lines.variant_id, order_lines.reserved from orders
      join order_lines on order_lines.site_id = ${siteId} and order_lines.order_id = orders.id
      where orders.site_id = ${siteId} and orders.id = ${replaces}::uuid and orders.status = 'PENDING'
    ) as replaced on replaced.variant_id = variants.id
    where variants.site_id = ${siteId} and variants.id = any (${variantIds}::uuid[])
      and products.status = 'ACTIVE'`;
  const [foundVariants, titles] = await Promise.all([reading, readTranslatedTitles(sql, siteId, variantIds, locale)]);
  const variants = new Map(foundVariants.map((variant) => [variant.variantId, variant]));
  const lines = items.flatMap(({ variantId, quantity }) => {
    const variant = variants.get(variantId);
    if (!variant || variant.unitPrice === null) return [];
    const { productTitle, variantTitle, currency: _currency, unitPrice, ...line } = variant;
    const { product, variant: ownTitle } = titles.get(variantId) ?? { product: productTitle, variant: variantTitle };
    return { ...line, unitPrice, title: fullTitle(product, ownTitle), quantity };
  });
  const [ofItems = chosen ?? "", ...others] = new Set(foundVariants.map((variant) => variant.currency));
  if (others.length > 0) throw new ProblemError(currencyMixed);
  return {
    lines,
    currency: ofItems,
    missing: variantIds.filter((id) => !variants.has(id)),
    unsold: variantIds.filter((id) => variants.get(id)?.unitPrice === null),
  };
}

/** The lines of an order on the processor's page, in the buyer's language. They add up to what is to pay, to the cent. */
export function paymentLines(
  { lines, subtotal, discount, tax, taxIncluded, shipping, shippingOption, total, toPay }: NewOrder,
  orderNumber: number,
  words: OrderMessages,
): PaymentLine[] {
  // The processor's page has no line below 0.
  if (toPay < total) return [{ name: words.order(orderNumber), description: words.lessGiftCards, quantity: 1, unitAmount: toPay }];
  const ofLines = lines.reduce((sum, line) => sum + line.discount, 0);
  const listed =
    lines.length > mostLinesAtProcessor
      ? [{ name: words.order(orderNumber), description: words.items(lines.length), quantity: 1, unitAmount: subtotal - ofLines }]
      : lines.map(paymentLine);
  const extra = (name: string, unitAmount: number) => (unitAmount > 0 ? [{ name, description: null, quantity: 1, unitAmount }] : []);
  const sent = shipping - (discount - ofLines);
  return [...listed, ...extra(words.tax, taxIncluded ? 0 : tax), ...extra(shippingOption?.title ?? words.shipping, sent)];
}

/** The processor's page has no line below 0, and a discount need not be a multiple of the quantity: the line is one item then. */
function paymentLine({ title, sku, quantity, unitPrice, discount }: NewOrder["lines"][number]): PaymentLine {
  return discount === 0
    ? { name: title, description: sku, quantity, unitAmount: unitPrice }
    : {
        name: quantity === 1 ? title : `${quantity} × ${title}`,
        description: sku,
        quantity: 1,
        unitAmount: quantity * unitPrice - discount,
      };
}

/** Names valid ids only: other text from the caller is not repeated. */
export function unavailable(variantIds: readonly string[]): ProblemError {
  const detail = "Some items are not for sale: leave them out of the order.";
  return new ProblemError(variantUnavailable, { detail, members: { items: variantIds.map((variantId) => ({ variantId, available: 0 })) } });
}

/** The refusal of an order in a currency in which some of its items have no price. */
export function unsoldIn(currency: string, variantIds: readonly string[]): ProblemError {
  const detail = `Some items are not sold in ${currency.toUpperCase()}: leave them out of the order, or choose another currency.`;
  return new ProblemError(notSoldInCurrency, { detail, members: { items: variantIds.map((variantId) => ({ variantId, available: 0 })) } });
}

function fullTitle(product: string, variant: string): string {
  const title = variant === "" || variant === product ? product : `${product} – ${variant}`;
  const letters = Array.from(title);
  return letters.length > longestName ? `${letters.slice(0, longestName - 1).join("")}…` : title;
}
