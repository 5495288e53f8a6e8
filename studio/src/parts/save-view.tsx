import type { SavedView } from "@vitrine/client/admin";
import { useState } from "react";
import { Form } from "react-aria-components";
import { listTexts } from "../app/list-texts.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "./button.tsx";
import { Switch } from "./choice.tsx";
import { Dialog } from "./dialog.tsx";
import { TextInput } from "./field.tsx";
import { toast } from "./toast.tsx";
import type { ViewChoice } from "./use-views.ts";

interface SaveViewProps {
  choice: ViewChoice;
  /** The view to rename; absent: what the list shows is saved as a new one. */
  view?: SavedView | undefined;
  onClose(): void;
}

/** Asks for the name of a view, and for whom it is. */
export function SaveView({ choice: { list, query, mark, renew }, view, onClose }: SaveViewProps) {
  const { api, may } = useSite();
  const { views: words } = listTexts;
  const { act, isBusy } = useMutation(words.problems);
  const [name, setName] = useState(view?.name ?? "");
  const [isForAll, setForAll] = useState(false);
  const save = async () => {
    const isDone = await act(async () => {
      if (view) return api.views.updateView({ id: view.id, revision: view.revision, name: name.trim() });
      const saved = await api.views.createView({ list, name: name.trim(), query, scope: isForAll ? "SITE" : "PERSONAL" });
      mark(saved.id);
      return saved;
    });
    await renew();
    if (!isDone) return;
    toast(words.saved(name.trim()));
    onClose();
  };
  return (
    <Dialog title={view ? words.rename(view.name) : words.save} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") void save();
        }}
      >
        <TextInput
          label={words.name}
          hint={view ? undefined : words.nameHint}
          value={name}
          onChange={setName}
          autoFocus
          maxLength={60}
          autoComplete="off"
        />
        {!view && may("settings:write") && <Switch label={words.forAll} isOn={isForAll} onChange={setForAll} hint={words.forAllHint} />}
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || name.trim() === ""}>
            {texts.app.save}
          </Button>
          <Button onPress={onClose}>{texts.app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}
