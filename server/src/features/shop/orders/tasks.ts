import { sendOrderMail } from "./tasks/order-mail.ts";
import { sendOrderNotice } from "./tasks/order-notice.ts";
import { sendOrderUpdate } from "./tasks/order-update.ts";

export const ordersTasks = [sendOrderMail, sendOrderNotice, sendOrderUpdate];
