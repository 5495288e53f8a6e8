import { sendCustomerMail } from "./tasks/customer-mail.ts";
import { removeSpentRows } from "./tasks/remove-spent-rows.ts";
import { removeUnconfirmedCustomers } from "./tasks/remove-unconfirmed-customers.ts";

export const customersTasks = [sendCustomerMail];
export const customersJobs = [removeSpentRows, removeUnconfirmedCustomers];
