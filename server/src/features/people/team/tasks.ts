import { sendAdminEmailCode } from "./tasks/admin-email-code.ts";
import { sendAdminLink } from "./tasks/admin-link.ts";
import { sendAdminNotice } from "./tasks/admin-notice.ts";
import { sendFirstLink } from "./tasks/first-link.ts";
import { sendInvitation } from "./tasks/invitation-mail.ts";
import { removeSpentSessions } from "./tasks/remove-spent-sessions.ts";

export const teamTasks = [sendAdminLink, sendAdminNotice, sendAdminEmailCode, sendInvitation, sendFirstLink];
export const teamJobs = [removeSpentSessions];
