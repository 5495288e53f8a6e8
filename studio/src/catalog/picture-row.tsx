import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, GripVertical, Image, X } from "lucide-react";
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { altOf, assetQuery } from "../media/asset-queries.ts";
import { Thumbnail } from "../media/thumbnail.tsx";
import { Button } from "../parts/button.tsx";
import { TextInput } from "../parts/field.tsx";
import type { Picture } from "./product-draft.ts";
import { useProductForm } from "./product-form.ts";
import styles from "./product.module.css";

interface PictureRowProps {
  picture: Picture;
  index: number;
  count: number;
  /** The picture that is dragged, if any is. */
  draggedKey: string | undefined;
  onDrag(key: string | undefined): void;
  /** Another picture was dropped here. */
  onDrop(key: string, isAfter: boolean): void;
  onMove(by: 1 | -1): void;
  onChange(alt: string): void;
  onRemove(): void;
}

/** A picture with its description. It is dragged by its handle; Alt and an arrow move it, too. */
export function PictureRow({ picture, index, count, draggedKey, onDrag, onDrop, onMove, onChange, onRemove }: PictureRowProps) {
  const site = useSite();
  const { isReadOnly, errorOf } = useProductForm();
  const { product: words } = shopTexts;
  const { data: asset } = useQuery({ ...assetQuery(site, picture.asset ?? ""), enabled: picture.asset !== null });
  const row = useRef<HTMLLIElement>(null);
  const focused = useRef<Element | null>(null);
  const [dropSide, setDropSide] = useState<"before" | "after">();
  const place = String(index + 1);
  // A browser takes the focus from an element that changes its place, and from a button that is disabled at the ends.
  useEffect(() => {
    const { current } = focused;
    focused.current = null;
    if (!(current instanceof HTMLElement) || document.activeElement === current) return;
    const target = current.matches(":disabled") ? row.current?.querySelector<HTMLElement>("[data-move]:enabled") : current;
    target?.focus();
  }, [index]);
  const move = (by: 1 | -1) => {
    focused.current = document.activeElement;
    onMove(by);
  };
  const press = (event: KeyboardEvent) => {
    if (isReadOnly || !event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    move(event.key === "ArrowUp" ? -1 : 1);
  };
  const sideOf = ({ clientY, currentTarget }: DragEvent) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return clientY > top + height / 2 ? "after" : "before";
  };
  return (
    <li
      ref={row}
      className={styles.picture}
      data-dragged={draggedKey === picture.key || undefined}
      data-drop={draggedKey === undefined ? undefined : dropSide}
      onKeyDownCapture={press}
      onDragOver={(event) => {
        if (draggedKey === undefined || draggedKey === picture.key) return;
        event.preventDefault();
        setDropSide(sideOf(event));
      }}
      onDragLeave={() => setDropSide(undefined)}
      onDrop={(event) => {
        if (draggedKey === undefined) return;
        event.preventDefault();
        setDropSide(undefined);
        onDrop(draggedKey, sideOf(event) === "after");
      }}
    >
      {!isReadOnly && (
        <span
          className={styles.grip}
          title={words.dragPicture(place)}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData("text/plain", picture.key);
            if (row.current) event.dataTransfer.setDragImage(row.current, 20, 20);
            onDrag(picture.key);
          }}
          onDragEnd={() => onDrag(undefined)}
        >
          <GripVertical className="icon" aria-hidden />
        </span>
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
      <div className={`${styles.alt} ${styles.bare}`}>
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
          <Button variant="quiet" data-move label={words.moveUp(place)} isDisabled={index === 0} onPress={() => move(-1)}>
            <ArrowUp className="icon" aria-hidden />
          </Button>
          <Button variant="quiet" data-move label={words.moveDown(place)} isDisabled={index === count - 1} onPress={() => move(1)}>
            <ArrowDown className="icon" aria-hidden />
          </Button>
          <Button variant="quiet" label={words.removePicture(place)} onPress={onRemove}>
            <X className="icon" aria-hidden />
          </Button>
        </span>
      )}
    </li>
  );
}
