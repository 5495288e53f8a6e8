import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeGiftCard } from "../../../../../../test/kit/gift-cards.ts";
import { getGiftCard } from "./get-gift-card.ts";

export const getGiftCardProof = adminProof(getGiftCard, async (asker) => ({ params: { id: (await madeGiftCard(asker)).id } }));
