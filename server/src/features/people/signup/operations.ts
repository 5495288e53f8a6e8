import { createServerSite } from "./admin/create-server-site.ts";
import { createSite } from "./admin/create-site.ts";
import { resendCode } from "./public/resend-code.ts";
import { startSignup } from "./public/start-signup.ts";
import { verifySignup } from "./public/verify-signup.ts";

export const signupOperations = [startSignup, resendCode, verifySignup];
/** Also where signup is off. */
export const openingOperations = [createSite, createServerSite];
