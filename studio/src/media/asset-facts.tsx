import type { Asset } from "@vitrine/client/admin";
import { formatBytes, formatDate, language, texts } from "../app/texts.ts";
import { endingOf } from "./kinds.ts";
import styles from "./asset-form.module.css";

/** What the file is, that nobody edits. */
export function AssetFacts({ asset }: { asset: Asset }) {
  const { media, overview } = texts;
  const { name, width, height, bytes, durationMs, createdAt, createdBy } = asset;
  const size = [
    endingOf(name),
    ...(width !== null && height !== null ? [media.pixels(width, height)] : []),
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
    formatBytes(bytes),
  ];
  return (
    <dl className={styles.facts}>
      <dt>{media.name}</dt>
      <dd>{name}</dd>
      <dt>{media.size}</dt>
      <dd>{size.join(" · ")}</dd>
      <dt>{media.added}</dt>
      <dd>
        {formatDate(createdAt)}
        {createdBy && ` ${overview.by(createdBy.name)}`}
      </dd>
    </dl>
  );
}

/** 3:05, as players show it. */
function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const two = new Intl.NumberFormat(language, { minimumIntegerDigits: 2, useGrouping: false });
  return `${Math.floor(seconds / 60)}:${two.format(seconds % 60)}`;
}
