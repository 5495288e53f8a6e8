import { useQueryClient } from "@tanstack/react-query";
import type { Asset, BulkAssetsInput } from "@vitrine/client/admin";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { useMutation } from "../app/use-mutation.ts";
import { useSite } from "../app/site.tsx";
import { plural, texts } from "../app/texts.ts";
import { BulkBar } from "../parts/bulk-bar.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { toast } from "../parts/toast.tsx";
import { GroupDialog, tagsOf } from "./group-dialog.tsx";
import { placesInTheWay } from "./in-use.ts";

/** As many as the API takes at once, all or none of them. */
const most = 100;

/** What can be done with all selected files at once. */
export function BulkAssets({ assets, selected, onDone }: { assets: readonly Asset[]; selected: Selection; onDone(): void }) {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const { act, isBusy } = useMutation({ permission_missing: texts.media.somePublished });
  const [open, setOpen] = useState<"tag" | "move" | "delete">();
  const [places, setPlaces] = useState<string>();
  const chosen = selected === "all" ? assets : assets.filter(({ id }) => selected.has(id));
  if (chosen.length === 0) return null;
  const { media } = texts;
  const files = plural(chosen.length, media.total);
  const close = () => {
    setOpen(undefined);
    setPlaces(undefined);
  };
  const send = async (change: Omit<BulkAssetsInput, "items">) => {
    for (let first = 0; first < chosen.length; first += most)
      await api.media.bulkAssets({
        ...change,
        items: chosen.slice(first, first + most).map(({ id, revision }) => ({ id, revision })),
      });
  };
  const run = async (change: Omit<BulkAssetsInput, "items">, said: string) => {
    const isDone = await act(() => send(change));
    void queries.invalidateQueries({ queryKey: [...key, "assets"] });
    if (!isDone) return;
    toast(said);
    close();
    onDone();
  };
  // The first try is refused if a place shows one of them: then the person learns so, and decides again.
  const remove = () =>
    act(async () => {
      try {
        await send({ action: "delete", force: places === undefined ? undefined : true });
      } catch (error) {
        const blockingPlaces = placesInTheWay(error);
        if (blockingPlaces === undefined) throw error;
        return setPlaces(blockingPlaces);
      } finally {
        void queries.invalidateQueries({ queryKey: [...key, "assets"] });
      }
      toast(media.deletedSome(files));
      close();
      onDone();
    });
  return (
    <>
      <BulkBar count={chosen.length} onClear={onDone}>
        <Button isDisabled={isBusy} onPress={() => setOpen("tag")}>
          {media.addTags}
        </Button>
        <Button isDisabled={isBusy} onPress={() => setOpen("move")}>
          {media.move}
        </Button>
        <Button variant="danger" isDisabled={isBusy} onPress={() => setOpen("delete")}>
          {media.delete}
        </Button>
      </BulkBar>
      {open === "tag" && (
        <GroupDialog
          kind="tag"
          title={media.addTags}
          isBusy={isBusy}
          onClose={close}
          onChoose={(words) => void run({ action: "tag", tags: tagsOf(words) }, media.tagged(files))}
        />
      )}
      {open === "move" && (
        <GroupDialog
          kind="folder"
          title={media.move}
          isBusy={isBusy}
          onClose={close}
          onChoose={(folder) => void run({ action: "move", folder: folder.trim() }, media.moved(files))}
        />
      )}
      <Confirm
        title={media.deleteSome(files)}
        label={places === undefined ? media.delete : media.deleteAnyway}
        typed={files}
        isOpen={open === "delete"}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void remove()}
      >
        <p>{places === undefined ? media.deleteText : media.inUseSome(places)}</p>
      </Confirm>
    </>
  );
}
