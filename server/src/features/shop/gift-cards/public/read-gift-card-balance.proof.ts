import { proof } from "../../../../../../test/kit/proof.ts";
import { issuedCode } from "../../../../../../test/kit/gift-cards.ts";
import { giftCardNotFound } from "../gift-card.ts";
import { readGiftCardBalance } from "./read-gift-card-balance.ts";

export const readGiftCardBalanceProof = proof(readGiftCardBalance, giftCardNotFound, async ({ server, site }) => ({
  body: { code: await issuedCode(server, site.id, 5_000) },
}));
