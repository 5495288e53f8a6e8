import { changePassword } from "./public/change-password.ts";
import { getAccount } from "./public/get-account.ts";
import { updateAccount } from "./public/update-account.ts";
import { hostedPages } from "./public/hosted-pages.ts";
import { logIn } from "./public/log-in.ts";
import { registerCustomer } from "./public/register-customer.ts";
import { requestEmailVerification } from "./public/request-email-verification.ts";
import { requestPasswordReset } from "./public/request-password-reset.ts";
import { resetPassword } from "./public/reset-password.ts";
import { verifyEmail } from "./public/verify-email.ts";

export const customersOperations = [
  registerCustomer,
  verifyEmail,
  requestEmailVerification,
  logIn,
  requestPasswordReset,
  resetPassword,
  getAccount,
  updateAccount,
  changePassword,
  ...hostedPages,
];
