import { sendFormMail } from "./tasks/form-mail.ts";
import { removeOldSubmissions } from "./tasks/remove-old-submissions.ts";

export const formsTasks = [sendFormMail];
export const formsJobs = [removeOldSubmissions];
