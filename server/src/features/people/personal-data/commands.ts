import { customerErase } from "./cli/customer-erase.ts";
import { customerExport } from "./cli/customer-export.ts";
import { customerShow } from "./cli/customer-show.ts";

export const personalDataCommands = [customerShow, customerExport, customerErase];
