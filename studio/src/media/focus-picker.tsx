import type { Asset } from "@vitrine/client/admin";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Labelled } from "../parts/field.tsx";
import styles from "./asset-form.module.css";
import { altOf } from "./asset-queries.ts";
import { cropPosition, ratioOf } from "./crop-position.ts";
import { sourceOf } from "./thumbnail.tsx";

interface FocusPickerProps {
  asset: Asset;
  focus: readonly number[];
  isDisabled: boolean;
  onChange(focus: [number, number]): void;
}

/** The ratios of sites that name none. */
const usualRatios = ["1:1", "4:3", "16:9"];

/** The picture with the point that every crop keeps: set by a click, by dragging, or by the arrow keys; and the crops that result. */
export function FocusPicker({ asset, focus, isDisabled, onChange }: FocusPickerProps) {
  const { site } = useSite();
  const { media } = texts;
  const [x = 0.5, y = 0.5] = focus;
  const [left, top] = [Math.round(x * 100), Math.round(y * 100)];
  const set = (nextX: number, nextY: number) => onChange([rounded(nextX), rounded(nextY)]);
  const point = ({ currentTarget, clientX, clientY }: React.PointerEvent) => {
    const box = currentTarget.getBoundingClientRect();
    set((clientX - box.left) / box.width, (clientY - box.top) / box.height);
  };
  const press = (event: React.KeyboardEvent) => {
    const step = event.shiftKey ? 0.1 : 0.01;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [x - step, y],
      ArrowRight: [x + step, y],
      ArrowUp: [x, y - step],
      ArrowDown: [x, y + step],
    };
    const move = moves[event.key];
    if (!move || isDisabled) return;
    event.preventDefault();
    set(...move);
  };
  const isMiddle = left === 50 && top === 50;
  const source = sourceOf(asset, 960);
  const { width, height } = asset;
  return (
    <Labelled
      label={media.focus}
      hint={isDisabled ? undefined : media.focusHint}
      aside={
        !isDisabled &&
        !isMiddle && (
          <Button variant="quiet" onPress={() => onChange([0.5, 0.5])}>
            {media.center}
          </Button>
        )
      }
    >
      <div
        role="slider"
        tabIndex={0}
        className={styles.frame}
        aria-label={`${media.focus}: ${altOf(asset, site.defaultLocale)}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={left}
        aria-valuetext={media.focusAt(left, top)}
        aria-disabled={isDisabled}
        onKeyDown={press}
        onPointerDown={(event) => {
          if (isDisabled || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerMove={(event) => {
          if (!isDisabled && event.currentTarget.hasPointerCapture(event.pointerId)) point(event);
        }}
      >
        <img {...source} sizes="440px" alt="" width={width ?? undefined} height={height ?? undefined} draggable={false} />
        <span className={styles.point} style={{ left: `${left}%`, top: `${top}%` }} />
      </div>
      {width !== null && height !== null && (
        <div className={styles.crops} role="group" aria-label={media.crops}>
          {(site.settings.media?.ratios ?? usualRatios).map((ratio) => {
            const [across, down] = cropPosition({ width, height }, ratioOf(ratio), [x, y]);
            return (
              <figure key={ratio}>
                <img
                  {...source}
                  sizes="160px"
                  alt={media.cropOf(ratio)}
                  className={styles.crop}
                  style={{ aspectRatio: String(ratioOf(ratio)), objectPosition: `${across * 100}% ${down * 100}%` }}
                  draggable={false}
                />
                <figcaption aria-hidden>{ratio}</figcaption>
              </figure>
            );
          })}
        </div>
      )}
    </Labelled>
  );
}

/** Within the picture, to hundredths: finer than a hand is. */
const rounded = (value: number) => Math.round(Math.min(Math.max(value, 0), 1) * 100) / 100;
