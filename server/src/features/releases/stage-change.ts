import type { Saving } from "../../lib/published/saving.ts";
import { invalidMember, ProblemError, validationFailed } from "../../lib/http/problem.ts";
import type { Site } from "../../lib/site.ts";
import { tryOut } from "../../lib/sql/try-out.ts";
import type { Database } from "../../ports/database.ts";
import { changeCatalog, type CatalogChange } from "../bundle/index.ts";
import { holdPublishedSite, type Publishing } from "./carry-out.ts";
import { holdRelease } from "./hold-release.ts";
import { publishingLimits } from "./publish-release.ts";
import { readStagedChanges } from "./read-release.ts";
import { releaseBounds } from "./release.ts";

/** Checks a change of the shop as it would be made after those that a release has already. Throws `validation_failed` with pointers into the request. */
export async function checkChange(
  sql: Database,
  saving: Saving,
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
  const found = await tryOut(
    sql,
    async (tx) => {
      const { held } = await holdPublishedSite(tx, site);
      await holdRelease(tx, site.id, releaseId);
      const earlier = (await readStagedChanges(tx, site.id, releaseId)).filter((each) => each.kind === kind && each.targetId === targetId);
      return changeCatalog(tx, saving, held, [...earlier, change], publishing);
    },
    publishingLimits,
  );
  const errors = found.map(({ fault }) =>
    fault.code === "unknown" && fault.path === "" ? { ...fault, path: "/id" } : { ...fault, path: `/patch${fault.path}` },
  );
  const [first] = errors;
  if (first) throw new ProblemError(validationFailed, { detail: `${first.path.slice(1)} ${first.message}`, errors: errors.slice(0, 100) });
}
