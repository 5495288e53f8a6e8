import type { Deps } from "../../../../deps.ts";
import type { Sql } from "../../../../ports/database.ts";
import { removeUpload, type Uploader } from "./upload-rows.ts";

/**
 * Ends the unfinished uploads of a person who leaves a site, in the transaction in which they do: none counts against the quota any more. Resolves with
 * what removes their bytes, to be called once the transaction has committed.
 */
export async function endUploadsOf(
  tx: Sql,
  { siteId, adminId }: Uploader,
  now: Date,
): Promise<(deps: Pick<Deps, "sql" | "store">) => Promise<void>> {
  const ended = await tx<{ id: string }>`
    update asset_uploads set expires_at = ${now}
    where site_id = ${siteId} and created_by = ${adminId} and asset_id is null
    returning id`;
  return async (deps) => {
    for (const { id } of ended) await removeUpload(deps, siteId, id);
  };
}
