export { formsOperations } from "./operations.ts";
export { formsCommands } from "./commands.ts";
export { formsJobs, formsTasks } from "./tasks.ts";
export { formFaults } from "./form-faults.ts";
export { removeOldSubmissions } from "./tasks/remove-old-submissions.ts";
export { saveForms } from "./save-forms.ts";
export { sendFormMail } from "./tasks/form-mail.ts";
export { listForms, listSubmissions } from "./staff-forms.ts";
export { removeSubmissions, submissionsWith, type PersonalSubmission } from "./personal-submissions.ts";
