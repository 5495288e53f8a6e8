import { srcset, variantWidths } from "@vitrine/client";
import type { Asset } from "@vitrine/client/admin";
import { AudioLines, File, FileArchive, FileSpreadsheet, FileText, Film } from "lucide-react";
import { useState } from "react";
import { endingOf, kindOf } from "./kinds.ts";
import { placeholderAddress } from "./placeholder.ts";
import styles from "./thumbnail.module.css";

type Shown = Pick<Asset, "url" | "name" | "contentType" | "pages" | "width" | "height" | "dominantColor" | "placeholder">;

interface ThumbnailProps {
  asset: Shown;
  alt: string;
  /** How wide it is shown, for the browser to choose a variant. */
  sizes: string;
  /** The widest variant that makes sense here. */
  mostWidth?: number;
  isWhole?: boolean;
}

/** A small picture of a file: the smallest variant that looks right, over a blurred one until it is there; a sign for what is not a picture. */
export function Thumbnail(props: ThumbnailProps) {
  // A new element for another file: the old picture would stay until the new one is there.
  return <Picture key={props.asset.url} {...props} />;
}

function Picture({ asset, alt, sizes, mostWidth = 640, isWhole = false }: ThumbnailProps) {
  const [state, setState] = useState<"loading" | "there" | "broken">("loading");
  const isPicture = kindOf(asset) === "image" && state !== "broken";
  if (!isPicture) return <Sign asset={asset} alt={alt} />;
  const { placeholder, dominantColor } = asset;
  const blurred = placeholder === null ? undefined : placeholderAddress(placeholder);
  return (
    <span className={styles.frame}>
      {state === "loading" && (
        <span
          className={styles.blurred}
          style={{
            ...(dominantColor === null ? {} : { backgroundColor: dominantColor }),
            ...(blurred === undefined ? {} : { backgroundImage: `url(${blurred})` }),
          }}
        />
      )}
      <img
        {...sourceOf(asset, mostWidth)}
        sizes={sizes}
        alt={alt}
        loading="lazy"
        decoding="async"
        draggable={false}
        className={`${styles.picture} ${isWhole ? styles.whole : ""}`}
        onLoad={() => setState("there")}
        onError={() => setState("broken")}
      />
    </span>
  );
}

/** The addresses of variants up to a width. Moving pictures show their first frame; drawings are small enough themselves. */
export function sourceOf(asset: Shown, mostWidth: number): { src: string; srcSet?: string } {
  const { url, contentType } = asset;
  if (contentType === "image/svg+xml") return { src: url };
  const srcSet = srcset(asset, { widths: variantWidths.filter((width) => width <= mostWidth) });
  return { src: `${url.slice(0, url.lastIndexOf("/"))}/384xauto.auto`, ...(srcSet === null ? {} : { srcSet }) };
}

function Sign({ asset, alt }: { asset: Shown; alt: string }) {
  const kind = kindOf(asset);
  const { contentType, name } = asset;
  const Icon =
    kind === "video"
      ? Film
      : kind === "audio"
        ? AudioLines
        : /zip/.test(contentType)
          ? FileArchive
          : /csv|sheet|excel/.test(contentType)
            ? FileSpreadsheet
            : /pdf|text|word|document/.test(contentType)
              ? FileText
              : File;
  return (
    <span className={`${styles.frame} ${styles.sign}`} {...(alt === "" ? {} : { role: "img", "aria-label": alt })}>
      <Icon aria-hidden />
      <span aria-hidden>{endingOf(name)}</span>
    </span>
  );
}
