export { changePassword } from "./account/change-password.ts";
export { getAccount } from "./account/get-account.ts";
export { updateAccount } from "./account/update-account.ts";
export { logIn } from "./log-in.ts";
export { registerCustomer } from "./register-customer.ts";
export { requestEmailVerification } from "./request-email-verification.ts";
export { requestPasswordReset } from "./request-password-reset.ts";
export { resetPassword } from "./reset-password.ts";
export { verifyEmail } from "./verify-email.ts";
export { hostedPages } from "./hosted-pages.ts";
export { customerOfToken, type CustomerTokens } from "./customer-token.ts";
export { removeSpentRows } from "./remove-spent-rows.ts";
export { sendCustomerMail } from "./send-customer-mail.ts";
export {
  forgetCounts,
  lockAccount,
  readAccount,
  removeAccount,
  removeCustomerMails,
  waitingMails,
  type AccountKey,
  type PersonalAccount,
  type WaitingMail,
} from "./personal-account.ts";
export { listCustomers, type StaffCustomer } from "./staff-customers.ts";
export { removeUnconfirmedCustomers } from "./remove-unconfirmed-customers.ts";
