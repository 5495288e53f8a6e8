import { useQuery } from "@tanstack/react-query";
import type { Asset } from "@vitrine/client/admin";
import { ArrowDown, ArrowUp, GripVertical, Image, Plus, X } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { AssetPicker } from "../media/asset-picker.tsx";
import { altOf, assetQuery } from "../media/asset-queries.ts";
import { Thumbnail } from "../media/thumbnail.tsx";
import { Button } from "../parts/button.tsx";
import { TextInput } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { movedBeside, movedBy } from "./move-pictures.ts";
import type { Picture } from "./product-draft.ts";
import { useProductForm } from "./product-form.ts";
import styles from "./product.module.css";
import { newKey } from "./variant-matrix.ts";

const mostPictures = 100;

/** The pictures in their order, which dragging or the keyboard changes. */
export function ProductPictures() {
  const { key: siteKey } = useSite();
  const queries = useQueryClient();
  const { draft, isReadOnly, set } = useProductForm();
  const { product: words } = shopTexts;
  const [isChoosing, setChoosing] = useState(false);
  const [said, say] = useState("");
  const { images } = draft;
  const reorder = (next: readonly Picture[], key: string) => {
    set("images", next);
    say(words.moved(next.findIndex((picture) => picture.key === key) + 1, next.length));
  };
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: isReadOnly,
    getItems: (keys) => [...keys].map((key) => ({ "vitrine/picture": String(key), "text/plain": String(key) })),
    getDropOperation: (target) => (target.type === "item" && target.dropPosition !== "on" ? "move" : "cancel"),
    onReorder({ keys, target }) {
      const key = String([...keys][0]);
      reorder(movedBeside(images, key, String(target.key), target.dropPosition === "after"), key);
    },
  });
  const choose = (asset: Asset) => {
    queries.setQueryData([...siteKey, "asset", asset.id], asset);
    set("images", [...images, { key: newKey("picture"), asset: asset.id, url: null, alt: "", width: null, height: null }]);
  };
  return (
    <Card title={words.pictures}>
      <div className="stack">
        <p className="soft">{images.length === 0 ? words.noPictures : words.picturesText}</p>
        {images.length > 0 && (
          <GridList
            aria-label={words.pictures}
            className={styles.pictures ?? ""}
            items={images}
            dependencies={[images, isReadOnly]}
            dragAndDropHooks={dragAndDropHooks}
            keyboardNavigationBehavior="tab"
            disallowTypeAhead
          >
            {(picture) => (
              <PictureRow
                picture={picture}
                onMove={(by) => reorder(movedBy(images, picture.key, by), picture.key)}
                onChange={(alt) =>
                  set(
                    "images",
                    images.map((each) => (each.key === picture.key ? { ...each, alt } : each)),
                    `images/${picture.key}`,
                  )
                }
                onRemove={() =>
                  set(
                    "images",
                    images.filter(({ key }) => key !== picture.key),
                  )
                }
              />
            )}
          </GridList>
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

interface PictureRowProps {
  picture: Picture;
  onMove(by: 1 | -1): void;
  onChange(alt: string): void;
  onRemove(): void;
}

function PictureRow({ picture, onMove, onChange, onRemove }: PictureRowProps) {
  const site = useSite();
  const { draft, isReadOnly, errorOf } = useProductForm();
  const { product: words } = shopTexts;
  const { data: asset } = useQuery({ ...assetQuery(site, picture.asset ?? ""), enabled: picture.asset !== null });
  const index = draft.images.findIndex(({ key }) => key === picture.key);
  const place = String(index + 1);
  const press = (event: KeyboardEvent) => {
    if (isReadOnly || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <GridListItem id={picture.key} textValue={words.picture(place)} className={styles.picture ?? ""}>
      <div className={styles.pictureRow} onKeyDownCapture={press}>
        {!isReadOnly && (
          <Button variant="quiet" slot="drag" label={words.dragPicture(place)} className={styles.grip ?? ""}>
            <GripVertical className="icon" aria-hidden />
          </Button>
        )}
        <span className={styles.thumb}>
          {asset ? (
            <Thumbnail asset={asset} alt="" sizes="72px" mostWidth={256} />
          ) : picture.url?.startsWith("/") ? (
            <img src={picture.url} alt="" loading="lazy" />
          ) : (
            <Image className="icon" aria-hidden />
          )}
        </span>
        <div className={styles.alt}>
          <TextInput
            label={<span className="unseen">{words.altOf(place)}</span>}
            placeholder={asset ? altOf(asset, site.site.defaultLocale) : words.alt}
            hint={picture.url ?? undefined}
            value={picture.alt}
            onChange={onChange}
            fault={errorOf(`images/${picture.key}`)}
            isReadOnly={isReadOnly}
            autoComplete="off"
            maxLength={1_000}
          />
        </div>
        {!isReadOnly && (
          <span className={styles.pictureActions}>
            <Button variant="quiet" label={words.moveUp(place)} isDisabled={index === 0} onPress={() => onMove(-1)}>
              <ArrowUp className="icon" aria-hidden />
            </Button>
            <Button variant="quiet" label={words.moveDown(place)} isDisabled={index === draft.images.length - 1} onPress={() => onMove(1)}>
              <ArrowDown className="icon" aria-hidden />
            </Button>
            <Button variant="quiet" label={words.removePicture(place)} onPress={onRemove}>
              <X className="icon" aria-hidden />
            </Button>
          </span>
        )}
      </div>
    </GridListItem>
  );
}
