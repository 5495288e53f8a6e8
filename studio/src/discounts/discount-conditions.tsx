import { shopTexts } from "../app/shop-texts.ts";
import { Switch } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { CurrencyAmounts } from "./currency-amounts.tsx";
import type { DiscountForm } from "./discount-form.ts";
import { useDraftSite } from "./discount-queries.ts";
import styles from "./discounts.module.css";

type Condition = "minimumSubtotal" | "minimumQuantity" | "usageLimit" | "perCustomerLimit";

/** From which order on, and how often, buyers get the discount. */
export function ConditionFields({ form }: { form: DiscountForm }) {
  const { draft, set, faultOf } = form;
  const { currency } = useDraftSite();
  const { discounts } = shopTexts;
  const field = (member: Condition, label: string, hint?: string) => (
    <TextInput
      label={label}
      {...(hint !== undefined && { hint })}
      inputMode={member === "minimumSubtotal" ? "decimal" : "numeric"}
      autoComplete="off"
      value={draft[member]}
      fault={faultOf(member)}
      onChange={(text) => set(member, text)}
    />
  );
  return (
    <Card title={discounts.conditions}>
      <div className="stack">
        <div className={styles.fields}>
          {field("minimumSubtotal", discounts.minimumSubtotal(currency.toUpperCase()), discounts.minimumSubtotalHint)}
          {draft.minimumSubtotal.trim() !== "" && (
            <CurrencyAmounts form={form} member="minimumSubtotal" label={discounts.minimumSubtotal} />
          )}
          {field("minimumQuantity", discounts.minimumQuantity)}
          {field("usageLimit", discounts.usageLimit, discounts.usageLimitHint)}
          {field("perCustomerLimit", discounts.perCustomerLimit, discounts.perCustomerLimitHint)}
        </div>
        <Switch label={discounts.firstOrderOnly} isOn={draft.firstOrderOnly} onChange={(isOn) => set("firstOrderOnly", isOn)} />
        <Switch label={discounts.combines} hint={discounts.combinesHint} isOn={draft.combines} onChange={(isOn) => set("combines", isOn)} />
      </div>
    </Card>
  );
}

/** From when until when, by the clock of the site. */
export function PeriodFields({ form }: { form: DiscountForm }) {
  const { draft, set, faultOf } = form;
  const { timeZone } = useDraftSite();
  const { discounts } = shopTexts;
  const field = (member: "startsAt" | "endsAt") => (
    <TextInput
      label={discounts[member]}
      hint={discounts.zone(timeZone.replaceAll("_", " "))}
      type="datetime-local"
      value={draft[member]}
      fault={faultOf(member)}
      onChange={(time) => set(member, time)}
    />
  );
  return (
    <Card title={discounts.period}>
      <div className={styles.fields}>
        {field("startsAt")}
        {field("endsAt")}
      </div>
    </Card>
  );
}
