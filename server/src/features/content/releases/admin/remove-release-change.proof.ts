import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { catalogItemId, madeRelease, releaser } from "../../../../../../test/kit/releases.ts";
import { removeReleaseChange } from "./remove-release-change.ts";

export const removeReleaseChangeProof = adminProof(removeReleaseChange, async (asker) => {
  const { server, site, owner } = asker;
  const { release } = await madeRelease(asker);
  const { change, readRelease } = releaser(server, site, owner);
  await change(release.id, "product", await catalogItemId(server, site, "fjell-chair"), { title: "Another chair" });
  const [staged] = (await readRelease(release.id)).changes;
  return { params: { id: release.id, changeId: staged?.id ?? "" } };
});
