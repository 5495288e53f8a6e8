import { customerList } from "./cli/customer-list.ts";

export const customersCommands = [customerList];
