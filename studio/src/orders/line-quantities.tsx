import type { OrderDetails } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { TextInput } from "../parts/field.tsx";
import styles from "./orders.module.css";

interface LineQuantitiesProps {
  lines: OrderDetails["lines"];
  /** The most of each line; lines with none are left out. */
  mostOf(line: OrderDetails["lines"][number]): number;
  /** Said below the title of a line. */
  noteOf?(line: OrderDetails["lines"][number]): string;
  units: Readonly<Record<string, string>>;
  onChange(units: Readonly<Record<string, string>>): void;
}

/** How many units of each line: a field for each. */
export function LineQuantities({ lines, mostOf, noteOf, units, onChange }: LineQuantitiesProps) {
  const { orders } = shopTexts;
  return (
    <ul className={styles.quantities}>
      {lines.map((line) => {
        const most = mostOf(line);
        if (most === 0) return null;
        const text = units[line.id] ?? "";
        return (
          <li key={line.id}>
            <span className={styles.line}>
              <strong>{line.title}</strong>
              <small className="soft">
                {line.sku}
                {noteOf && ` · ${noteOf(line)}`}
              </small>
            </span>
            <TextInput
              label={<span className="unseen">{orders.unitsOf(line.title)}</span>}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={(next) => onChange({ ...units, [line.id]: next })}
              aside={orders.outOf(most)}
              fault={quantityOf(text, most) === undefined ? orders.badUnits(most) : undefined}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The number in a field; an empty one is 0. Undefined: it is no whole number, or too large. */
function quantityOf(text: string, most: number): number | undefined {
  const trimmed = text.trim();
  if (!/^\d{0,9}$/.test(trimmed)) return undefined;
  const quantity = Number(trimmed);
  return quantity <= most ? quantity : undefined;
}

/** The numbers of all lines. Undefined: one of the fields is wrong. */
export function quantitiesOf(
  lines: OrderDetails["lines"],
  mostOf: (line: OrderDetails["lines"][number]) => number,
  units: Readonly<Record<string, string>>,
): Record<string, number> | undefined {
  const entries = lines.map((line) => [line.id, quantityOf(units[line.id] ?? "", mostOf(line))] as const);
  return entries.some(([, quantity]) => quantity === undefined) ? undefined : (Object.fromEntries(entries) as Record<string, number>);
}
