import { useEffect, useRef, useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { setProps, find } from "../draft/tree.ts";
import { withValueAt, type JsonObject } from "../draft/json.ts";
import { Radios } from "../parts/radios.tsx";
import styles from "./canvas.module.css";
import { frameAddress } from "./frame-address.ts";
import { useOpenDocument } from "./open-document.tsx";
import { openChannel, type Channel } from "./preview-channel.ts";
import { selectBlock, useSelection } from "./selection.ts";
import { useResolvedPage } from "./use-resolved-page.ts";

const widths = { phone: 390, tablet: 820, desktop: undefined } as const;
type Width = keyof typeof widths;

/** The page as visitors see it, in a frame of the site's storefront: it shows the draft while it is typed. */
export function Canvas() {
  const { site } = useSite();
  const { store, translation } = useOpenDocument();
  const frame = useRef<HTMLIFrameElement>(null);
  const [channel, setChannel] = useState<Channel>();
  const [isSilent, setSilent] = useState(false);
  const [width, setWidth] = useState<Width>("desktop");
  const selected = useSelection((selection) => selection.block);
  const { editor } = texts;
  const address = frameAddress(site, translation.published?.slug ?? store.getState().draft.slug);
  const { page, fault } = useResolvedPage(channel !== undefined);

  useEffect(() => {
    const element = frame.current;
    if (!element || !address) return undefined;
    setSilent(false);
    const timer = setTimeout(() => setSilent(true), silentMs);
    const close = openChannel(element, new URL(address).origin, {
      ready(opened) {
        clearTimeout(timer);
        setSilent(false);
        setChannel(opened);
      },
      selected: selectBlock,
      edited(id, field, value) {
        store.getState().change(
          (draft) => {
            const block = find(draft.composition ?? [], id)?.block;
            if (!block) return draft;
            return { ...draft, composition: setProps(draft.composition ?? [], id, withValueAt(block.props, field, value) as JsonObject) };
          },
          { key: `${id}${field}` },
        );
      },
    });
    return () => {
      clearTimeout(timer);
      setChannel(undefined);
      close();
    };
  }, [address, store]);

  useEffect(() => {
    if (page) channel?.show(page);
  }, [channel, page]);
  useEffect(() => channel?.select(selected), [channel, selected, page]);

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
      {(isSilent || fault !== undefined) && (
        <p className={styles.note} role="status">
          {isSilent ? editor.noPreview : editor.previewStays(fault ?? "")}
        </p>
      )}
      <div className={styles.stage}>
        {/* The frame has an origin of its own, and can read nothing of the studio. */}
        <iframe
          ref={frame}
          src={address}
          title={editor.preview}
          className={styles.frame}
          style={{ width: widths[width] === undefined ? "100%" : `${widths[width]}px` }}
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="origin"
        />
      </div>
    </div>
  );
}

/** As long as a storefront may take to say that it is there. */
const silentMs = 3_000;
