import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { Email, givenEmail } from "../../../../lib/text/given-email.ts";
import { readServerSite, ServerSite } from "../../../server/sites/index.ts";
import { addOwnerByAddress } from "../../team/index.ts";
import { siteSlugTaken } from "../challenge.ts";
import { NewSiteBody } from "../new-site-body.ts";
import { startSite } from "../start-site.ts";
import { starterSite } from "../starter-site.ts";

/** Opens a site for a person, who gets a mail. */
export const createServerSite = operation(
  {
    id: "createServerSite",
    method: "POST",
    path: `${adminBase}/server/sites`,
    access: "operator",
    cors: "closed",
    problems: [siteSlugTaken],
    tags: ["Server"],
    summary: "Open a site for somebody",
    description:
      "The site starts with its template. Its owner is the account with this address. If no account exists, the server creates one, and the mail has a link to " +
      "choose a password. The key is in this answer, and nowhere else.",
    body: Type.Object({ ...NewSiteBody.properties, owner: Email }, { additionalProperties: false }),
    response: {
      201: Single(
        Type.Object(
          { ...ServerSite.properties, apiKey: Type.String({ description: "For `x-api-key`." }) },
          { additionalProperties: false },
        ),
      ),
    },
  },
  ({ sql, clock, ids, secrets, siteLimiter }: Pick<Deps, "sql" | "clock" | "ids" | "secrets" | "siteLimiter">) =>
    async (request) => {
      const { slug, name, template } = request.body;
      const owner = givenEmail(request.body.owner, "owner");
      const ctx = { now: clock.now(), ids, secrets };
      const actor = actorOf(request);
      const action = "createServerSite";
      const starter = await starterSite(template);
      const newSite = await siteLimiter.run("signup", () =>
        sql.begin(async (tx) => {
          const { site, apiKey } = await startSite(tx, ctx, { slug, name, notified: owner }, starter, {
            action,
            addOwner: async (siteId) => {
              await addOwnerByAddress(tx, ctx, { actor, action }, { siteId, site: name, email: owner });
              return actor;
            },
          });
          const storedSite = await readServerSite(tx, site.id);
          if (!storedSite) throw new Error("A new site is not there.");
          return { ...storedSite, apiKey };
        }),
      );
      return { data: newSite };
    },
);
