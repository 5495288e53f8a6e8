export { removeEndedSignups } from "./remove-ended-signups.ts";
export { resendCode } from "./resend-code.ts";
export { sendSignupMail } from "./send-signup-mail.ts";
export { startSignup } from "./start-signup.ts";
export { verifySignup } from "./verify-signup.ts";
