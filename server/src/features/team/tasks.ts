import { sendAdminLink } from "./tasks/admin-link.ts";
import { sendAdminNotice } from "./tasks/admin-notice.ts";
import { removeSpentSessions } from "./tasks/remove-spent-sessions.ts";

export const teamTasks = [sendAdminLink, sendAdminNotice];
export const teamJobs = [removeSpentSessions];
