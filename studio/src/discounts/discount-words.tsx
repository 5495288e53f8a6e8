import type { CreateDiscountInput, Discount } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { formatDate, formatNumber, language, plural } from "../app/texts.ts";
import { Badge } from "../parts/badge.tsx";
import { sentenceOf } from "./discount-sentence.ts";
import { useDraftSite, useNamedItems } from "./discount-queries.ts";

/** As many names as a sentence says. */
const mostNames = 2;

/** What a discount does, in a sentence. */
export function DiscountSentence({ rule }: { rule: CreateDiscountInput | Discount }) {
  const { currency, timeZone } = useDraftSite();
  const names = useNamedItems(rule.appliesTo, mostNames).map(({ title }) => title);
  return sentenceOf(rule, { words: shopTexts.discounts.sentence, language, currency, timeZone, names });
}

const tones = { ACTIVE: "good", SCHEDULED: "accent", ENDED: "plain", USED_UP: "warn", INACTIVE: "plain" } as const;

export function DiscountState({ state }: { state: Discount["state"] }) {
  return <Badge tone={tones[state]}>{shopTexts.discounts.states[state]}</Badge>;
}

/** How buyers get it: the code, or in words. */
export function DiscountCode({ discount: { code, isAutomatic } }: { discount: Discount }) {
  const { discounts } = shopTexts;
  if (code !== null) return <code>{code}</code>;
  return <span className="soft">{isAutomatic ? discounts.automatic : discounts.singleCodes}</span>;
}

/** How often it was used, of how many uses. */
export function usesOf({ uses, usageLimit }: Discount): string {
  const { discounts } = shopTexts;
  if (usageLimit !== undefined) return discounts.usedOf(formatNumber(uses), formatNumber(usageLimit));
  return uses === 0 ? discounts.unused : plural(uses, discounts.used);
}

/** From when until when, by the site's clock; undefined: always. */
export function periodOf({ startsAt, endsAt }: Discount, timeZone: string): string | undefined {
  const { discounts } = shopTexts;
  const format = (iso: string) => formatDate(iso, { dateStyle: "medium", timeStyle: "short", timeZone });
  if (startsAt !== undefined && endsAt !== undefined) return discounts.between(format(startsAt), format(endsAt));
  if (startsAt !== undefined) return discounts.from(format(startsAt));
  return endsAt === undefined ? undefined : discounts.until(format(endsAt));
}

/** The name of a discount for the people of the site. */
export const titleOf = ({ title }: Pick<Discount, "title">, locale: string): string => title[locale] ?? Object.values(title)[0] ?? "";
