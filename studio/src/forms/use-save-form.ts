import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type EditedForm, type Fault } from "@vitrine/client/admin";
import { useState } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import type { Definition } from "../model/definition.ts";
import type { DefinitionEditor, StoredDefinition } from "../model/use-definition-editor.ts";
import { toast } from "../parts/toast.tsx";
import { formQuery } from "./form-queries.ts";

/** The form as the builder edits it. */
export function storedOf({ revision, name, schema, uiSchema, submitLabel, successMessage }: EditedForm): StoredDefinition {
  return { revision, definition: { title: name, schema, uiSchema, submitLabel, successMessage } };
}

const noErrors: readonly Fault[] = [];

/** Saves the open form. The save before it can be brought back. */
export function useSaveForm(slug: string, editor: DefinitionEditor) {
  const site = useSite();
  const queries = useQueryClient();
  const { formBuilder } = shopTexts;
  const { app } = texts;
  const { act, isBusy } = useMutation(formBuilder.problems);
  const [changedBy, setChangedBy] = useState<{ name: string | undefined; at: string | undefined }>();
  const [wrong, setWrong] = useState<{ definition: Definition; errors: readonly Fault[] }>();
  const { queryKey } = formQuery(site, slug);
  const { title, submitLabel = "", successMessage = "" } = editor.definition;

  const put = async ({ title: name, schema, uiSchema, ...texts }: Definition, revision: number) => {
    const { submitLabel: label, successMessage: message } = texts;
    const form = await site.api.forms.putForm({ slug, revision, name, schema, uiSchema, submitLabel: label, successMessage: message });
    queries.setQueryData(queryKey, form);
    void queries.invalidateQueries({ queryKey: [...site.key, "forms"] });
    return storedOf(form);
  };
  const store = async () => {
    const { base, definition, revision } = editor;
    try {
      const stored = await put(definition, revision);
      editor.saved(stored);
      setChangedBy(undefined);
      setWrong(undefined);
      toast(formBuilder.saved, { label: app.undo, run: () => void act(() => put(base, stored.revision)) });
    } catch (error) {
      if (isAdminError(error) && error.status === 400 && error.errors?.[0]) return setWrong({ definition, errors: error.errors });
      if (!isAdminError(error, "revision_conflict")) throw error;
      const { changedBy: by, changedAt } = error as { changedBy?: { name?: string } | null; changedAt?: string };
      setChangedBy({ name: by?.name, at: changedAt });
      await queries.invalidateQueries({ queryKey });
      toast(formBuilder.mergedNow(by?.name ?? app.somebody));
    }
  };
  const isComplete = [title, submitLabel, successMessage].every((text) => text.trim() !== "");
  return {
    isBusy,
    /** Of the change that the last save has met. */
    changedBy,
    /** What the server refused, until something changes. */
    errors: wrong?.definition === editor.definition ? wrong.errors : noErrors,
    /** Why nothing can be saved yet. */
    blocking: isComplete ? undefined : formBuilder.incomplete,
    save() {
      if (editor.isEdited && isComplete && !isBusy && editor.clashes.length === 0) void act(store);
    },
  };
}
