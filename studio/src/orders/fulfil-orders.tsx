import { useQuery } from "@tanstack/react-query";
import { isAdminError, type PackingSlip } from "@vitrine/client/admin";
import { useRef, useState } from "react";
import { describeProblem } from "../app/problems.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Switch } from "../parts/choice.tsx";
import { Combo } from "../parts/combo.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { TextInput } from "../parts/field.tsx";
import { itemErrors } from "../parts/item-error.ts";
import { tellProblem, toast } from "../parts/toast.tsx";
import { packingSlipsQuery, useRenewOrders } from "./order-queries.ts";
import { ShipmentRow } from "./shipment-row.tsx";
import { isTrackingLink, noShipment, pastedNumbers, repeatedNumbers, shipmentOf, type ShipmentFields } from "./shipments.ts";
import styles from "./shipping.module.css";

interface FulfilOrdersProps {
  ids: readonly string[];
  onClose(): void;
  onSent(): void;
}

/** Names of carriers that many shops use; any other can be typed. */
const carriers = ["Correios", "Deutsche Post", "DHL", "DPD", "FedEx", "GLS", "Hermes", "Jadlog", "Posten", "PostNord", "UPS", "USPS"];
const carrierOptions = carriers.map((name) => ({ id: name, label: name }));

/** Records that several orders were sent: each with its tracking number, all or none of them. */
export function FulfilOrders({ ids: selected, onClose, onSent }: FulfilOrdersProps) {
  const site = useSite();
  // Those of the moment: an order that a colleague sends leaves the list, and nothing that is typed for the others may go with it.
  const [ids] = useState(selected);
  const { data: slips, error } = useQuery({ ...packingSlipsQuery(site, ids), gcTime: 0 });
  const { shipping } = shopTexts;
  if (slips) return <Shipments slips={slips} onClose={onClose} onSent={onSent} />;
  return (
    <Dialog isOpen isWide title={shipping.sendTitle(ids.length)} onClose={onClose}>
      <p role="status">{error ? describeProblem(error) : texts.app.loading}</p>
    </Dialog>
  );
}

