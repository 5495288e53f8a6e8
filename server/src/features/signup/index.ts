export { signupOperations } from "./operations.ts";
export { removeEndedSignups } from "./remove-ended-signups.ts";
export { signupMailTask } from "./signup-mail.ts";
export { sendSignupMail } from "./send-signup-mail.ts";
