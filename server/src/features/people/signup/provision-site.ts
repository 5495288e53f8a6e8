import { emailTaken } from "../../../lib/text/given-email.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { KeyRing } from "../../../lib/secrets/secret.ts";
import type { Transaction } from "../../../ports/database.ts";
import type { Bundle } from "../../content/bundle/index.ts";
import { addOwner } from "../team/index.ts";
import { startSite, type StartedSite } from "./start-site.ts";

export interface SiteRequest {
  email: string;
  siteSlug: string;
  siteName: string;
  passwordHash: string;
}

/**
 * Makes a site with the content of the starter, its owner and its first API key. The unique slug and address decide which request comes
 * first, in this order for all; throws `site_slug_taken` or `email_taken`, with nothing made once the transaction is undone.
 */
export function provisionSite(
  tx: Transaction,
  ctx: WriteContext & { secrets: KeyRing },
  { email, siteSlug, siteName, passwordHash }: SiteRequest,
  starter: Bundle,
): Promise<StartedSite> {
  const site = { slug: siteSlug, name: siteName, notified: email };
  return startSite(tx, ctx, site, starter, {
    action: "verifySignup",
    addOwner: async (siteId) => {
      const adminId = await addOwner(tx, ctx, siteId, { email, passwordHash });
      if (adminId === undefined) throw new ProblemError(emailTaken);
      return { kind: "SIGNUP", adminId };
    },
  });
}
