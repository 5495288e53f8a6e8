import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeGiftCard } from "../../../../../../test/kit/gift-cards.ts";
import { setGiftCardBalance } from "./set-gift-card-balance.ts";

export const setGiftCardBalanceProof = adminProof(setGiftCardBalance, async (asker) => {
  const { id, balance } = await madeGiftCard(asker);
  return { params: { id }, body: { from: balance, to: 7_500, reason: "Paid in the shop" } };
});
