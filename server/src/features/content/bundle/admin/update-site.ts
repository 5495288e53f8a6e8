import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { mergePatchOf } from "../../../../lib/http/merge-patch.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError, siteNotFound } from "../../../../lib/http/problem.ts";
import { seenRevision, tagRevision } from "../../../../lib/http/revision.ts";
import { changesBetween, conflictAbout, recordChange } from "../../../people/audit/index.ts";
import { recordWebhookEvents } from "../../../server/webhooks/index.ts";
import { AdminSite, HostedSiteMembers, lockAndReadSite } from "../../../server/sites/index.ts";
import { changeSiteMembers, membersOf } from "../change-site-members.ts";

/** Names people. */
const hidden = ["settings.forms.notify", "settings.orders.notify"];

/** Changes a site's name, locales, addresses and settings. */
export const updateSite = operation(
  {
    id: "updateSite",
    method: "PATCH",
    path: siteBase,
    access: "member",
    permission: "settings:write",
    conditional: "change",
    cors: "closed",
    problems: [],
    tags: ["Sites"],
    summary: "Change a site and its settings",
    description:
      "A JSON Merge Patch (RFC 7396): null removes a setting. A locale in which there is content or a translation cannot be taken away. The " +
      "slug stays. Each of `apiHosts` belongs to one site of the server. A patch that changes nothing leaves the revision as it is. `settings.media.quotaMb` is at most what the server, or an operator for this site, " +
      "allows.",
    params: SiteParams,
    body: Type.Object(
      {
        ...mergePatchOf(HostedSiteMembers).properties,
        revision: Type.Optional(Type.Integer({ description: "The revision that you have seen." })),
      },
      { additionalProperties: false },
    ),
    response: { 200: Single(AdminSite) },
  },
  ({ sql, clock, ids, media, publicUrl }: Pick<Deps, "sql" | "clock" | "ids" | "media" | "publicUrl">) =>
    async (request, reply) => {
      const { revision, ...patch } = request.body as { revision?: number } & Record<string, unknown>;
      const { id } = request.member.site;
      const seen = seenRevision(request, revision);
      const ctx = { now: clock.now(), ids };
      const site = await sql.begin(
        async (tx) => {
          const lockedSite = await lockAndReadSite(tx, id);
          if (!lockedSite || lockedSite.deletedAt) throw new ProblemError(siteNotFound);
          const before = lockedSite.site;
          const target = { type: "site", id, label: before.slug };
          if (before.revision !== seen) throw await conflictAbout(tx, id, target, before.revision);
          const after = await changeSiteMembers(tx, ctx, before, patch, {
            largestQuotaMb: lockedSite.mediaQuotaMb ?? media.quotaMb,
            ownUrls: [publicUrl, media.publicUrl],
          });
          const changes = changesBetween(membersOf(before), membersOf(after), { hidden });
          if (after.revision !== before.revision) {
            const change = { actor: actorOf(request), siteId: id, action: "updateSite", changes };
            await recordChange(tx, ctx, { ...change, target: { ...target, revision: after.revision } });
            const changed = [...new Set(changes.map(({ member }) => member.replace(/\..*/, "")))];
            await recordWebhookEvents(tx, ctx, id, [{ type: "settings.changed", data: { changed } }]);
          }
          return after;
        },
        // A further locale gives each item of the catalogue what it shows there.
        { statementTimeoutMs: 60_000 },
      );
      tagRevision(reply, site.revision);
      return { data: site };
    },
);
