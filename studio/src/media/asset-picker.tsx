import type { Asset } from "@vitrine/client/admin";
import { useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { useSite } from "../app/site.tsx";
import { plural, texts } from "../app/texts.ts";
import { tellProblem } from "../parts/toast.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Loading } from "../parts/loading.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import { AssetGrid } from "./asset-grid.tsx";
import styles from "./asset-picker.module.css";
import { useAssets } from "./asset-queries.ts";
import { FileDrop } from "./file-drop.tsx";
import { kindOf, kinds } from "./kinds.ts";
import { UploadButton } from "./upload-button.tsx";
import { uploadsOf } from "./uploads.ts";
import { noFilter } from "./use-filter.ts";

interface AssetPickerProps {
  isOpen: boolean;
  onClose(): void;
  /** Kinds of files that fit: `image`, `video`, `audio`, `document`. Undefined: every kind. */
  accept: readonly string[] | undefined;
  onChoose(asset: Asset): void;
}

/** Chooses a file of the site's media library, or a new one. */
export function AssetPicker({ isOpen, onClose, accept, onChoose }: AssetPickerProps) {
  const isForPictures = accept?.length === 1 && accept[0] === "image";
  return (
    <Dialog title={isForPictures ? texts.media.choosePicture : texts.media.chooseFile} isOpen={isOpen} onClose={onClose} isWide>
      <Chooser
        accept={accept}
        onChoose={(asset) => {
          onChoose(asset);
          onClose();
        }}
      />
    </Dialog>
  );
}

function Chooser({ accept, onChoose }: Pick<AssetPickerProps, "accept" | "onChoose">) {
  const { api, slug, may } = useSite();
  const [words, setWords] = useState("");
  const q = useDeferredValue(words.trim());
  const fits = (asset: Asset) => accept === undefined || accept.includes(kindOf(asset));
  const type = accept?.length === 1 ? kinds.find((each) => each === accept[0]) : undefined;
  const { items, total, isLoading, more, hasMore } = useAssets({ ...noFilter, q, type });
  const [sent, setSent] = useState<readonly string[]>([]);
  const queue = uploadsOf(slug);
  const uploads = useStore(queue.store, (state) => state.uploads);
  const { media, list } = texts;
  // A person who uploads one file here wants that one.
  const only = sent.length === 1 ? uploads.find(({ id }) => id === sent[0])?.assetId : undefined;
  const choose = useEffectEvent((id: string) => {
    setSent([]);
    api.media.getAsset({ id }).then((asset) => fits(asset) && onChoose(asset), tellProblem);
  });
  useEffect(() => {
    if (only !== undefined) choose(only);
  }, [only]);
  const upload = (files: File[]) => setSent(queue.add(files));
  return (
    <>
      <div className={styles.tools}>
        <SearchInput label={media.search} value={words} onChange={setWords} autoFocus />
        {may("media:write") && <UploadButton look="plain" onFiles={upload} />}
        <span className="unseen" role="status">
          {total === undefined ? "" : plural(total, media.total)}
        </span>
      </div>
      <div className={styles.grid}>
        {isLoading ? (
          <Loading />
        ) : (
          <AssetGrid
            label={media.title}
            assets={items.filter(fits)}
            onOpen={onChoose}
            onMore={more}
            hasMore={hasMore}
            empty={<p>{q === "" ? media.noneOfKind : list.none}</p>}
          />
        )}
      </div>
      {may("media:write") && <FileDrop onFiles={upload} />}
    </>
  );
}
