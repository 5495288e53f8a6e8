import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { siteBase, siteSlug } from "../../../../lib/admin/site-path.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { previewNotFound } from "../../../../lib/published/previewed-reads.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { IssuedPreview, readIssuedPreviews } from "../issued-preview.ts";

/** Reads what a preview is for and when it ends. */
export const getIssuedPreview = operation(
  {
    id: "getIssuedPreview",
    method: "GET",
    path: `${siteBase}/previews/{id}`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [previewNotFound],
    tags: ["Content"],
    summary: "Read a preview",
    params: Type.Object({ ...siteSlug, id: Type.String() }),
    response: { 200: Single(IssuedPreview) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params: { id } }) => {
      const [preview] = isUuid(id) ? await readIssuedPreviews(sql, site.id, { id, limit: 1, offset: 0 }) : [];
      if (!preview) throw new ProblemError(previewNotFound);
      return { data: preview };
    },
);
