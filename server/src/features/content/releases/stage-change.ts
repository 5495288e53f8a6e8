import type { WriteContext } from "../../../lib/published/write-context.ts";
import { invalidMember, invalidMembers } from "../../../lib/http/problem.ts";
import type { Site } from "../../../lib/site.ts";
import { tryOut } from "../../../lib/sql/try-out.ts";
import type { Database } from "../../../ports/database.ts";
import { changeCatalog, type CatalogChange } from "../bundle/index.ts";
import { lockPublishedSite, type Publishing } from "./apply-release.ts";
import { lockRelease } from "./lock-release.ts";
import { publishingLimits } from "./publish-release.ts";
import { readStagedChanges } from "./read-release.ts";
import { releaseBounds } from "./release.ts";

/** Checks a change of the shop as it would be made after those that a release has already. Throws `validation_failed` with pointers into the request. */
export async function checkChange(
  sql: Database,
  ctx: WriteContext,
  site: Site,
  releaseId: string,
  change: CatalogChange,
  publishing: Publishing,
): Promise<void> {
  const { kind, targetId, patch, seenVariants } = change;
  for (const [member, value] of Object.entries({ patch, seenVariants })) {
    if (Buffer.byteLength(JSON.stringify(value)) > releaseBounds.patchBytes) {
      throw invalidMember(`/${member}`, "too_large", `has more than ${releaseBounds.patchBytes / 1024} KiB: change less at once`);
    }
  }
  const catalogErrors = await tryOut(
    sql,
    async (tx) => {
      const { adminSite } = await lockPublishedSite(tx, site);
      await lockRelease(tx, site.id, releaseId);
      const earlier = (await readStagedChanges(tx, site.id, releaseId)).filter((each) => each.kind === kind && each.targetId === targetId);
      return changeCatalog(tx, ctx, adminSite, [...earlier, change], publishing);
    },
    publishingLimits,
  );
  const errors = catalogErrors.map(({ fault: error }) =>
    error.code === "unknown" && error.path === "" ? { ...error, path: "/id" } : { ...error, path: `/patch${error.path}` },
  );
  if (errors.length > 0) throw invalidMembers(errors);
}
