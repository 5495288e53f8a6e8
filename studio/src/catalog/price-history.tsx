import type { EditedProduct, VariantPrice } from "@vitrine/client/admin";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, formatMoney } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Loading } from "../parts/loading.tsx";
import { usePaged } from "../parts/use-paged.ts";
import styles from "./product.module.css";

/** Below the variants: what each of them has cost, read when somebody wants to see it. */
export function PriceHistory({ product: { variants } }: { product: EditedProduct }) {
  const { product: words } = shopTexts;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const variant = variants.find((each) => each.id === chosen) ?? variants[0];
  if (!variant) return null;
  return (
    <div>
      <Button
        variant="quiet"
        className={styles.disclosure ?? ""}
        aria-expanded={isOpen}
        aria-controls={id}
        onPress={() => setOpen(!isOpen)}
      >
        <ChevronRight className={`icon ${styles.chevron}`} aria-hidden />
        {words.priceHistory}
      </Button>
      <div id={id} hidden={!isOpen} className={styles.prices}>
        {isOpen && (
          <>
            <p className="soft">{words.priceHistoryText}</p>
            {variants.length > 1 && (
              <Choice
                label={words.priceHistoryOf}
                options={variants.map((each) => ({ id: each.id, label: each.title, detail: each.sku }))}
                value={variant.id}
                onChange={setChosen}
              />
            )}
            <Prices variantId={variant.id} />
          </>
        )}
      </div>
    </div>
  );
}

function Prices({ variantId }: { variantId: string }) {
  const { api, key } = useSite();
  const { product: words } = shopTexts;
  // Below `product`, so that a saved price is in it at once.
  const { items, isLoading, more, hasMore } = usePaged([...key, "product", "prices", variantId], (page, signal) =>
    api.catalog.listVariantPrices({ id: variantId, page, pageSize: 20 }, { signal }),
  );
  if (isLoading) return <Loading />;
  return (
    <>
      <ol className={styles.movements} aria-label={words.priceHistory}>
        {items.map((price) => (
          <Price key={price.id} price={price} />
        ))}
      </ol>
      {hasMore && <Button onPress={more}>{words.olderPrices}</Button>}
    </>
  );
}

function Price({ price: { price, currency, since, until, priorPrice, isReduction } }: { price: VariantPrice }) {
  const { product: words } = shopTexts;
  const day = (at: string) => formatDate(at, { dateStyle: "medium" });
  // A price of a few hours has one day.
  const isOneDay = until !== null && day(since) === day(until);
  return (
    <li>
      <strong className={styles.change}>{formatMoney(price, currency)}</strong>
      <span className={styles.event}>
        <span>{until === null ? words.priceSince(day(since)) : isOneDay ? day(since) : words.priceFrom(day(since), day(until))}</span>
        {isReduction && priorPrice !== null && <span className="soft">{words.lowestBefore(formatMoney(priorPrice, currency))}</span>}
      </span>
    </li>
  );
}
