import { isDeepStrictEqual } from "node:util";
import { checkEachItem } from "../../../lib/http/each-item.ts";
import { invalidMembers } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import type { Site } from "../../../lib/site.ts";
import { tryOut } from "../../../lib/sql/try-out.ts";
import type { Database } from "../../../ports/database.ts";
import { lockSeenProduct, repricedVariant, type PriceChange } from "../../shop/catalog-editing/index.ts";
import { changeCatalog, type CatalogChange, type SeenVariant } from "../bundle/index.ts";
import { lockPublishedSite, type Publishing } from "./apply-release.ts";
import { lockRelease } from "./lock-release.ts";
import { publishingLimits } from "./publish-release.ts";
import { readReleasedItems, type ReleaseGoods } from "./read-released-items.ts";
import { readStagedChanges } from "./read-release.ts";

/**
 * The changes of products that a release needs to change their present prices alike; of a product whose prices the release changes so already, none. They
 * are checked after those that the release has. Throws what stands in the way, by item.
 */
export async function pricesToStage(
  sql: Database,
  ctx: WriteContext,
  site: Site,
  releaseId: string,
  { items, change }: { items: readonly { id: string; revision: number }[]; change: PriceChange },
  publishing: Publishing,
): Promise<CatalogChange[]> {
  return tryOut(
    sql,
    async (tx) => {
      const { adminSite } = await lockPublishedSite(tx, site);
      await lockRelease(tx, site.id, releaseId);
      await checkEachItem(items, ({ id, revision }) => lockSeenProduct(tx, site.id, id, revision));
      const ids = items.map(({ id }) => id);
      const earlier = (await readStagedChanges(tx, site.id, releaseId)).filter(({ targetId }) => ids.includes(targetId));
      const changes = (await readReleasedItems(tx, site.id, earlier, ids)).flatMap((item) => pricePatch(item, change));
      const errors = await changeCatalog(tx, ctx, adminSite, [...earlier, ...changes], publishing);
      if (errors.length > 0) {
        const targets = [...earlier, ...changes].map(({ targetId }) => ids.indexOf(targetId));
        throw invalidMembers(errors.map(({ place, fault }) => ({ ...fault, path: `/items/${targets[place]}${fault.path}` })));
      }
      return changes;
    },
    publishingLimits,
  );
}

/** Names the prices of all variants alone, so that everything else of them stays as others leave it. */
function pricePatch({ id, before, after }: ReleaseGoods, change: PriceChange): CatalogChange[] {
  const present = new Map(variantsOf(before).map((variant) => [variant.sku, variant]));
  const currency = (before?.currency ?? "") as string;
  const seenVariants = variantsOf(after).map(({ sku, price, prices }) => ({ sku, price, ...(prices && { prices }) }));
  const variants = seenVariants.map((variant) => repricedVariant(variant, currency, change, present.get(variant.sku)));
  return isDeepStrictEqual(variants, seenVariants) ? [] : [{ kind: "product", targetId: id, patch: { variants }, seenVariants }];
}

type PricedVariant = SeenVariant & { price: number; prices?: Readonly<Record<string, number>> };

function variantsOf(members: ReleaseGoods["before"]): PricedVariant[] {
  return (members?.variants ?? []) as PricedVariant[];
}
