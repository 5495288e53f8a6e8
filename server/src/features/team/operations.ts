import { confirmPasswordReset } from "./admin/confirm-password-reset.ts";
import { confirmSession } from "./admin/confirm-session.ts";
import { getSession } from "./admin/get-session.ts";
import { requestPasswordReset } from "./admin/request-password-reset.ts";
import { signIn } from "./admin/sign-in.ts";
import { signOut } from "./admin/sign-out.ts";

export const teamOperations = [signIn, getSession, confirmSession, signOut, requestPasswordReset, confirmPasswordReset];
