import { srcset, type Picture as VitrinePicture } from "@vitrine/client";
import { placeholderColour } from "@/lib/placeholder";

/** Those that a storefront needs, on screens of one and of two dots a pixel. */
const widths = [128, 256, 384, 640, 960, 1200, 1920] as const;

interface PictureProps {
  picture: VitrinePicture;
  /** How wide the picture is on the page, as the attribute `sizes` says it: "(max-width: 40rem) 100vw, 20rem". */
  sizes: string;
  /** In sight at once, and loaded before all else. */
  isFirst?: boolean;
}

/**
 * A picture in the width that the browser needs, in the best format that it takes. Its colour holds its place until it is there. A picture
 * that is not in the media library has one size.
 */
export function Picture({ picture, sizes, isFirst = false }: PictureProps) {
  const { url, alt, width, height, placeholder } = picture;
  const choice = srcset(picture, { widths });
  return (
    <img
      // Before `src`, so that the browser does not load that one first.
      {...(choice ? { sizes: isFirst ? sizes : `auto, ${sizes}`, srcSet: choice } : {})}
      src={url}
      alt={alt ?? ""}
      width={width ?? undefined}
      height={height ?? undefined}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      decoding="async"
      style={{ backgroundColor: placeholderColour(placeholder) }}
    />
  );
}
