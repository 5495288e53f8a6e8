import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type ListedDocument } from "@vitrine/client/admin";
import { useState } from "react";
import type { Selection } from "react-aria-components";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { tell, tellProblem } from "../parts/toast.tsx";
import styles from "./document-list.module.css";

interface BulkActionsProps {
  documents: "pages" | "entries";
  items: readonly ListedDocument[];
  selected: Selection;
  onDone(): void;
}

type BulkAction = "publish" | "unpublish" | "delete";

/** As many as the API takes at once, all or none of them. */
const most = 100;

/** What can be done with all selected documents at once. */
export function BulkActions({ documents, items, selected, onDone }: BulkActionsProps) {
  const { api, key } = useSite();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const chosen = (selected === "all" ? items : items.filter(({ id }) => selected.has(id))).slice(0, most);
  if (chosen.length === 0) return null;
  const { list } = texts;
  const run = async (action: BulkAction) => {
    setBusy(true);
    try {
      await api.content.bulkDocuments({ documents, action, items: chosen.map(({ id, revision }) => ({ id, revision })) });
      if (action === "delete") tell(list.allTrashed(chosen.length));
      else tell(action === "publish" ? list.allPublished(chosen.length) : texts.editor.unpublished);
      onDone();
    } catch (error) {
      const first = isAdminError(error) ? faultOf(error) : undefined;
      const at = first && chosen[first.index];
      if (at) tell(list.notOne(at.title, first.message));
      else tellProblem(error);
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: [...key, "documents"] });
    }
  };
  return (
    <div className={styles.bulk} role="group" aria-label={list.selected(chosen.length)}>
      <span>{list.selected(chosen.length)}</span>
      <Button look="primary" isDisabled={isBusy} onPress={() => void run("publish")}>
        {list.publish}
      </Button>
      <Button isDisabled={isBusy} onPress={() => void run("unpublish")}>
        {list.unpublish}
      </Button>
      <Button look="danger" isDisabled={isBusy} onPress={() => void run("delete")}>
        {list.trash}
      </Button>
      <Button look="quiet" onPress={onDone}>
        {list.clear}
      </Button>
    </div>
  );
}

/** The first item that stands in the way, from the problem's pointer `/items/3/…`. */
function faultOf({ errors }: { errors: readonly { path: string; message: string }[] }): { index: number; message: string } | undefined {
  for (const { path, message } of errors) {
    const index = /^\/items\/(\d+)/.exec(path)?.[1];
    if (index !== undefined) return { index: Number(index), message };
  }
  return undefined;
}
