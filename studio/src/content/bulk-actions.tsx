import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type ListedDocument, type ListDocumentsInput } from "@vitrine/client/admin";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { errorOf } from "../app/refusals.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { BulkBar } from "../parts/bulk-bar.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { firstItemError } from "../parts/item-error.ts";
import { readSelected } from "../parts/read-selected.ts";
import { toast, tellProblem } from "../parts/toast.tsx";
import { unlessInUse } from "./in-use.tsx";

interface BulkActionsProps {
  /** The conditions of the list. A selection of "all" has everything that meets them. */
  input: ListDocumentsInput;
  items: readonly ListedDocument[];
  total: number;
  selected: Selection;
  onDone(): void;
}

type BulkAction = "publish" | "unpublish" | "delete";

/** As many as the API takes at once, all or none of them. */
const most = 100;

/** What can be done with all selected documents at once. */
export function BulkActions({ input, items, total, selected, onDone }: BulkActionsProps) {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { documents } = input;
  const isAll = selected === "all";
  const count = isAll ? total : items.filter(({ id }) => selected.has(id)).length;
  if (count === 0) return null;
  const { list, app } = texts;
  const refresh = () => void queries.invalidateQueries({ queryKey: [...key, "documents"] });

  const restore = async (done: readonly ListedDocument[]) => {
    try {
      for (const { id } of done) await api.content.restoreDocument({ id });
      toast(list.allRestored(done.length));
    } catch (error) {
      tellProblem(error);
    } finally {
      refresh();
    }
  };
  const run = async (action: BulkAction) => {
    setBusy(true);
    const done: ListedDocument[] = [];
    let part: readonly ListedDocument[] = [];
    try {
      const chosen = await readSelected(selected, items, () => api.content.listDocuments.all({ ...input, pageSize: most }));
      for (let first = 0; first < chosen.length; first += most) {
        part = chosen.slice(first, first + most);
        const revisions = part.map(({ id, revision }) => ({ id, revision }));
        const isDone = await unlessInUse(action === "delete" ? list.trash : list.unpublish, (force) =>
          api.content.bulkDocuments({ documents, action, items: revisions, force }),
        );
        if (!isDone) break;
        done.push(...part);
      }
      if (done.length === chosen.length) onDone();
    } catch (error) {
      const problem = isAdminError(error) ? firstItemError(error) : undefined;
      const at = problem && part[problem.index];
      if (at) toast(list.notOne(at.title, errorOf(problem)));
      else tellProblem(error);
    } finally {
      setBusy(false);
      refresh();
    }
    if (done.length === 0) return;
    if (action === "delete") toast(list.allTrashed(done.length), { label: app.undo, run: () => void restore(done) });
    else toast(action === "publish" ? list.allPublished(done.length) : list.allUnpublished(done.length));
  };
  return (
    <BulkBar count={count} onClear={onDone}>
      <Button variant="primary" isDisabled={isBusy} onPress={() => void run("publish")}>
        {list.publish}
      </Button>
      <Button isDisabled={isBusy} onPress={() => void run("unpublish")}>
        {list.unpublish}
      </Button>
      <Button variant="danger" isDisabled={isBusy} onPress={() => setAsking(true)}>
        {list.trash}
      </Button>
      <Confirm
        title={list.trash}
        label={list.trash}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          // Another question may follow: what is in use is asked about once more.
          setAsking(false);
          void run("delete");
        }}
      >
        <p>{list.trashText(count)}</p>
      </Confirm>
    </BulkBar>
  );
}
