export { signupOperations } from "./operations.ts";
export { removeEndedSignups } from "./tasks/remove-ended-signups.ts";
export { signupMailTask } from "./signup-mail.ts";
export { sendSignupMail } from "./tasks/signup-mail.ts";
