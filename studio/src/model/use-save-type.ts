import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type TypeCheck } from "@vitrine/client/admin";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { toast } from "../parts/toast.tsx";
import type { Definition } from "./definition.ts";
import { listKeyOf, putType } from "./type-client.ts";
import { useFreshCheck } from "./use-type-check.ts";
import { storedOf, type TypeEditor } from "./use-type-editor.ts";

/** Somebody else's change that came before ours. */
interface ChangedBy {
  name: string | undefined;
  at: string | undefined;
}

export interface Saving {
  isBusy: boolean;
  /** Saves if nothing breaks; else asks first. */
  save(): void;
  /** The report of the check, while the person is asked. */
  asked: TypeCheck | undefined;
  /** Saves whatever breaks. */
  saveAnyway(): void;
  cancel(): void;
  /** Of the change that the last save has met. */
  changedBy: ChangedBy | undefined;
}

/** Saves the open type, after it was checked once more. The save before it can be brought back. */
export function useSaveType(editor: TypeEditor): Saving {
  const site = useSite();
  const queries = useQueryClient();
  const { model, app } = texts;
  const { act, isBusy } = useMutation();
  const freshCheck = useFreshCheck();
  const [asked, setAsked] = useState<TypeCheck>();
  const [changedBy, setChangedBy] = useState<ChangedBy>();
  const { family, type, isEdited, isReadOnly, clashes } = editor;
  const refresh = () => queries.invalidateQueries({ queryKey: listKeyOf(site, family) });

  const put = async (definition: Definition, revision: number, isForced: boolean) => {
    const storedType = await putType(site, { family, type, definition, revision, isForced });
    queries.setQueryData<(typeof storedType)[]>(listKeyOf(site, family), (types) =>
      types?.map((each) => (each.type === type ? storedType : each)),
    );
    void queries.invalidateQueries({ queryKey: [...site.key, "documents"] });
    return storedType;
  };
  const store = async (isForced: boolean) => {
    const { base, definition, revision } = editor;
    try {
      const storedType = await put(definition, revision, isForced);
      editor.saved(storedOf(storedType));
      setAsked(undefined);
      setChangedBy(undefined);
      // The earlier definition breaks nothing that was not broken before.
      const undo = () => void act(() => put(base, storedType.revision, true));
      toast(model.saved, { label: app.undo, run: undo });
    } catch (error) {
      setAsked(undefined);
      if (isAdminError(error, "documents_affected")) return setAsked(await freshCheck(editor));
      if (!isAdminError(error, "revision_conflict")) throw error;
      const { changedBy: by, changedAt } = error as { changedBy?: { name?: string } | null; changedAt?: string };
      setChangedBy({ name: by?.name, at: changedAt });
      await refresh();
      toast(model.mergedNow(by?.name ?? app.somebody));
    }
  };
  return {
    isBusy,
    asked,
    changedBy,
    save() {
      if (!isEdited || isReadOnly || isBusy || clashes.length > 0) return;
      void act(async () => {
        const report = await freshCheck(editor);
        if (report.valid && report.affectedTotal > 0) setAsked(report);
        // Its errors stand beside the fields by now.
        else if (report.valid) await store(false);
      });
    },
    saveAnyway: () => void act(() => store(true)),
    cancel: () => setAsked(undefined),
  };
}
