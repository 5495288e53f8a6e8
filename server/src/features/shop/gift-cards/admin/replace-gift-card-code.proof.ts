import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeGiftCard } from "../../../../../../test/kit/gift-cards.ts";
import { replaceGiftCardCode } from "./replace-gift-card-code.ts";

export const replaceGiftCardCodeProof = adminProof(replaceGiftCardCode, async (asker) => ({
  params: { id: (await madeGiftCard(asker)).id },
  body: { email: "ada@example.com" },
}));
