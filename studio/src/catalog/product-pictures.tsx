import { useQueryClient } from "@tanstack/react-query";
import type { Asset } from "@vitrine/client/admin";
import { Plus } from "lucide-react";
import { useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { AssetPicker } from "../media/asset-picker.tsx";
import { assetQuery } from "../media/asset-queries.ts";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { movedBeside, movedBy } from "./move-pictures.ts";
import { PictureRow } from "./picture-row.tsx";
import type { Picture } from "./product-draft.ts";
import { useProductForm } from "./product-form.ts";
import styles from "./product.module.css";
import { newKey } from "./variant-matrix.ts";

const mostPictures = 100;

/** The pictures in their order, which dragging or the keyboard changes. */
export function ProductPictures() {
  const site = useSite();
  const queries = useQueryClient();
  const { draft, isReadOnly, set } = useProductForm();
  const { product: words } = shopTexts;
  const [isChoosing, setChoosing] = useState(false);
  const [draggedKey, setDraggedKey] = useState<string>();
  const [said, say] = useState("");
  const { images } = draft;
  const reorder = (next: readonly Picture[], key: string) => {
    if (next === images) return;
    set("images", next);
    say(words.moved(next.findIndex((picture) => picture.key === key) + 1, next.length));
  };
  const choose = (asset: Asset) => {
    queries.setQueryData(assetQuery(site, asset.id).queryKey, asset);
    set("images", [...images, { key: newKey("picture"), asset: asset.id, url: null, alt: "", width: null, height: null }]);
  };
  const change = (key: string, alt: string) =>
    set(
      "images",
      images.map((each) => (each.key === key ? { ...each, alt } : each)),
      `images/${key}`,
    );
  return (
    <Card title={words.pictures}>
      <div className="stack">
        <p className="soft">{images.length === 0 ? words.noPictures : words.picturesText}</p>
        {images.length > 0 && (
          <ol className={styles.pictures}>
            {images.map((picture, index) => (
              <PictureRow
                key={picture.key}
                picture={picture}
                index={index}
                count={images.length}
                draggedKey={draggedKey}
                onDrag={setDraggedKey}
                onDrop={(key, isAfter) => reorder(movedBeside(images, key, picture.key, isAfter), key)}
                onMove={(by) => reorder(movedBy(images, picture.key, by), picture.key)}
                onChange={(alt) => change(picture.key, alt)}
                onRemove={() =>
                  set(
                    "images",
                    images.filter(({ key }) => key !== picture.key),
                  )
                }
              />
            ))}
          </ol>
        )}
        {!isReadOnly && images.length < mostPictures && (
          <div className="row">
            <Button onPress={() => setChoosing(true)}>
              <Plus className="icon" aria-hidden />
              {words.addPicture}
            </Button>
          </div>
        )}
        <span role="status" className="unseen">
          {said}
        </span>
      </div>
      {isChoosing && <AssetPicker isOpen onClose={() => setChoosing(false)} accept={["image"]} onChoose={choose} />}
    </Card>
  );
}
