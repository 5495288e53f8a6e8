import type { OrderDetails } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "../parts/button.tsx";
import { Switch } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { LineQuantities, quantitiesOf } from "./line-quantities.tsx";
import { chosenUnits, unitsToSend } from "./line-units.ts";
import { useShowOrder } from "./order-queries.ts";
import { isTrackingLink } from "./shipments.ts";

/** Records what is in a parcel, and tells the buyer. */
export function FulfilOrder({ order, onClose }: { order: OrderDetails; onClose(): void }) {
  const { api } = useSite();
  const { app } = texts;
  const { orders } = shopTexts;
  const show = useShowOrder();
  const { act, isBusy } = useMutation(orders.problems);
  const { id, revision, lines, email } = order;
  const [units, setUnits] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(lines.map((line) => [line.id, String(unitsToSend(line))])),
  );
  const [tracking, setTracking] = useState({ carrier: "", number: "", url: "" });
  const [notify, setNotify] = useState(email !== null);
  const chosen = chosenUnits(quantitiesOf(lines, unitsToSend, units) ?? {});
  const isLink = isTrackingLink(tracking.url);
  const canSend = chosen.length > 0 && isLink && !isBusy;
  const send = async () => {
    const entered = Object.entries(tracking).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]]));
    const isDone = await act(async () =>
      show(
        await api.orders.fulfilOrder({
          id,
          revision,
          lines: chosen,
          ...(entered.length > 0 && { tracking: Object.fromEntries(entered) as object }),
          notify,
        }),
      ),
    );
    if (!isDone) return;
    onClose();
    toast(notify ? orders.sentAndTold : orders.sentNow);
  };
  const field = (name: keyof typeof tracking, label: string, error?: string) => (
    <TextInput
      label={label}
      autoComplete="off"
      maxLength={name === "url" ? 2_000 : 100}
      value={tracking[name]}
      onChange={(value) => setTracking({ ...tracking, [name]: value })}
      fault={error}
    />
  );
  return (
    <Dialog title={orders.sendTitle(order.number)} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (canSend) void send();
        }}
      >
        <LineQuantities lines={lines} mostOf={unitsToSend} units={units} onChange={setUnits} />
        {field("carrier", orders.carrier)}
        {field("number", orders.trackingNumber)}
        {field("url", orders.trackingUrl, isLink ? undefined : orders.badUrl)}
        {email !== null && <Switch label={orders.tellBuyer} hint={email} isOn={notify} onChange={setNotify} />}
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={!canSend}>
            {orders.send}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
