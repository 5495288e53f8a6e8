import { mailGiftCard } from "./tasks/mail-gift-card.ts";

export const giftCardTasks = [mailGiftCard];
