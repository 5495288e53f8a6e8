import { mailGiftCard } from "./tasks/gift-card-mail.ts";

export const giftCardTasks = [mailGiftCard];