function Shipments({ slips: allSlips, onClose, onSent }: Omit<FulfilOrdersProps, "ids"> & { slips: readonly PackingSlip[] }) {
  const { api } = useSite();
  const { app, media } = texts;
  const { orders, shipping } = shopTexts;
  const renew = useRenewOrders();
  const [common, setCommon] = useState({ carrier: "", url: "" });
  const [typed, setTyped] = useState<Readonly<Record<string, ShipmentFields>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [pasted, setPasted] = useState<{ count: number; left: number }>();
  const [isBusy, setBusy] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);

  const slips = allSlips.filter(({ isToFulfil }) => isToFulfil);
  const fieldsOf = (id: string) => typed[id] ?? noShipment;
  const set = (id: string, change: Partial<ShipmentFields>) =>
    setTyped((all) => ({ ...all, [id]: { ...(all[id] ?? noShipment), ...change } }));
  const repeated = repeatedNumbers(slips, fieldsOf);
  const tracked = slips.filter(({ id }) => fieldsOf(id).number.trim() !== "").length;
  const mailed = slips.filter(({ id, email }) => email !== null && fieldsOf(id).notify).length;
  const isLink = isTrackingLink(common.url.replaceAll("{number}", "1"));
  const canSend = slips.length > 0 && isLink && !isBusy;
  const isEdited =
    common.carrier !== "" || common.url !== "" || Object.values(typed).some(({ carrier, number }) => carrier + number !== "");
  const leave = () => (isEdited ? setLeaving(true) : onClose());

  const focusRow = (place: number) => {
    const field = list.current?.querySelectorAll<HTMLInputElement>("input[data-tracking]")[place];
    if (!field) return sendButton.current?.focus();
    field.focus();
    field.select();
  };
  const paste = (start: number, text: string) => {
    const filled = pastedNumbers(text, slips, start);
    if (!filled) return false;
    setTyped((all) => ({
      ...all,
      ...Object.fromEntries([...filled.numbers].map(([id, number]) => [id, { ...(all[id] ?? noShipment), number }])),
    }));
    setPasted({ count: filled.numbers.size, left: filled.left });
    return true;
  };
  const refuse = (error: unknown) => {
    const rows = isAdminError(error) ? itemErrors(error) : [];
    const sentences: Readonly<Record<string, string>> = { ...orders.problems, revision_conflict: shipping.changed };
    setErrors(Object.fromEntries(rows.map(({ index, code }) => [slips[index]?.id ?? "", sentences[code] ?? shipping.badTracking])));
    const [first] = rows;
    if (first) focusRow(first.index);
    else tellProblem(error, orders.problems);
  };
  const send = async () => {
    setBusy(true);
    setErrors({});
    try {
      const items = slips.map((slip) => shipmentOf(slip, fieldsOf(slip.id), common));
      await api.orders.bulkOrders({ action: "fulfil", items });
      onClose();
      toast(mailed > 0 ? shipping.sentAndTold(slips.length, mailed) : shipping.sent(slips.length));
      await renew();
      onSent();
    } catch (error) {
      refuse(error);
      setBusy(false);
      await renew();
    }
  };

  const leftOut = allSlips.length - slips.length;
  return (
    <Dialog
      isOpen
      isWide
      title={shipping.sendTitle(slips.length)}
      onClose={leave}
      role={isEdited ? "alertdialog" : "dialog"}
      actions={
        slips.length === 0 ? (
          <Button onPress={onClose}>{app.close}</Button>
        ) : (
          <>
            <span className={`soft ${styles.tracked}`} role="status">
              {shipping.tracked(tracked, slips.length)}
            </span>
            <Button onPress={leave}>{app.cancel}</Button>
            <Button ref={sendButton} variant="primary" isDisabled={!canSend} onPress={() => void send()}>
              {shipping.sendCount(slips.length)}
            </Button>
          </>
        )
      }
    >
      {slips.length === 0 ? (
        <p>{shipping.nothing}</p>
      ) : (
        <>
          {Object.keys(errors).length > 0 && (
            <p role="alert" className={styles.fault}>
              {shipping.notSent}
            </p>
          )}
          {leftOut > 0 && <p className="soft">{shipping.leftOut(leftOut)}</p>}
          <div className={styles.common}>
            <Combo
              label={shipping.commonCarrier}
              hint={shipping.commonCarrierHint}
              options={carrierOptions}
              isOpenEnded
              value={common.carrier}
              onChange={(carrier) => setCommon((now) => ({ ...now, carrier: carrier.slice(0, 100) }))}
            />
            <TextInput
              label={shipping.commonUrl}
              hint={shipping.commonUrlHint}
              placeholder="https://"
              inputMode="url"
              autoComplete="off"
              maxLength={1_500}
              value={common.url}
              onChange={(url) => setCommon((now) => ({ ...now, url }))}
              fault={isLink ? undefined : orders.badUrl}
            />
          </div>
          <Switch
            label={shipping.tellBuyers}
            isOn={mailed > 0}
            isDisabled={slips.every(({ email }) => email === null)}
            onChange={(notify) => {
              for (const { id } of slips) set(id, { notify });
            }}
          />
          <p className="soft" role="status">
            {pasted
              ? [shipping.pasted(pasted.count), ...(pasted.left > 0 ? [shipping.pastedTooMany(pasted.left)] : [])].join(" ")
              : shipping.pasteHint}
          </p>
          <div className={styles.head} aria-hidden>
            <span>{orders.orderColumn}</span>
            <span>{orders.items}</span>
            <span>{orders.carrier}</span>
            <span>{orders.trackingNumber}</span>
            <span>{shipping.mail}</span>
          </div>
          <ul ref={list} className={styles.shipments} aria-label={shipping.list}>
            {slips.map((slip, place) => (
              <ShipmentRow
                key={slip.id}
                slip={slip}
                fields={fieldsOf(slip.id)}
                carrier={common.carrier}
                repeats={repeated.get(slip.id)}
                error={errors[slip.id]}
                onChange={(change) => set(slip.id, change)}
                onPaste={(text) => paste(place, text)}
                onStep={(step) => place + step >= 0 && focusRow(place + step)}
              />
            ))}
          </ul>
        </>
      )}
      <Confirm title={app.unsaved} label={media.discard} isOpen={isLeaving} onClose={() => setLeaving(false)} onConfirm={onClose} />
    </Dialog>
  );
}
