import { createGiftCard } from "./admin/create-gift-card.ts";
import { getGiftCard } from "./admin/get-gift-card.ts";
import { listGiftCards } from "./admin/list-gift-cards.ts";
import { replaceGiftCardCode } from "./admin/replace-gift-card-code.ts";
import { setGiftCardBalance } from "./admin/set-gift-card-balance.ts";
import { updateGiftCard } from "./admin/update-gift-card.ts";
import { readGiftCardBalance } from "./public/read-gift-card-balance.ts";

export const giftCardOperations = [
  readGiftCardBalance,
  listGiftCards,
  createGiftCard,
  getGiftCard,
  updateGiftCard,
  setGiftCardBalance,
  replaceGiftCardCode,
];
