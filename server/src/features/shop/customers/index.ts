export { customersOperations } from "./operations.ts";
export { customersCommands } from "./commands.ts";
export { customersJobs, customersTasks } from "./tasks.ts";
export { sendCustomerMail } from "./tasks/customer-mail.ts";
export { customerBase, customerNotFound, CustomerParams } from "./site-customer.ts";
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
export { customerMailKinds, sampleCustomerMail } from "./customer-mail.ts";
