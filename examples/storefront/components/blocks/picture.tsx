import type { AssetReference } from "@vitrine/client";
import type { BlockProps } from "@/components/blocks/block";
import { AssetPicture } from "@/components/blocks/asset-picture";

interface PictureBlockProps {
  /** Null: the file is not public. */
  image: AssetReference | null;
  caption?: string;
  width?: "narrow" | "wide";
}

/** One picture, with a line below it. */
export function PictureBlock({ props }: BlockProps<PictureBlockProps>) {
  if (!props.image) return null;
  const isNarrow = props.width === "narrow";
  return (
    <figure className={isNarrow ? "picture-block picture-block-narrow" : "picture-block"}>
      <AssetPicture picture={props.image} sizes={isNarrow ? "(max-width: 40rem) 100vw, 38rem" : "(max-width: 72rem) 100vw, 72rem"} />
      {props.caption && <figcaption className="soft">{props.caption}</figcaption>}
    </figure>
  );
}
