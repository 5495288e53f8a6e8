import { adminProof } from "../../../../../../test/kit/admin-proof.ts";
import { madeProduct } from "../../../../../../test/kit/products.ts";
import { madeRelease } from "../../../../../../test/kit/releases.ts";
import { addReleasePriceChanges } from "./add-release-price-changes.ts";

export const addReleasePriceChangesProof = adminProof(addReleasePriceChanges, async (asker) => {
  const { release } = await madeRelease(asker);
  const { id, revision } = await madeProduct(asker);
  return { params: { id: release.id }, body: { items: [{ id, revision }], percent: "5" } };
});
