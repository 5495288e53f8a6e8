import { changeOwnPassword } from "./admin/change-own-password.ts";
import { confirmEmailChange } from "./admin/confirm-email-change.ts";
import { confirmPasswordReset } from "./admin/confirm-password-reset.ts";
import { confirmSession } from "./admin/confirm-session.ts";
import { createOwnToken } from "./admin/create-own-token.ts";
import { endOtherSessions } from "./admin/end-other-sessions.ts";
import { endOwnSession } from "./admin/end-own-session.ts";
import { getMe } from "./admin/get-me.ts";
import { getSession } from "./admin/get-session.ts";
import { listOwnSessions } from "./admin/list-own-sessions.ts";
import { listOwnTokens } from "./admin/list-own-tokens.ts";
import { requestEmailChange } from "./admin/request-email-change.ts";
import { requestPasswordReset } from "./admin/request-password-reset.ts";
import { revokeOwnToken } from "./admin/revoke-own-token.ts";
import { signIn } from "./admin/sign-in.ts";
import { signOut } from "./admin/sign-out.ts";
import { updateMe } from "./admin/update-me.ts";

export const teamOperations = [
  ...[signIn, getSession, confirmSession, signOut, requestPasswordReset, confirmPasswordReset],
  ...[getMe, updateMe, changeOwnPassword, requestEmailChange, confirmEmailChange, listOwnSessions, endOwnSession, endOtherSessions],
  ...[listOwnTokens, createOwnToken, revokeOwnToken],
];
