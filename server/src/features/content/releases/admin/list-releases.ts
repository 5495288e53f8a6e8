import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import { listReleasesOf, releaseSorts } from "../list-releases.ts";
import { releasesBase } from "../release-address.ts";
import { ListedRelease, releaseStates } from "../release.ts";

/** Lists the releases of a site. */
export const listReleases = operation(
  {
    id: "listReleases",
    method: "GET",
    path: releasesBase,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [],
    tags: ["Releases"],
    summary: "List the releases",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      state: Type.Optional(Type.Enum([...releaseStates])),
      q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the name." })),
      sort: sortParameter(releaseSorts, "`updatedAt:desc`"),
    }),
    response: { 200: List(ListedRelease) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const [sort, direction] = sortOf(query.sort, releaseSorts, { field: "updatedAt", direction: "desc" }).split(":");
      const order = { sort: sort as (typeof releaseSorts)[number], isDescending: direction === "desc" };
      const { releases, total } = await listReleasesOf(sql, site.id, { state: query.state, q: query.q, ...order }, paging);
      return answerPage(reply, query, paging, releases, total);
    },
);
