import { problem, ProblemError, tooMany } from "../../../../lib/http/problem.ts";
import { countAttempt, countGlobalAttempt } from "../../../../lib/limits/attempts.ts";
import type { Sql } from "../../../../ports/database.ts";

export const tooManyInvitations = problem("too_many_invitations", 409, "The site has reached its limit of invitations");

/** Nobody watches over more of them; each is a key to the site. */
const mostInvitations = 100;
const windowSeconds = 60 * 60;
/** A site is not a way to send mail to strangers. */
const mailsPerSite = { max: 50, windowSeconds };
/** Whichever sites invite it. */
const mailsPerAddress = { max: 5, windowSeconds };

/** Counts a mail with an invitation, of a site and to an address. In the caller's transaction: what is refused later does not count. Throws `rate_limited`. */
export async function countInvitationMail(tx: Sql, siteId: string, email: string, now: Date): Promise<void> {
  const ofSite = await countAttempt(tx, siteId, "invitation mails", mailsPerSite, now);
  if (!ofSite.allowed) throw tooMany(ofSite.retryAfterSeconds);
  const ofAddress = await countGlobalAttempt(tx, `invitation mail to ${email}`, mailsPerAddress, now);
  if (!ofAddress.allowed) throw tooMany(ofAddress.retryAfterSeconds);
}

/** Throws `too_many_invitations`. Only certain while the site's members are held. */
export async function demandRoomForInvitation(tx: Sql, siteId: string): Promise<void> {
  const [counted] = await tx<{ count: number }>`select count(*)::int as count from invitations where site_id = ${siteId}`;
  if ((counted?.count ?? 0) >= mostInvitations)
    throw new ProblemError(tooManyInvitations, { detail: `A site has ${mostInvitations} at most. Remove some first.` });
}
