import { adminErase } from "./cli/admin-erase.ts";

export const teamCommands = [adminErase];
