import { removeEndedSignups } from "./tasks/remove-ended-signups.ts";
import { sendSignupMail } from "./tasks/signup-mail.ts";

export const signupTasks = [sendSignupMail];
export const signupJobs = [removeEndedSignups];
