import type { EditedProduct } from "@vitrine/client/admin";
import { shopTexts } from "../app/shop-texts.ts";
import { Badge } from "../parts/badge.tsx";

const tones = { DRAFT: "plain", ACTIVE: "good", ARCHIVED: "warn" } as const;

export function ProductState({ status }: { status: EditedProduct["status"] }) {
  return <Badge tone={tones[status]}>{shopTexts.product.statuses[status]}</Badge>;
}
