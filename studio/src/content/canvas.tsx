import { useState } from "react";
import { NewDocument } from "../app/document-policy.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Radios } from "../parts/radios.tsx";
import styles from "./canvas.module.css";
import { frameAddress } from "./frame-address.ts";
import { useOpenDocument } from "./open-document.tsx";
import { usePreview } from "./use-preview.ts";

const widths = { phone: 390, tablet: 820, desktop: undefined } as const;
type Width = keyof typeof widths;

/** The page as visitors see it, in a frame of the site's storefront: it shows the draft while it is typed. */
export function Canvas() {
  return useSite().mayFrame ? <Frame /> : <NewDocument />;
}

function Frame() {
  const { site } = useSite();
  const { store, translation } = useOpenDocument();
  const [width, setWidth] = useState<Width>("desktop");
  const { editor } = texts;
  const address = frameAddress(site, translation.published?.slug ?? store.getState().draft.slug);
  const { frame, isOff, note } = usePreview(address);

  if (!address) return <p className={styles.note}>{editor.noStorefront}</p>;
  return (
    <div className={styles.canvas}>
      <div className={styles.tools}>
        <Radios
          label=""
          options={(Object.keys(widths) as Width[]).map((id) => ({ id, label: editor[id] }))}
          value={width}
          onChange={(next) => setWidth(next as Width)}
        />
      </div>
      {note !== undefined && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
      <div className={styles.stage}>
        {/* The frame has an origin of its own, and can read nothing of the studio. */}
        {!isOff && (
          <iframe
            ref={frame}
            src={address}
            title={editor.preview}
            className={styles.frame}
            style={{ width: widths[width] === undefined ? "100%" : `${widths[width]}px` }}
            sandbox="allow-scripts allow-same-origin allow-forms"
            referrerPolicy="origin"
          />
        )}
      </div>
    </div>
  );
}
