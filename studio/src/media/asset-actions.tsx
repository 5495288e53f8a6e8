import { useQueryClient } from "@tanstack/react-query";
import type { Asset } from "@vitrine/client/admin";
import { Download, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { FileTrigger } from "react-aria-components";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import button from "../parts/button.module.css";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { toast } from "../parts/toast.tsx";
import { placesInTheWay } from "./in-use.ts";

interface AssetActionsProps {
  asset: Asset;
  /** The public sees it, and this person may not publish. */
  isProtected: boolean;
  /** Details are edited and not saved. */
  isEdited: boolean;
  onReplaced(): Promise<unknown>;
  onGone(): void;
}

/** As long as a large film may take. */
const replacingMs = 60 * 60_000;

export function AssetActions({ asset, isProtected, isEdited, onReplaced, onGone }: AssetActionsProps) {
  const { api, key, may } = useSite();
  const queries = useQueryClient();
  const { media } = texts;
  const { act, isBusy } = useMutation({ ...media.problems, permission_missing: media.needsPublish });
  const [isAsking, setAsking] = useState(false);
  const [places, setPlaces] = useState<string>();
  const { id, name, revision, url } = asset;
  const replace = (file: File) =>
    act(async () => {
      await api.media.replaceAsset({ id, revision, file }, { timeoutMs: replacingMs });
      await onReplaced();
      void queries.invalidateQueries({ queryKey: [...key, "assets"] });
      toast(media.replaced);
    });
  const remove = () =>
    act(async () => {
      try {
        await api.media.deleteAsset({ id, revision, force: places === undefined ? undefined : true });
      } catch (error) {
        const blockingPlaces = placesInTheWay(error);
        if (blockingPlaces === undefined) throw error;
        return setPlaces(blockingPlaces);
      }
      toast(media.deleted);
      setAsking(false);
      onGone();
      void queries.invalidateQueries({ queryKey: [...key, "assets"] });
    });
  return (
    <div className="row">
      <a className={button.button} href={url} download={name} target="_blank" rel="noreferrer">
        <Download className="icon" aria-hidden />
        {media.download}
      </a>
      {may("media:write") && !isProtected && (
        <>
          <FileTrigger onSelect={(list) => list?.[0] && void replace(list[0])}>
            <Button isDisabled={isBusy || isEdited}>
              <RefreshCw className="icon" aria-hidden />
              {media.replace}
            </Button>
          </FileTrigger>
          <Button variant="danger" isDisabled={isBusy} onPress={() => setAsking(true)}>
            <Trash2 className="icon" aria-hidden />
            {media.delete}
          </Button>
          <Confirm
            title={media.deleteOne(name)}
            label={places === undefined ? media.delete : media.deleteAnyway}
            typed={name}
            isOpen={isAsking}
            isBusy={isBusy}
            onClose={() => {
              setAsking(false);
              setPlaces(undefined);
            }}
            onConfirm={() => void remove()}
          >
            <p>{places === undefined ? media.deleteText : media.inUseOne(places)}</p>
          </Confirm>
        </>
      )}
    </div>
  );
}
