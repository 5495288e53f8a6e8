import { resendCode } from "./public/resend-code.ts";
import { startSignup } from "./public/start-signup.ts";
import { verifySignup } from "./public/verify-signup.ts";

export const signupOperations = [startSignup, resendCode, verifySignup];
