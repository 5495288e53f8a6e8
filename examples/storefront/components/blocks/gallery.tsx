import type { AssetReference } from "@vitrine/client";
import type { BlockProps } from "@/components/blocks/block";
import { AssetPicture } from "@/components/blocks/asset-picture";
import { Heading } from "@/components/heading";

interface GalleryProps {
  title?: string;
  images: AssetReference[];
}

/** Pictures beside each other. */
export function Gallery({ props, level }: BlockProps<GalleryProps>) {
  return (
    <section className="gallery-block">
      {props.title && <Heading level={level}>{props.title}</Heading>}
      <ul>
        {props.images.map((image) => (
          <li key={image.asset}>
            <AssetPicture picture={image} sizes="(max-width: 40rem) 100vw, 24rem" />
          </li>
        ))}
      </ul>
    </section>
  );
}
