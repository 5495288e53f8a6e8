import type { OrderDetails, OrderTimelineEntry } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, formatMoney } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Ago } from "../parts/ago.tsx";
import { Button } from "../parts/button.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { useShowOrder } from "./order-queries.ts";
import styles from "./orders.module.css";

/** What happened to an order, the latest first, and a field for a note. */
export function OrderTimeline({ order }: { order: OrderDetails }) {
  const { may } = useSite();
  const { orders } = shopTexts;
  return (
    <Card title={orders.timeline}>
      {may("orders:write") && <Note order={order} />}
      <ol className={styles.timeline}>
        {order.timeline.map((entry) => (
          <li key={entry.id}>
            <span className={styles.event}>
              <span>{sentenceOf(entry, order)}</span>
              <TimelineDetails entry={entry} order={order} />
            </span>
            <small className="soft">
              {entry.by !== null && `${entry.by.name} · `}
              <Ago at={entry.at} />
            </small>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function sentenceOf({ kind, amount, fulfilment, mail, outcome }: OrderTimelineEntry, { currency }: OrderDetails): string {
  const { events, mails } = shopTexts.orders;
  const money = formatMoney(amount ?? 0, currency);
  if (kind === "FULFILLED") return fulfilment === "PARTIAL" ? events.PARTLY_SENT : events.SENT;
  if (kind === "REFUNDED") return events.REFUNDED(money);
  if (kind === "REFUND_FAILED") return events.REFUND_FAILED(money);
  if (kind === "DISPUTED") return events.DISPUTED(money);
  if (kind === "DISPUTE_CLOSED") return outcome === "WON" ? events.DISPUTE_WON : events.DISPUTE_LOST;
  if (kind === "MAIL") return mail === undefined ? events.MAIL : mails[mail];
  return events[kind];
}

function TimelineDetails({ entry, order }: { entry: OrderTimelineEntry; order: OrderDetails }) {
  const { text, reason, code, lines, tracking, respondBy } = entry;
  const { orders } = shopTexts;
  const titles = new Map(order.lines.map(({ id, title }) => [id, title]));
  const parcel = [tracking?.carrier, tracking?.number].filter((part) => part !== undefined).join(" ");
  return (
    <>
      {text !== undefined && <span className={styles.text}>{text}</span>}
      {lines !== undefined && (
        <span className="soft">{lines.map(({ id, quantity }) => `${quantity} × ${titles.get(id) ?? "–"}`).join(", ")}</span>
      )}
      {(parcel !== "" || tracking?.url !== undefined) && (
        <span className="soft">
          {/* Somebody of the shop typed the address. */}
          {tracking?.url !== undefined && /^https?:/i.test(tracking.url) ? (
            <a href={tracking.url} target="_blank" rel="noreferrer">
              {parcel === "" ? orders.track : parcel}
            </a>
          ) : (
            parcel
          )}
        </span>
      )}
      {reason !== undefined && <span className={`soft ${styles.text}`}>{reason}</span>}
      {code !== undefined && <span className={`soft ${styles.code}`}>{code}</span>}
      {respondBy !== undefined && <span>{orders.respondBy(formatDate(respondBy))}</span>}
    </>
  );
}

function Note({ order }: { order: OrderDetails }) {
  const { api } = useSite();
  const show = useShowOrder();
  const { orders } = shopTexts;
  const { act, isBusy } = useMutation(orders.problems);
  const [text, setText] = useState("");
  const add = async () => {
    const isDone = await act(async () => show(await api.orders.addOrderNote({ id: order.id, text: text.trim() })));
    if (isDone) setText("");
  };
  return (
    <Form
      className={styles.note ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "" && !isBusy) void add();
      }}
    >
      <TextInput label={orders.note} hint={orders.noteHint} isLong value={text} onChange={setText} maxLength={2_000} />
      <Button type="submit" isDisabled={isBusy || text.trim() === ""}>
        {orders.addNote}
      </Button>
    </Form>
  );
}
