export { customersOperations } from "./operations.ts";
export { customersCommands } from "./commands.ts";
export { customerOfToken, type CustomerTokens } from "./customer-token.ts";
export { removeSpentRows } from "./tasks/remove-spent-rows.ts";
export { customerMailTask } from "./customer-mail.ts";
export { sendCustomerMail } from "./tasks/customer-mail.ts";
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
export { removeUnconfirmedCustomers } from "./tasks/remove-unconfirmed-customers.ts";
