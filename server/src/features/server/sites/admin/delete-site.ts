import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, SiteParams } from "../../../../lib/admin/site-path.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { invalidMember, ProblemError, siteNotFound } from "../../../../lib/http/problem.ts";
import { seenRevision } from "../../../../lib/http/revision.ts";
import { wholeSite } from "../../../../lib/published/site-changes.ts";
import { conflictAbout, recordChange } from "../../../people/audit/index.ts";
import { lockAndReadSiteAlone } from "../admin-site.ts";
import { raiseVersions } from "../create-site.ts";

/** Deletes a site: its public side is gone at once, its data after two weeks. */
export const deleteSite = operation(
  {
    id: "deleteSite",
    method: "DELETE",
    path: siteBase,
    access: "member",
    permission: "site:delete",
    recentSignIn: true,
    conditional: "change",
    cors: "closed",
    problems: [],
    tags: ["Sites"],
    summary: "Delete a site",
    description:
      "Its pages, shop, previews and webhook are gone at once, on every process within a second, and its people cannot open it. For 14 days " +
      "`POST …/restore` brings it back. After that all of its data are removed, and its slug is free. Payments that were open are followed until then.",
    params: SiteParams,
    body: Type.Object(
      { confirm: Type.String({ maxLength: 100, description: "The slug of the site, once more." }) },
      { additionalProperties: false },
    ),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { id, slug } = request.member.site;
      if (request.body.confirm !== slug) throw invalidMember("/confirm", "confirm", `must be the slug of the site, ${slug}`);
      const seen = seenRevision(request);
      const ctx = { now: clock.now(), ids };
      await sql.begin(async (tx) => {
        const lockedSite = await lockAndReadSiteAlone(tx, id);
        if (!lockedSite || lockedSite.deletedAt) throw new ProblemError(siteNotFound);
        const { revision } = lockedSite.site;
        const target = { type: "site", id, label: slug };
        if (revision !== seen) throw await conflictAbout(tx, id, target, revision);
        await tx`
          update sites set deleted_at = ${ctx.now}, revision = ${revision + 1}, updated_at = ${ctx.now} where id = ${id}`;
        await raiseVersions(tx, ctx, id, { content: true, catalog: true }, new Set([wholeSite]));
        const change = { actor: actorOf(request), siteId: id, action: "deleteSite", removes: true } as const;
        await recordChange(tx, ctx, { ...change, target: { ...target, revision: revision + 1 } });
      });
    },
);
