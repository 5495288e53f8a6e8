import { sendOrderMail } from "./tasks/order-mail.ts";

export const ordersTasks = [sendOrderMail];
