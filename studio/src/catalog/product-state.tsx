import type { EditedProduct } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { Badge } from "../parts/badge.tsx";

const tones = { DRAFT: "plain", ACTIVE: "good", ARCHIVED: "plain" } as const;

export const productStatuses = ["DRAFT", "ACTIVE", "ARCHIVED"] as const;

/** Whether a product is sold. */
export function ProductState({ status }: { status: EditedProduct["status"] }) {
  return <Badge tone={tones[status]}>{shopTexts.products.statuses[status]}</Badge>;
}
