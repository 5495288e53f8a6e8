import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeGiftCard } from "../../../../../../test/kit/gift-cards.ts";
import { updateGiftCard } from "./update-gift-card.ts";

export const updateGiftCardProof = adminProof(updateGiftCard, async (asker) => {
  const { id, revision } = await madeGiftCard(asker);
  return { params: { id }, headers: { "if-match": `"${revision}"` }, body: { isBlocked: true } };
});
