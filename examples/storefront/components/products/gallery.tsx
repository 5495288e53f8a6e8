import type { Picture as VitrinePicture } from "@vitrine/client";
import { Picture } from "@/components/picture";

/** The pictures of a product, beside each other: a row that can be pushed, which needs no script. */
export function Gallery({ pictures, label }: { pictures: readonly VitrinePicture[]; label: string }) {
  return (
    // A row that can be scrolled must be reachable with the keyboard.
    <div className="gallery" role="group" aria-label={label} tabIndex={pictures.length > 1 ? 0 : undefined}>
      {pictures.map((picture, index) => (
        <Picture key={picture.url} picture={picture} isFirst={index === 0} />
      ))}
    </div>
  );
}
