import { sendOrderMail } from "./tasks/order-mail.ts";
import { sendOrderNotice } from "./tasks/order-notice.ts";

export const ordersTasks = [sendOrderMail, sendOrderNotice];
