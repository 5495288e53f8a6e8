import type { Picture as VitrinePicture } from "@vitrine/client";

/**
 * A picture of a product or a category. Vitrine says where it is and how large it is; the files are yours. If they are photographs, this is
 * the one place to have them resized, with next/image or by the host that serves them.
 */
export function Picture({ picture, isFirst = false }: { picture: VitrinePicture; isFirst?: boolean }) {
  return (
    <img
      src={picture.url}
      alt={picture.alt ?? ""}
      width={picture.width ?? undefined}
      height={picture.height ?? undefined}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      decoding="async"
    />
  );
}
