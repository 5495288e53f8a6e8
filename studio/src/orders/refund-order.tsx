import { amountOfLines, type OrderDetails } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatMoney, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { amountOf } from "../parts/amount.ts";
import { Button } from "../parts/button.tsx";
import { Switch } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { Radios } from "../parts/radios.tsx";
import { toast } from "../parts/toast.tsx";
import { LineQuantities, quantitiesOf } from "./line-quantities.tsx";
import { chosenUnits, unitsToRefund } from "./line-units.ts";
import { useShowOrder } from "./order-queries.ts";
import styles from "./orders.module.css";

/** Gives money back: for items, or an amount. */
export function RefundOrder({ order, onClose }: { order: OrderDetails; onClose(): void }) {
  const { api } = useSite();
  const { app } = texts;
  const { orders } = shopTexts;
  const show = useShowOrder();
  const { act, isBusy } = useMutation(orders.problems);
  // One for all tries: a press after a lost answer is the same refund.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const { id, currency, lines, total, refundedAmount } = order;
  const left = total - refundedAmount;
  const canReturn = lines.some((line) => unitsToRefund(line) > 0);
  const [way, setWay] = useState<"items" | "amount">(canReturn ? "items" : "amount");
  const [units, setUnits] = useState<Readonly<Record<string, string>>>(() => Object.fromEntries(lines.map((line) => [line.id, "0"])));
  const [restock, setRestock] = useState(true);
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");

  const chosen = chosenUnits(quantitiesOf(lines, unitsToRefund, units) ?? {});
  const before = lines.map((line) => ({ id: line.id, quantity: line.refunded }));
  const typed = amountOf(text, currency);
  const amount = way === "items" ? amountOfLines(order, before, chosen) : (typed ?? 0);
  const isTooMuch = amount > left;
  const canRefund = amount > 0 && !isTooMuch && !isBusy;
  const refund = async () => {
    const input = way === "items" ? { lines: chosen, restock } : { amount };
    const isDone = await act(async () =>
      show(await api.orders.refundOrder({ id, ...input, ...(reason.trim() !== "" && { reason: reason.trim() }) }, { idempotencyKey })),
    );
    if (!isDone) return;
    onClose();
    toast(orders.refunded(formatMoney(amount, currency)));
  };
  return (
    <Dialog title={orders.refundTitle(order.number)} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canRefund) void refund();
        }}
      >
        <p className="soft">
          {orders.refundLeft(formatMoney(left, currency))} {order.giftCards.length > 0 && orders.refundToCards}
        </p>
        {canReturn && (
          <Radios
            label={orders.refundWay}
            options={[
              { id: "items", label: orders.byItems },
              { id: "amount", label: orders.byAmount },
            ]}
            value={way}
            onChange={(next) => setWay(next === "items" ? "items" : "amount")}
          />
        )}
        {way === "items" ? (
          <>
            <LineQuantities
              lines={lines}
              mostOf={unitsToRefund}
              noteOf={(line) => orders.paidFor(formatMoney(line.total + (order.taxIncluded ? 0 : line.tax), currency))}
              units={units}
              onChange={setUnits}
            />
            <Switch label={orders.restock} isOn={restock} onChange={setRestock} />
          </>
        ) : (
          <TextInput
            label={orders.amountIn(currency.toUpperCase())}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={setText}
            fault={typed === undefined ? orders.badAmount : undefined}
          />
        )}
        {isTooMuch && (
          <p role="alert" className={styles.fault}>
            {orders.tooMuch(formatMoney(left, currency))}
          </p>
        )}
        <TextInput label={orders.reason} hint={orders.reasonHint} value={reason} onChange={setReason} maxLength={500} />
        <div className="row">
          <Button type="submit" variant="danger" isDisabled={!canRefund}>
            {amount > 0 && !isTooMuch ? orders.refundNow(formatMoney(amount, currency)) : orders.refund}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
