import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { missingPermission, permissionMissing } from "../../../../lib/admin/demands.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { AdminSite, readAdminSite } from "../../../server/sites/index.ts";
import { addFirstMember, countOwned, lockAccount } from "../../team/index.ts";
import { siteSlugTaken } from "../challenge.ts";
import { startSite } from "../start-site.ts";
import { NewSiteBody } from "../new-site-body.ts";
import { isReservedSlug } from "../site-slug.ts";
import { starterSite } from "../starter-site.ts";

const tooManySites = problem("too_many_sites", 409, "The account has reached its limit of sites");

/** A person who needs more runs a server, or asks somebody who does. */
const mostOwned = 10;

/** Opens a site for the caller, as a signup does, and shows its first API key this once. */
export const createSite = operation(
  {
    id: "createSite",
    method: "POST",
    path: `${adminBase}/sites`,
    access: "session",
    cors: "closed",
    problems: [siteSlugTaken, tooManySites, permissionMissing],
    tags: ["Sites"],
    summary: "Open a site",
    description:
      "The site starts with its template, and you are its owner. Operators may always do this. Others may do so while SIGNUP is on, and may own at " +
      `most ${mostOwned} sites, deleted ones among them as long as they are kept. The key is in this answer, and nowhere else.`,
    body: NewSiteBody,
    response: {
      201: Single(
        Type.Object({ ...AdminSite.properties, apiKey: Type.String({ description: "For `x-api-key`." }) }, { additionalProperties: false }),
      ),
    },
  },
  ({ sql, clock, ids, secrets, signup, siteLimiter }: Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "signup" | "siteLimiter">) =>
    async (request, reply) => {
      const { admin, body } = request;
      if (!admin.isOperator && signup === "off") throw missingPermission("operator");
      if (!admin.isOperator && isReservedSlug(body.slug)) throw new ProblemError(siteSlugTaken);
      const ctx = { now: clock.now(), ids, secrets };
      const starter = await starterSite(body.template);
      const newSite = await siteLimiter.run("signup", () =>
        sql.begin(async (tx) => {
          await lockAccount(tx, admin);
          if (!admin.isOperator && (await countOwned(tx, admin.id)) >= mostOwned) {
            throw new ProblemError(tooManySites, { detail: "Delete a site that you no longer need, or ask the operators of the server." });
          }
          const { site, apiKey } = await startSite(tx, ctx, { ...body, notified: admin.email }, starter, {
            action: "createSite",
            addOwner: async (siteId) => {
              await addFirstMember(tx, ctx, { siteId, adminId: admin.id, role: "OWNER" });
              return actorOf(request);
            },
          });
          const storedSite = await readAdminSite(tx, site.id);
          if (!storedSite) throw new Error("A new site is not there.");
          return { ...storedSite, apiKey };
        }),
      );
      tagRevision(reply, newSite.revision);
      return { data: newSite };
    },
);
