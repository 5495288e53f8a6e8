import { useEffect, useLayoutEffect, useRef, useState, type ClipboardEvent } from "react";
import { queries } from "../app/api.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { uploadFile } from "../media/upload-file.ts";
import { toast } from "../parts/toast.tsx";
import type { PastedPicture } from "../paste/block.ts";
import { readPaste, type Paste } from "../paste/read-paste.ts";

/** Text from elsewhere as Markdown. Its pictures go to the media library first, so that all of it is one step. */
export function usePaste(insert: (markdown: string) => void) {
  const site = useSite();
  const [uploading, setUploading] = useState(0);
  const latest = useRef(insert);
  const ending = useRef<AbortController>(undefined);
  useLayoutEffect(() => {
    latest.current = insert;
  });
  // Who leaves the field keeps the text.
  useEffect(() => () => ending.current?.abort(), []);

  const upload = async ({ pictures, markdown }: Paste) => {
    const files = new Set([...pictures.values()].flatMap((file) => file ?? []));
    const addresses = new Map<File, string>();
    if (files.size > 0 && site.may("media:write")) {
      setUploading(files.size);
      const { signal } = (ending.current = new AbortController());
      for (const file of files) {
        const sent = await uploadFile(site.slug, file, signal);
        if (sent.kind === "done") addresses.set(file, `asset:${sent.assetId}`);
      }
      ending.current = undefined;
      setUploading(0);
      void queries.invalidateQueries({ queryKey: [...site.key, "assets"] });
    }
    const addressOf = (picture: PastedPicture) => addresses.get(pictures.get(picture) ?? noFile);
    const missing = [...pictures.keys()].filter((picture) => addressOf(picture) === undefined).length;
    const text = markdown(addressOf);
    if (text !== "") latest.current(text);
    if (missing > 0) toast(texts.fields.picturesMissing(missing));
  };
  const paste = (event: ClipboardEvent) => {
    const { clipboardData } = event;
    // The source code of an editor stays what it is.
    if (clipboardData.types.includes("vscode-editor-data")) return;
    const pasted = readPaste({
      html: clipboardData.getData("text/html"),
      rtf: clipboardData.getData("text/rtf"),
      files: [...clipboardData.files],
    });
    if (!pasted) return;
    event.preventDefault();
    void upload(pasted);
  };
  return { paste, uploading, leaveOut: () => ending.current?.abort() };
}

const noFile = new File([], "");
