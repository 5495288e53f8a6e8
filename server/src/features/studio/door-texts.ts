import type { Role } from "../../lib/admin/roles.ts";
import type { Html } from "../../lib/text/html.ts";

/** The words of the pages before the studio: to sign in, to choose a password, to accept an invitation. */
export interface DoorTexts {
  needsScript: string;
  wait: string;
  email: string;
  password: string;
  newPassword: string;
  passwordHint: string;
  showPassword: string;
  name: string;
  signIn: { title: string; button: string; passkey: string; forgot: string; signedOut: string };
  code: { title: string; hint: string; label: string; button: string; passkey: string; again: string };
  forgot: { title: string; lead: string; button: string; back: string };
  sent: { title: string; lead: string };
  choose: { title: string; lead: string; button: string };
  chosen: { title: string; lead: string; button: string };
  unusable: { title: string; lead: string; button: string };
  invitation: {
    title: string;
    invited(inviter: Html, site: Html, role: Html): Html;
    invitedByNobody(site: Html, role: Html): Html;
    newAccount(email: Html): Html;
    accept: string;
    acceptAs(name: Html): Html;
    otherAccount(email: Html): Html;
    signIn: string;
  };
  accepted: { title: string; lead(site: Html): Html; button: string };
  invitationUnusable: { title: string; lead: string };
  roles: Readonly<Record<Role, string>>;
  /** What went wrong, by the code of the problem, and the way on. `unknown` stands for every other one. */
  problems: Readonly<Record<DoorProblem, string>>;
}

/** The problems that the pages explain in words of their own. */
type DoorProblem =
  | "invalid_credentials"
  | "second_factor_wrong"
  | "second_factor_form"
  | "session_ended"
  | "link_spent"
  | "passkey_invalid"
  | "passkey_failed"
  | "rate_limited"
  | "cross_site_request"
  | "password_short"
  | "password_common"
  | "email_form"
  | "email_taken"
  | "invitation_for_another"
  | "offline"
  | "unknown";
