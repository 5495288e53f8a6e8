import type { GiftCard } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { formatDate } from "../app/texts.ts";
import { Badge } from "../parts/badge.tsx";

const tones = { ACTIVE: "good", USED_UP: "plain", EXPIRED: "plain", BLOCKED: "warn", VOIDED: "plain" } as const;

export function GiftCardState({ state }: { state: GiftCard["state"] }) {
  return <Badge tone={tones[state]}>{shopTexts.giftCards.states[state]}</Badge>;
}

/** The name of a card for the people of the site: they know no more of its code. */
export const nameOf = ({ last4 }: Pick<GiftCard, "last4">): string => `•••• ${last4}`;

/** A moment by the site's clock. */
export const momentOf = (iso: string, timeZone: string): string => formatDate(iso, { dateStyle: "medium", timeStyle: "short", timeZone });
