import type { AssetReference } from "@vitrine/client";

/** A picture of the media library, in the size that its place needs. */
export function AssetPicture({ picture, sizes }: { picture: AssetReference; sizes: string }) {
  return (
    <img
      src={picture.url}
      srcSet={picture.srcset ?? undefined}
      sizes={picture.srcset === null ? undefined : sizes}
      alt={picture.alt}
      width={picture.width ?? undefined}
      height={picture.height ?? undefined}
      loading="lazy"
      decoding="async"
    />
  );
}
