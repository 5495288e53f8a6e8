import { Plus, X } from "lucide-react";
import { useId, useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { Button } from "../parts/button.tsx";
import { Labelled } from "../parts/field.tsx";
import type { DiscountForm } from "./discount-form.ts";
import { useNamedItems } from "./discount-queries.ts";
import styles from "./discounts.module.css";
import { FindItems } from "./find-items.tsx";

/** Of the chosen products, so many are shown by their titles. */
const mostTitles = 25;

/** The items that the discount is for, chosen from the catalogue. */
export function DiscountItems({ form }: { form: DiscountForm }) {
  const { draft, set, faultOf } = form;
  const { discounts } = shopTexts;
  const [isOpen, setOpen] = useState(false);
  const named = useNamedItems(draft.items, mostTitles);
  const faultId = useId();
  const fault = faultOf("items");
  return (
    <Labelled label={discounts.items}>
      {named.length > 0 && (
        <ul className={styles.items} aria-label={discounts.items}>
          {named.map(({ kind, name, title }) => (
            <li key={`${kind}/${name}`} className={styles.item}>
              {title}
              <Button
                variant="quiet"
                label={discounts.removeItem(title)}
                onPress={() => set("items", { ...draft.items, [kind]: draft.items[kind].filter((each) => each !== name) })}
              >
                <X className="icon" aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          onPress={() => setOpen(true)}
          {...(fault !== undefined && { "aria-describedby": faultId })}
          data-invalid={fault === undefined ? undefined : true}
        >
          <Plus className="icon" aria-hidden />
          {discounts.addItems}
        </Button>
      </div>
      {fault !== undefined && (
        <span id={faultId} className={styles.fault}>
          {fault}
        </span>
      )}
      {isOpen && <FindItems items={draft.items} onChange={(items) => set("items", items)} onClose={() => setOpen(false)} />}
    </Labelled>
  );
}
