import { issueGiftCards } from "./tasks/issue-gift-cards.ts";
import { sendOrderMail } from "./tasks/order-mail.ts";
import { sendOrderNotice } from "./tasks/order-notice.ts";
import { sendOrderUpdate } from "./tasks/order-update.ts";

export const ordersTasks = [issueGiftCards, sendOrderMail, sendOrderNotice, sendOrderUpdate];
