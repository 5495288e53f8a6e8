import { eraseCustomer } from "./admin/erase-customer.ts";
import { exportCustomer } from "./admin/export-customer.ts";

export const personalDataOperations = [exportCustomer, eraseCustomer];
