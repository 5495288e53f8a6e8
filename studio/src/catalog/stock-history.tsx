import type { StockMovement } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { language } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import { Button } from "../parts/button.tsx";
import { Loading } from "../parts/loading.tsx";
import { To } from "../parts/to.tsx";
import { usePaged } from "../parts/use-paged.ts";
import styles from "./product.module.css";

/** Everything that changed the stock of a variant, the latest first. */
export function StockHistory({ variantId }: { variantId: string }) {
  const { api, key } = useSite();
  const { product: words } = shopTexts;
  const { items, isLoading, more, hasMore } = usePaged([...key, "stock-movements", variantId], (page, signal) =>
    api.catalog.listStockMovements({ id: variantId, page, pageSize: 50 }, { signal }),
  );
  return (
    <section className="stack" aria-label={words.history}>
      <h3>{words.history}</h3>
      {isLoading ? (
        <Loading />
      ) : items.length === 0 ? (
        <p className="soft">{words.noMovements}</p>
      ) : (
        <ol className={styles.movements}>
          {items.map((movement) => (
            <Movement key={movement.id} movement={movement} />
          ))}
        </ol>
      )}
      {hasMore && <Button onPress={more}>{words.older}</Button>}
    </section>
  );
}

function Movement({ movement: { at, kind, change, stock, reason, note, order, by } }: { movement: StockMovement }) {
  const { slug, may } = useSite();
  const { product: words } = shopTexts;
  const signed = new Intl.NumberFormat(language, { signDisplay: "exceptZero" });
  const left = stock === null ? words.notTracked : words.movementLeft(new Intl.NumberFormat(language).format(stock));
  const label = order && words.order(String(order.number));
  return (
    <li>
      <strong className={styles.change}>{signed.format(change)}</strong>
      <span className={styles.event}>
        <span>
          {reason === null ? words.movements[kind] : words.reasons[reason]}
          {order && <> · {may("orders:read") ? <To path={`/sites/${slug}/orders/${order.id}`}>{label}</To> : label}</>}
          <span className="soft"> · {left}</span>
        </span>
        {note !== null && <span className={styles.text}>{note}</span>}
        <small className="soft">
          {by !== null && `${by.name} · `}
          <Ago at={at} />
        </small>
      </span>
    </li>
  );
}
