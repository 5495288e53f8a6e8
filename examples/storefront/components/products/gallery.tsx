import type { Picture as VitrinePicture } from "@vitrine/client";
import { Picture } from "@/components/picture";

// As styles/shop.css lays them out: a row on a phone, on wide screens the first one above the others.
const firstSizes = "(min-width: 72rem) 40rem, (min-width: 56rem) 55vw, 92vw";
const sizes = "(min-width: 72rem) 20rem, (min-width: 56rem) 27vw, 92vw";

/** The pictures of a product, beside each other: a row that can be pushed, which needs no script. */
export function Gallery({ pictures, label }: { pictures: readonly VitrinePicture[]; label: string }) {
  return (
    // A row that can be scrolled must be reachable with the keyboard.
    <div className="gallery" role="group" aria-label={label} tabIndex={pictures.length > 1 ? 0 : undefined}>
      {pictures.map((picture, index) => (
        <Picture key={picture.url} picture={picture} sizes={index === 0 ? firstSizes : sizes} isFirst={index === 0} />
      ))}
    </div>
  );
}
