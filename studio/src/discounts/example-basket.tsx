import { useQuery } from "@tanstack/react-query";
import type { CreateDiscountInput, EditedProductRow } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney, formatNumber } from "../app/texts.ts";
import { useCategories } from "../catalog/catalog-queries.ts";
import { Card } from "../parts/page.tsx";
import { exampleOf, type ExampleItem } from "./compute-example.ts";
import { titleOf } from "./discount-words.tsx";
import styles from "./discounts.module.css";

const mostItems = 2;

/** What the discount takes off a basket of products of the shop. Nothing where there are no products. */
export function ExampleBasket({ rule }: { rule: CreateDiscountInput }) {
  const { site } = useSite();
  const { discounts } = shopTexts;
  const categories = useCategories();
  const items = useExampleItems(rule.appliesTo);
  if (!categories || !items || items.length === 0) return null;
  const { currency } = site;
  const { lines, discount, total } = exampleOf(rule, items, categories, currency);
  return (
    <Card title={discounts.example}>
      <table className={styles.basket}>
        <tbody>
          {lines.map(({ title, quantity, amount }, index) => (
            <tr key={index}>
              <th scope="row">
                {formatNumber(quantity)} × {title}
              </th>
              <td>{formatMoney(amount, currency)}</td>
            </tr>
          ))}
          {discount !== undefined && discount > 0 && (
            <tr>
              <th scope="row">{titleOf(rule, site.defaultLocale)}</th>
              <td>{formatMoney(-discount, currency)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{discounts.after}</th>
            <td>{formatMoney(total, currency)}</td>
          </tr>
        </tfoot>
      </table>
      <p className="soft">
        {discount === undefined ? discounts.exampleNone : rule.kind === "FREE_SHIPPING" ? discounts.shippingFree : discounts.exampleText}
      </p>
    </Card>
  );
}

/** One product that the discount is for, and another one; of each the variant that it names, or the first one. */
function useExampleItems(appliesTo: CreateDiscountInput["appliesTo"]): ExampleItem[] | undefined {
  const { api, key, site } = useSite();
  const categories = useCategories();
  const [slug] = appliesTo?.products ?? [];
  const [sku] = appliesTo?.skus ?? [];
  const category = categories?.find((each) => each.slug === appliesTo?.categories?.[0])?.id;
  const { data } = useQuery({
    queryKey: [...key, "products", "example", slug, sku, category],
    queryFn: async ({ signal }) => {
      const list = async (input: { q?: string; category?: string }): Promise<EditedProductRow[]> =>
        (await api.catalog.listEditedProducts({ ...input, status: "ACTIVE", pageSize: 20, sort: "title" }, { signal })).data;
      const named = [
        ...(slug === undefined ? [] : (await list({ q: slug })).filter((product) => product.slug === slug)),
        ...(sku === undefined ? [] : (await list({ q: sku })).slice(0, 1)),
        ...(category === undefined ? [] : await list({ category })),
      ].slice(0, 1);
      const rows = [...named, ...(await list({}))].filter(({ currency }) => currency === site.currency);
      const ids = [...new Set(rows.map(({ id }) => id))].slice(0, mostItems);
      const products = await Promise.all(ids.map((id) => api.catalog.getEditedProduct({ id }, { signal })));
      return products.flatMap((product): ExampleItem[] => {
        const variant = product.variants.find((each) => each.sku === sku) ?? product.variants[0];
        return variant ? [{ product, variant }] : [];
      });
    },
    enabled: categories !== undefined,
    placeholderData: (earlier) => earlier,
  });
  return data;
}
