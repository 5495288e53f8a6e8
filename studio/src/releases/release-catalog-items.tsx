import { useQuery } from "@tanstack/react-query";
import type { Release } from "@vitrine/client/admin";
import { Tag } from "lucide-react";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { TargetPicker } from "../fields/target-picker.tsx";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { CatalogItemRow } from "./catalog-item-row.tsx";
import { catalogItemsQuery } from "./release-queries.ts";
import { rightsOn } from "./release-rights.ts";
import styles from "./releases.module.css";
import { StageProduct } from "./stage-product.tsx";

/** The products, categories and plans that a release changes. */
export function ReleaseCatalogItemsCard({ release }: { release: Release }) {
  const site = useSite();
  const [isChoosing, setChoosing] = useState(false);
  const [product, setProduct] = useState<string>();
  const { releases, fields, app } = texts;
  const { canShop } = rightsOn(site, release);
  const isEmpty = release.changes.length === 0;
  const { data: catalogItems } = useQuery({
    ...catalogItemsQuery(site, release.id),
    enabled: !isEmpty && site.may("catalog:read"),
    throwOnError: (_error, { state }) => state.data === undefined,
  });
  // A site without a shop, and people who may not change it, need no empty card about it.
  if (isEmpty && !canShop) return null;
  return (
    <Card
      title={releases.goods}
      aside={
        canShop && (
          <Button onPress={() => setChoosing(true)}>
            <Tag className="icon" aria-hidden />
            {releases.changeProduct}
          </Button>
        )
      }
    >
      {isEmpty ? (
        <p className="soft">{releases.noCatalogItems}</p>
      ) : catalogItems === undefined && site.may("catalog:read") ? (
        <p role="status" className="late">
          {app.loading}
        </p>
      ) : (
        <ul className={styles.goods}>
          {catalogItems?.map((each) => (
            <CatalogItemRow key={each.id} release={release} item={each} onChange={() => setProduct(each.id)} />
          ))}
        </ul>
      )}
      <TargetPicker
        title={fields.pick.product}
        filters={[{ kind: "product", contentTypes: [] }]}
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onChoose={({ id }) => setProduct(id)}
        locale={site.site.defaultLocale}
      />
      {product !== undefined && <StageProduct release={release} product={product} onClose={() => setProduct(undefined)} />}
    </Card>
  );
}
