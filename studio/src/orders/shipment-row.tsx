import type { PackingSlip } from "@vitrine/client/admin";
import { CheckboxButton, CheckboxField, Input, Label, TextField } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { fieldStyles } from "../parts/field.tsx";
import table from "../parts/table.module.css";
import type { ShipmentFields } from "./shipments.ts";
import styles from "./shipping.module.css";

interface ShipmentRowProps {
  slip: PackingSlip;
  fields: ShipmentFields;
  /** Of all parcels. */
  carrier: string;
  /** The order that has the same tracking number. */
  repeats: number | undefined;
  error: string | undefined;
  onChange(change: Partial<ShipmentFields>): void;
  /** Answers whether the text was several numbers, which it has filled in. */
  onPaste(text: string): boolean;
  /** To the tracking number of the order after it, or before it. */
  onStep(step: 1 | -1): void;
}

const steps: Readonly<Record<string, 1 | -1>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** An order to send: who bought what, and the fields of its parcel. */
export function ShipmentRow({ slip, fields, carrier, repeats, error, onChange, onPaste, onStep }: ShipmentRowProps) {
  const { orders, shipping } = shopTexts;
  const { id, number, email, shippingAddress, lines } = slip;
  const toSend = lines.filter(({ left }) => left > 0).map(({ left, title }) => `${left} × ${title}`);
  const errorId = `shipment-error-${id}`;
  return (
    <li className={`${styles.shipment} ${error === undefined ? "" : styles.wrong}`}>
      <span className={styles.order}>
        <strong>{orders.order(number)}</strong>
        <span className="soft">{shippingAddress?.name ?? email ?? orders.noAddress}</span>
      </span>
      <span className={styles.items} title={toSend.join("\n")}>
        {toSend.join(", ")}
      </span>
      <TextField
        className={fieldStyles.field ?? ""}
        autoComplete="off"
        maxLength={100}
        value={fields.carrier}
        onChange={(value) => onChange({ carrier: value })}
      >
        <Label className={styles.label ?? ""}>{shipping.carrierOf(number)}</Label>
        <Input className={fieldStyles.input ?? ""} placeholder={carrier} />
      </TextField>
      {/* A hand scanner sends Enter after each number. */}
      <TextField
        className={fieldStyles.field ?? ""}
        autoComplete="off"
        maxLength={200}
        spellCheck="false"
        value={fields.number}
        onChange={(value) => onChange({ number: value })}
        isInvalid={error !== undefined}
        validationBehavior="aria"
        {...(error === undefined && repeats === undefined ? {} : { "aria-describedby": errorId })}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (step === undefined) return event.continuePropagation();
          event.preventDefault();
          onStep(step);
        }}
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData("text/plain"))) event.preventDefault();
        }}
      >
        <Label className={styles.label ?? ""}>{shipping.trackingOf(number)}</Label>
        <Input className={fieldStyles.input ?? ""} data-tracking />
      </TextField>
      {email === null ? (
        <span className="soft" title={orders.noAddress}>
          –
        </span>
      ) : (
        <CheckboxField isSelected={fields.notify} onChange={(notify) => onChange({ notify })} className={styles.mail ?? ""}>
          <CheckboxButton className={`${table.box} ${styles.mailBox}`}>
            <span className={styles.label}>{shipping.mailOf(number)}</span>
          </CheckboxButton>
        </CheckboxField>
      )}
      {(error !== undefined || repeats !== undefined) && (
        <span id={errorId} className={error === undefined ? styles.hint : styles.fault}>
          {error ?? shipping.sameNumber(repeats ?? 0)}
        </span>
      )}
    </li>
  );
}
