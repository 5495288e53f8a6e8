import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { restorableUntil } from "../../../../lib/admin/deleted-site.ts";
import { permissions as allPermissions, roles } from "../../../../lib/admin/roles.ts";
import { Instant, List, Nullable } from "../../../../lib/http/envelope.ts";
import { adminBase, operation } from "../../../../lib/http/operation.ts";
import { answerPage, offsetOf, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { readOwnPlaces, type OwnPlace } from "../own-places.ts";

const ListedSite = Type.Object(
  {
    slug: Type.String({ examples: ["acme"] }),
    name: Type.String(),
    role: Type.Enum([...roles]),
    permissions: Type.Array(Type.Enum([...allPermissions]), {
      description: "The role's permissions, limited to those that the credential allows.",
    }),
    hasEntered: Type.Boolean({ description: "For an hour, as an operator." }),
    suspendedAt: Nullable(Instant),
    deletedAt: Nullable(Instant),
    restorableUntil: Nullable(Type.String({ ...Instant, description: "A deleted site can be restored until then." })),
    createdAt: Instant,
  },
  { $id: "ListedSite", additionalProperties: false },
);

/** Lists the sites of a person, by name. */
export const listSites = operation(
  {
    id: "listSites",
    method: "GET",
    path: `${adminBase}/sites`,
    access: "admin",
    cors: "closed",
    problems: [],
    tags: ["Sites"],
    summary: "List your sites",
    description:
      "Those of which you are a member, and those that you have entered as an operator, by name. Deleted ones are among them, as long as they can be " +
      "restored. A personal access token of one site lists that one.",
    query: Type.Object(pagingParameters(50)),
    response: { 200: List(ListedSite) },
  },
  ({ sql, clock }: Pick<Deps, "sql" | "clock">) =>
    async ({ admin: { id, credential }, query }, reply) => {
      const paging = pagingOf(query);
      // Nobody has so many that they could not be read at once, as each session does.
      const places = await readOwnPlaces(sql, { id, credential }, clock.now());
      const from = offsetOf(paging);
      return answerPage(reply, query, paging, places.slice(from, from + paging.pageSize).map(listed), places.length);
    },
);

function listed({ suspendedAt, deletedAt, createdAt, ...place }: OwnPlace) {
  return {
    ...place,
    suspendedAt: suspendedAt?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
    restorableUntil: deletedAt && restorableUntil(deletedAt).toISOString(),
    createdAt: createdAt.toISOString(),
  };
}
