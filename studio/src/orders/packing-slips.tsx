import { useSuspenseQuery } from "@tanstack/react-query";
import type { PackingSlip } from "@vitrine/client/admin";
import { Printer } from "lucide-react";
import { useAsked } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, language, plural } from "../app/texts.ts";
import { BackLink } from "../parts/back-link.tsx";
import { Button } from "../parts/button.tsx";
import { Page } from "../parts/page.tsx";
import { PostalAddress } from "../parts/postal-address.tsx";
import { packingSlipsQuery } from "./order-queries.ts";
import styles from "./packing-slips.module.css";

/** What belongs into the parcels of the orders that the address names: a sheet of paper for each. */
export function PackingSlips() {
  const site = useSite();
  const { ids = "" } = useAsked();
  const { data: slips } = useSuspenseQuery(packingSlipsQuery(site, ids === "" ? [] : ids.split(",")));
  const { orders, shipping } = shopTexts;
  const sheets = slips.filter(hasUnits);
  const empty = slips.filter((slip) => !hasUnits(slip)).map(({ number }) => orders.order(number));
  return (
    <Page
      title={shipping.slips}
      text={plural(sheets.length, orders.total)}
      actions={
        <>
          <BackLink path={`/sites/${site.slug}/orders`} label={orders.title} />
          <Button variant="primary" isDisabled={sheets.length === 0} onPress={() => print()}>
            <Printer className="icon" aria-hidden />
            {shipping.print}
          </Button>
        </>
      }
    >
      {empty.length > 0 && <p className={`soft ${styles.note}`}>{shipping.emptySlips(new Intl.ListFormat(language).format(empty))}</p>}
      {sheets.length === 0 && <p className={styles.note}>{shipping.noSlips}</p>}
      {sheets.map((slip) => (
        <Sheet key={slip.id} slip={slip} />
      ))}
    </Page>
  );
}

const hasUnits = ({ lines }: PackingSlip) => lines.some(({ left }) => left > 0);

function Sheet({ slip: { number, createdAt, shippingAddress, email, notes, lines } }: { slip: PackingSlip }) {
  const { site } = useSite();
  const { orders, shipping } = shopTexts;
  const toSend = lines.filter(({ left }) => left > 0);
  return (
    <article className={styles.sheet} aria-label={orders.order(number)}>
      <header className={styles.head}>
        <p className={styles.shop}>{site.name}</p>
        <h2>{shipping.slip}</h2>
      </header>
      <div className={styles.facts}>
        <section>
          <h3>{shipping.shipTo}</h3>
          {shippingAddress ? (
            <PostalAddress address={shippingAddress} />
          ) : (
            <p>
              {shipping.noShippingAddress}
              {email !== null && (
                <>
                  <br />
                  {email}
                </>
              )}
            </p>
          )}
        </section>
        <section>
          <h3>{orders.orderColumn}</h3>
          <p className={styles.number}>{number}</p>
          <h3>{orders.placed}</h3>
          <p>{formatDate(createdAt, { dateStyle: "long" })}</p>
        </section>
      </div>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{shipping.item}</th>
            <th scope="col">{shipping.sku}</th>
            <th scope="col">{shipping.quantity}</th>
          </tr>
        </thead>
        <tbody>
          {toSend.map(({ id, title, sku, left }) => (
            <tr key={id}>
              <td>{title}</td>
              <td className={styles.sku}>{sku}</td>
              <td>{left}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {shipping.allUnits}
            </th>
            <td>{toSend.reduce((sum, { left }) => sum + left, 0)}</td>
          </tr>
        </tfoot>
      </table>
      {notes !== null && (
        <section>
          <h3>{orders.buyersNote}</h3>
          <p className={styles.notes}>{notes}</p>
        </section>
      )}
    </article>
  );
}
