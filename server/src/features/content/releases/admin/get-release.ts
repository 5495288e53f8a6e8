import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { tagRevision } from "../../../../lib/http/revision.ts";
import { readRelease } from "../read-release.ts";
import { releaseBase, ReleaseParams } from "../release-address.ts";
import { Release } from "../release.ts";
import { releaseNotFound } from "../../../../lib/admin/refusals.ts";

/** Reads a release with its items and its changes of the shop. */
export const getRelease = operation(
  {
    id: "getRelease",
    method: "GET",
    path: releaseBase,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [releaseNotFound],
    tags: ["Releases"],
    summary: "Read a release",
    params: ReleaseParams,
    response: { 200: Single(Release) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }, reply) => {
      const release = await readRelease(sql, site.id, params.id);
      tagRevision(reply, release.revision);
      return { data: release };
    },
);
