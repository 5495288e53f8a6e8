import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { catalogItemId, madeRelease, releaser } from "../../../../../../test/kit/releases.ts";
import { listReleaseGoods } from "./list-release-goods.ts";

export const listReleaseGoodsProof = adminProof(listReleaseGoods, async (asker) => {
  const { server, site, owner } = asker;
  const { release } = await madeRelease(asker);
  await releaser(server, site, owner).change(release.id, "product", await catalogItemId(server, site, "fjell-chair"), {
    title: "Another chair",
  });
  return { params: { id: release.id }, query: { pageSize: "10" } };
});
