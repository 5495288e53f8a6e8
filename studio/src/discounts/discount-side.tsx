import type { CreateDiscountInput, Discount } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { Card } from "../parts/page.tsx";
import { useDraftSite } from "./discount-queries.ts";
import { DiscountCode, DiscountSentence, DiscountState, periodOf, usesOf } from "./discount-words.tsx";
import styles from "./discounts.module.css";

interface AboutDiscountProps {
  /** Undefined: it is not stored yet. */
  discount: Discount | undefined;
  /** Undefined: the form has gaps. */
  rule: CreateDiscountInput | Discount | undefined;
}

/** What a discount does, in a sentence, and how it stands. */
export function AboutDiscount({ discount, rule }: AboutDiscountProps) {
  const { timeZone } = useDraftSite();
  const { discounts } = shopTexts;
  const period = discount && periodOf(discount, timeZone);
  return (
    <Card title={discounts.about}>
      <div className="stack">
        <p className={styles.sentence} data-sentence>
          {rule ? <DiscountSentence rule={rule} /> : <span className="soft">{discounts.incomplete}</span>}
        </p>
        {discount && (
          <div className={styles.facts}>
            <DiscountState state={discount.state} />
            <DiscountCode discount={discount} />
            <span className="soft">{usesOf(discount)}</span>
            {period !== undefined && <span className="soft">{period}</span>}
          </div>
        )}
      </div>
    </Card>
  );
}
