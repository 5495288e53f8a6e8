import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { ReleaseGoods, readReleasedItems } from "../read-released-items.ts";
import { readRelease, readStagedChanges } from "../read-release.ts";
import { releaseBase, ReleaseParams } from "../release-address.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";

const mostIds = 100;

/** Lists what a release changes of the shop: each product, category and plan as it is, and as it will be. */
export const listReleaseGoods = operation(
  {
    id: "listReleaseGoods",
    method: "GET",
    path: `${releaseBase}/goods`,
    access: "member",
    permission: "catalog:read",
    cors: "closed",
    problems: [releaseNotFound],
    tags: ["Releases"],
    summary: "Read the products, categories and plans of a release",
    description:
      "Each item as it is now, and as it will be with all of the release's changes, in the order of the first change. For a published release both are the present state.",
    params: ReleaseParams,
    query: Type.Object({
      ...pagingParameters(50),
      ids: Type.Optional(
        Type.String({
          maxLength: mostIds * 37,
          description: `Up to ${mostIds} ids, separated by commas: these, whether the release changes them or not. Absent: those that it changes.`,
        }),
      ),
    }),
    response: { 200: List(ReleaseGoods) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, query }, reply) => {
      const { state, changes } = await readRelease(sql, site.id, params.id);
      const asked = query.ids?.split(",").filter(isUuid).slice(0, mostIds);
      const ids = [...new Set(asked ?? changes.map(({ target }) => target))];
      const paging = pagingOf(query);
      const page = ids.slice(offsetOf(paging), offsetOf(paging) + paging.pageSize);
      const staged = await readStagedChanges(sql, site.id, params.id);
      const catalogItems = await readReleasedItems(
        sql,
        site.id,
        state === "PUBLISHED" ? staged.map((each) => ({ ...each, patch: {} })) : staged,
        page,
      );
      return answerPage(reply, query, paging, catalogItems, ids.length);
    },
);
