export { customersOperations } from "./operations.ts";
export { customersCommands } from "./commands.ts";
export { customersJobs, customersTasks } from "./tasks.ts";
export { sendCustomerMail } from "./tasks/customer-mail.ts";
export { customerOfToken, type CustomerTokens } from "./customer-token.ts";
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
