export {
  type CardAmount,
  countUsedCards,
  lockCards,
  redeemAgain,
  redeemCards,
  refundToCards,
  returnCards,
  voidCards,
} from "./balance-changes.ts";
export { resealGiftCards } from "./code.ts";
export { sampleGiftCardMail } from "./gift-card-mail.ts";
export { issueCards } from "./issue-cards.ts";
export { mailCodes } from "./mail-codes.ts";
export { giftCardOperations } from "./operations.ts";
export { giftCardTasks } from "./tasks.ts";
export { type OwnedCard, readCards, readGuessedCards } from "./usable-cards.ts";
