import { acceptInvitation } from "./admin/accept-invitation.ts";
import { changeOwnPassword } from "./admin/change-own-password.ts";
import { completeSignIn } from "./admin/complete-sign-in.ts";
import { confirmEmailChange } from "./admin/confirm-email-change.ts";
import { confirmPasswordReset } from "./admin/confirm-password-reset.ts";
import { confirmSession } from "./admin/confirm-session.ts";
import { confirmTotp } from "./admin/confirm-totp.ts";
import { createInvitation } from "./admin/create-invitation.ts";
import { createOwnToken } from "./admin/create-own-token.ts";
import { createPasskey } from "./admin/create-passkey.ts";
import { createRecoveryCodes } from "./admin/create-recovery-codes.ts";
import { createServerAdmin } from "./admin/create-server-admin.ts";
import { endOtherSessions } from "./admin/end-other-sessions.ts";
import { endOwnSession } from "./admin/end-own-session.ts";
import { enterSite } from "./admin/enter-site.ts";
import { getInvitation } from "./admin/get-invitation.ts";
import { getMe } from "./admin/get-me.ts";
import { getMember } from "./admin/get-member.ts";
import { getServerAdmin } from "./admin/get-server-admin.ts";
import { getSession } from "./admin/get-session.ts";
import { listInvitations } from "./admin/list-invitations.ts";
import { listMembers } from "./admin/list-members.ts";
import { listOwnSessions } from "./admin/list-own-sessions.ts";
import { listServerAdmins } from "./admin/list-server-admins.ts";
import { listSites } from "./admin/list-sites.ts";
import { listOwnTokens } from "./admin/list-own-tokens.ts";
import { listPasskeys } from "./admin/list-passkeys.ts";
import { openInvitation } from "./admin/open-invitation.ts";
import { removeInvitation } from "./admin/remove-invitation.ts";
import { removeMember } from "./admin/remove-member.ts";
import { removePasskey } from "./admin/remove-passkey.ts";
import { removeTotp } from "./admin/remove-totp.ts";
import { renamePasskey } from "./admin/rename-passkey.ts";
import { requestEmailChange } from "./admin/request-email-change.ts";
import { requestPasswordReset } from "./admin/request-password-reset.ts";
import { resendInvitation } from "./admin/resend-invitation.ts";
import { revokeOwnToken } from "./admin/revoke-own-token.ts";
import { signInWithLink } from "./admin/sign-in-with-link.ts";
import { signInWithPasskey } from "./admin/sign-in-with-passkey.ts";
import { signIn } from "./admin/sign-in.ts";
import { signOut } from "./admin/sign-out.ts";
import { startPasskeySignIn } from "./admin/start-passkey-sign-in.ts";
import { startPasskey } from "./admin/start-passkey.ts";
import { startTotp } from "./admin/start-totp.ts";
import { updateMe } from "./admin/update-me.ts";
import { updateServerAdmin } from "./admin/update-server-admin.ts";
import { updateMember } from "./admin/update-member.ts";

export const teamOperations = [
  ...[signIn, signInWithLink, completeSignIn, getSession, confirmSession, signOut, requestPasswordReset, confirmPasswordReset],
  ...[getMe, updateMe, changeOwnPassword, requestEmailChange, confirmEmailChange, listOwnSessions, endOwnSession, endOtherSessions],
  ...[listOwnTokens, createOwnToken, revokeOwnToken],
  ...[listSites],
  ...[listMembers, getMember, updateMember, removeMember],
  ...[listInvitations, createInvitation, getInvitation, removeInvitation, resendInvitation, openInvitation, acceptInvitation],
  ...[startPasskeySignIn, signInWithPasskey, listPasskeys, startPasskey, createPasskey, renamePasskey, removePasskey],
  ...[enterSite, listServerAdmins, createServerAdmin, getServerAdmin, updateServerAdmin],
  ...[startTotp, confirmTotp, removeTotp, createRecoveryCodes],
];
