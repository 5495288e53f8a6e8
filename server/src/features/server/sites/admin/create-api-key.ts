import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError, siteNotFound } from "../../../../lib/http/problem.ts";
import { lockAndReadSite } from "../admin-site.ts";
import { countKeys, issueKey, listKeys } from "../keys.ts";
import { ApiKey, keyMembers, shownKey } from "../shown-key.ts";

const tooManyKeys = problem("too_many_keys", 409, "The site has reached its limit of keys");

/** Each front end has one, and another while it changes to that. */
const mostActive = 100;
/** Revoked ones stay, so that no import brings one back. */
const mostKeys = 10_000;

/** Makes an API key of a site, which is shown this once. */
export const createApiKey = operation(
  {
    id: "createApiKey",
    method: "POST",
    path: `${siteBase}/keys`,
    access: "member",
    permission: "keys:write",
    showsSecret: true,
    cors: "closed",
    problems: [tooManyKeys],
    tags: ["Sites"],
    summary: "Make an API key",
    description: `The key is in this answer, and nowhere else. A site has ${mostActive} active keys at most.`,
    params: SiteParams,
    body: Type.Object(keyMembers, { additionalProperties: false }),
    response: {
      201: Single(
        Type.Object({ ...ApiKey.properties, key: Type.String({ description: "For `x-api-key`." }) }, { additionalProperties: false }),
      ),
    },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, body } = request;
      const { name, readLimit = null } = body;
      const ctx = { now: clock.now(), ids };
      const createdKey = await sql.begin(async (tx) => {
        // Held, so that two at once do not both get the last place.
        const lockedSite = await lockAndReadSite(tx, site.id);
        if (!lockedSite || lockedSite.deletedAt) throw new ProblemError(siteNotFound);
        const { all, active } = await countKeys(tx, site.id);
        if (active >= mostActive || all >= mostKeys) {
          throw new ProblemError(tooManyKeys, {
            detail: `A site can have ${mostActive} active keys at most. Revoke a key that nobody uses.`,
          });
        }
        const by = { actor: actorOf(request), siteId: site.id, action: "createApiKey" };
        const { id, key } = await issueKey(tx, ctx, by, { name, readLimit });
        return { key, stored: (await listKeys(tx, site.id, { id }))[0] };
      });
      if (!createdKey.stored) throw new Error("A new key is not there.");
      return { data: { ...shownKey(createdKey.stored), key: createdKey.key } };
    },
);
