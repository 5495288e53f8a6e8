import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { validationFailed } from "../../../../lib/http/problem.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { EditedCategory } from "../../catalog/index.ts";
import { withLockedSite } from "../../../server/sites/index.ts";
import { categoriesBase, CategoryBody } from "../category-body.ts";
import { addCategory } from "../save-category.ts";

/** Creates a category. */
export const createCategory = operation(
  {
    id: "createCategory",
    method: "POST",
    path: categoriesBase,
    access: "member",
    permission: "catalog:write",
    grows: true,
    cors: "closed",
    problems: [validationFailed],
    tags: ["Catalogue"],
    summary: "Create a category",
    description:
      "By the rules of an import. Without a `status` it is `ACTIVE`, and public at once if all categories above it are. Without a `position` it is the last of its siblings.",
    params: SiteParams,
    body: CategoryBody,
    response: { 201: Single(EditedCategory) },
    unserialised: true,
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request, reply) => {
      const ctx = { now: clock.now(), ids };
      const recording = { actor: actorOf(request), action: "createCategory" };
      const category = await withLockedSite(sql, request.site.id, (tx, site) => addCategory(tx, ctx, site, request.body, recording));
      tagRevision(reply, category.revision);
      return { data: category };
    },
);
