import { Wand2 } from "lucide-react";
import { shopTexts } from "../app/shop-texts.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { Radios } from "../parts/radios.tsx";
import { TextsInput } from "../totals/texts-input.tsx";
import { suggestCode, type Kind, type Way } from "./discount-draft.ts";
import { CurrencyAmounts } from "./currency-amounts.tsx";
import type { DiscountForm } from "./discount-form.ts";
import { DiscountItems } from "./discount-items.tsx";
import { useDraftSite } from "./discount-queries.ts";
import styles from "./discounts.module.css";

const ways = ["code", "auto", "single"] as const satisfies readonly Way[];
const kinds = ["PERCENT", "AMOUNT", "FREE_SHIPPING", "BUY_GET"] as const satisfies readonly Kind[];

const randomBelow = (limit: number) => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % limit;

/** What the discount is called, and how buyers get it. */
export function NameFields({ form }: { form: DiscountForm }) {
  const { draft, set, faultOf } = form;
  const site = useDraftSite();
  const { discounts } = shopTexts;
  return (
    <Card>
      <div className="stack">
        <div className={styles.fields}>
          <TextsInput
            label={discounts.name}
            hint={discounts.nameHint}
            value={draft.title}
            faultOf={(locale) => faultOf("title", locale) ?? (locale === site.defaultLocale ? faultOf("title") : undefined)}
            onChange={(title) => set("title", title)}
          />
        </div>
        <Radios
          label={discounts.how}
          options={ways.map((id) => ({ id, label: discounts.ways[id] }))}
          value={draft.way}
          hint={discounts.waysHints[draft.way]}
          fault={draft.way === "code" ? undefined : faultOf("code")}
          onChange={(id) => set("way", ways.find((each) => each === id) ?? "code")}
        />
        {draft.way === "code" && (
          <div className={styles.withButton}>
            <TextInput
              label={discounts.code}
              isRequired
              autoComplete="off"
              spellCheck="false"
              maxLength={40}
              value={draft.code}
              hint={discounts.codeHint}
              fault={faultOf("code")}
              onChange={(code) => set("code", code)}
            />
            <Button onPress={() => set("code", suggestCode(draft, site, randomBelow))}>
              <Wand2 className="icon" aria-hidden />
              {discounts.suggest}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** What buyers get, and for which items. */
export function ValueFields({ form }: { form: DiscountForm }) {
  const { draft, set } = form;
  const { discounts } = shopTexts;
  const hint = discounts.kindHints[draft.kind];
  return (
    <Card title={discounts.what}>
      <div className="stack">
        <div className={styles.fields}>
          <Choice
            label={discounts.kind}
            options={kinds.map((id) => ({ id, label: discounts.kinds[id] }))}
            value={draft.kind}
            {...(hint !== undefined && { hint })}
            onChange={(id) => set("kind", kinds.find((each) => each === id) ?? "PERCENT")}
          />
          <KindFields form={form} />
        </div>
        <Radios
          label={discounts.forWhat}
          options={[
            { id: "all", label: discounts.scopes.all },
            { id: "some", label: discounts.scopes.some },
          ]}
          value={draft.scope}
          onChange={(id) => set("scope", id === "some" ? "some" : "all")}
        />
        {draft.scope === "some" && <DiscountItems form={form} />}
      </div>
    </Card>
  );
}

function KindFields({ form }: { form: DiscountForm }) {
  const { draft, set, faultOf } = form;
  const { currency } = useDraftSite();
  const { discounts } = shopTexts;
  const field = (member: "percent" | "amount" | "buy" | "get" | "getPercent", label: string, hint?: string) => (
    <TextInput
      label={label}
      {...(hint !== undefined && { hint })}
      isRequired
      inputMode={member === "buy" || member === "get" ? "numeric" : "decimal"}
      autoComplete="off"
      value={draft[member]}
      fault={faultOf(member)}
      onChange={(text) => set(member, text)}
    />
  );
  if (draft.kind === "PERCENT") return field("percent", discounts.percent);
  if (draft.kind === "AMOUNT") {
    return (
      <>
        {field("amount", discounts.amount(currency.toUpperCase()))}
        <CurrencyAmounts form={form} member="value" label={discounts.amount} />
      </>
    );
  }
  if (draft.kind === "FREE_SHIPPING") return null;
  return (
    <>
      {field("buy", discounts.buy)}
      {field("get", discounts.get)}
      {field("getPercent", discounts.getPercent, discounts.getPercentHint)}
    </>
  );
}
