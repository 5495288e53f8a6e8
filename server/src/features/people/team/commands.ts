import { adminCreate } from "./cli/admin-create.ts";
import { adminDisable } from "./cli/admin-disable.ts";
import { adminErase } from "./cli/admin-erase.ts";
import { adminList } from "./cli/admin-list.ts";
import { adminResetSecondFactor } from "./cli/admin-reset-second-factor.ts";
import { adminSignIn } from "./cli/admin-sign-in.ts";

export const teamCommands = [adminCreate, adminSignIn, adminList, adminDisable, adminResetSecondFactor, adminErase];
