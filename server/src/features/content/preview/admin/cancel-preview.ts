import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { previewNotFound } from "../../../../lib/published/previewed-reads.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { cancelPreviews } from "../issue-previews.ts";

/** Ends a preview, on every process at once. */
export const cancelPreview = operation(
  {
    id: "cancelPreview",
    method: "DELETE",
    path: `${siteBase}/previews/{id}`,
    access: "member",
    permission: "previews:write",
    cors: "closed",
    problems: [previewNotFound],
    tags: ["Content"],
    summary: "End a preview",
    params: Type.Object({ ...siteSlug, id: Type.String() }),
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const by = { actor: actorOf(request), siteId: site.id, action: "cancelPreview" };
      const ctx = { now: clock.now(), ids };
      const cancelled = isUuid(params.id) ? await sql.begin((tx) => cancelPreviews(tx, ctx, by, { tokenOrId: params.id })) : 0;
      if (cancelled === 0) throw new ProblemError(previewNotFound);
    },
);
