import { blockCustomer } from "./admin/block-customer.ts";
import { changeCustomerEmail } from "./admin/change-customer-email.ts";
import { endCustomerSessions } from "./admin/end-customer-sessions.ts";
import { getCustomer } from "./admin/get-customer.ts";
import { listCustomers } from "./admin/list-customers.ts";
import { sendCustomerPasswordReset } from "./admin/send-customer-password-reset.ts";
import { sendCustomerVerification } from "./admin/send-customer-verification.ts";
import { unblockCustomer } from "./admin/unblock-customer.ts";
import { updateCustomer } from "./admin/update-customer.ts";
import { addAddress } from "./public/add-address.ts";
import { changePassword } from "./public/change-password.ts";
import { deleteAddress } from "./public/delete-address.ts";
import { getAccount } from "./public/get-account.ts";
import { updateAccount } from "./public/update-account.ts";
import { hostedPages } from "./public/hosted-pages.ts";
import { listAddresses } from "./public/list-addresses.ts";
import { logIn } from "./public/log-in.ts";
import { registerCustomer } from "./public/register-customer.ts";
import { replaceAddress } from "./public/replace-address.ts";
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
  ...[listAddresses, addAddress, replaceAddress, deleteAddress],
  ...hostedPages,
  ...[listCustomers, getCustomer, updateCustomer, blockCustomer, unblockCustomer, endCustomerSessions],
  ...[sendCustomerVerification, sendCustomerPasswordReset, changeCustomerEmail],
];
