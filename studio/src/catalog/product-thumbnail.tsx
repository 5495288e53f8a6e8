import type { EditedProductRow } from "@vitrine/client/admin";
import { Image } from "lucide-react";
import { useState } from "react";
import { placeholderAddress } from "../media/placeholder.ts";
import styles from "./catalog.module.css";

/** The first picture of a product, as small as a row of the list. */
export function ProductThumbnail({ image }: Pick<EditedProductRow, "image">) {
  const [isBroken, setBroken] = useState(false);
  const shown = image && canShow(image) && !isBroken ? image : null;
  const blurred = shown?.placeholder ? placeholderAddress(shown.placeholder) : undefined;
  return (
    <span className={styles.thumbnail} style={blurred === undefined ? {} : { backgroundImage: `url(${blurred})` }}>
      {shown ? (
        <img
          key={shown.url}
          src={shown.still ?? smallest(shown) ?? shown.url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
        />
      ) : (
        <Image className="icon" aria-hidden />
      )}
    </span>
  );
}

type RowImage = NonNullable<EditedProductRow["image"]>;

/** The studio shows files of the media library and of this server; the browser refuses those of others. */
const canShow = ({ asset, url }: RowImage) => asset !== undefined || (URL.canParse(url) && new URL(url).origin === location.origin);

/** The smallest variant is wide enough for a row, also on a fine screen. */
const smallest = ({ srcset }: RowImage): string | undefined => srcset?.split(", ")[0]?.split(" ")[0];
