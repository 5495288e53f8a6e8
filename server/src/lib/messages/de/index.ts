import type { Messages } from "../messages.ts";
import { emailCode, invitation, linkMails } from "./admin-mail.ts";
import { checkout } from "./checkout.ts";
import { commonMail } from "./common-mail.ts";
import { customerMail } from "./customer-mail.ts";
import { formMail } from "./form-mail.ts";
import { hostedPages } from "./hosted-pages.ts";
import { notices } from "./notices.ts";
import { giftCardMail, order, orderMail, orderNotice, orderUpdate, paymentNotice } from "./orders.ts";
import { settingsScreens } from "./settings-screens.ts";
import { signInPages } from "./sign-in-pages.ts";
import { signupMail } from "./signup-mail.ts";

export const german: Messages = {
  checkout,
  commonMail,
  customerMail,
  emailCode,
  formMail,
  giftCardMail,
  hostedPages,
  invitation,
  linkMails,
  notices,
  order,
  orderMail,
  orderNotice,
  orderUpdate,
  paymentNotice,
  settingsScreens,
  signInPages,
  signupMail,
};
