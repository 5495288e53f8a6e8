import { sendAdminEmailCode } from "./tasks/admin-email-code.ts";
import { sendAdminLink } from "./tasks/admin-link.ts";
import { sendAdminNotice } from "./tasks/admin-notice.ts";
import { removeSpentSessions } from "./tasks/remove-spent-sessions.ts";

export const teamTasks = [sendAdminLink, sendAdminNotice, sendAdminEmailCode];
export const teamJobs = [removeSpentSessions];
