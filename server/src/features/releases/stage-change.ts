import type { Saving } from "../../lib/published/saving.ts";
import { invalidMember, ProblemError, validationFailed } from "../../lib/http/problem.ts";
import type { Site } from "../../lib/site.ts";
import { tryOut } from "../../lib/sql/try-out.ts";
import type { Database } from "../../ports/database.ts";
import { changeCatalog } from "../bundle/index.ts";
import { holdPublishedSite, type Publishing } from "./carry-out.ts";
import { holdRelease } from "./hold-release.ts";
import { publishingLimits } from "./publish-release.ts";
import { readReleaseChanges } from "./read-release.ts";
import { releaseBounds, type ReleaseChange } from "./release.ts";

type GivenChange = Pick<ReleaseChange, "type" | "patch"> & { id: string };

/** Checks a change of the shop as it would be made after those that a release has already. Throws `validation_failed` with pointers into the request. */
export async function checkChange(
  sql: Database,
  saving: Saving,
  site: Site,
  releaseId: string,
  { type, id, patch }: GivenChange,
  publishing: Publishing,
): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(patch)) > releaseBounds.patchBytes) {
    throw invalidMember("/patch", "too_large", `has more than ${releaseBounds.patchBytes / 1024} KiB: change less at once`);
  }
  const found = await tryOut(
    sql,
    async (tx) => {
      const { held } = await holdPublishedSite(tx, site);
      await holdRelease(tx, site.id, releaseId);
      const changes = (await readReleaseChanges(tx, site.id, releaseId))
        .filter((each) => each.type === type && each.target === id)
        .map((each) => ({ kind: each.type, targetId: each.target, patch: each.patch }));
      return changeCatalog(tx, saving, held, [...changes, { kind: type, targetId: id, patch }], publishing);
    },
    publishingLimits,
  );
  const errors = found.map(({ fault }) =>
    fault.code === "unknown" && fault.path === "" ? { ...fault, path: "/id" } : { ...fault, path: `/patch${fault.path}` },
  );
  const [first] = errors;
  if (first) throw new ProblemError(validationFailed, { detail: `${first.path.slice(1)} ${first.message}`, errors: errors.slice(0, 100) });
}
