import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeGiftCard } from "../../../../../../test/kit/gift-cards.ts";
import { listGiftCards } from "./list-gift-cards.ts";

export const listGiftCardsProof = adminProof(listGiftCards, async (asker) => {
  await madeGiftCard(asker);
  return {};
});
