import type { Deps } from "../../../../deps.ts";
import { actorOf } from "../../../../lib/admin/identity.ts";
import { NoContent, operation } from "../../../../lib/http/operation.ts";
import { trashedBase, trashedId, TrashedParams } from "../drafts/trash-address.ts";
import { lockTrashed, removeTrashed, trashedNotFound } from "../drafts/trash.ts";

/** Removes a document from the trash for good. */
export const deleteDocument = operation(
  {
    id: "deleteDocument",
    method: "DELETE",
    path: trashedBase,
    access: "member",
    permission: "content:publish",
    cors: "closed",
    problems: [trashedNotFound],
    tags: ["Content"],
    summary: "Remove a document from the trash for good",
    description: "With its drafts and all of its versions.",
    params: TrashedParams,
    response: { 204: NoContent },
  },
  ({ sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">) =>
    async (request) => {
      const { site, params } = request;
      const id = trashedId(params);
      await sql.begin(async (tx) => {
        const trashed = await lockTrashed(tx, site.id, id);
        await removeTrashed(tx, { now: clock.now(), ids }, site.id, trashed, { actor: actorOf(request), action: "deleteDocument" });
      });
    },
);
