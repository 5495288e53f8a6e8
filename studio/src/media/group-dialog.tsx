import { useState } from "react";
import { Form } from "react-aria-components";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Combo } from "../parts/combo.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { useGroups } from "./asset-queries.ts";

interface GroupDialogProps {
  kind: "tag" | "folder";
  title: string;
  isBusy: boolean;
  onClose(): void;
  onChoose(words: string): void;
}

/** Asks for tags or a folder: one of those in use, or a new one. */
export function GroupDialog({ kind, title, isBusy, onClose, onChoose }: GroupDialogProps) {
  const [words, setWords] = useState("");
  const { folders, tags } = useGroups();
  const { media, app } = texts;
  const isTag = kind === "tag";
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(words);
        }}
      >
        <Combo
          label={isTag ? media.tags : media.folder}
          options={(isTag ? tags : folders).map((name) => ({ id: name, label: name }))}
          value={words}
          onChange={setWords}
          isOpenEnded
          autoFocus
          hint={isTag ? media.tagsHint : media.folderHint}
        />
        <div className="row">
          <Button type="submit" variant="primary" isDisabled={isBusy || (isTag && tagsOf(words).length === 0)}>
            {app.save}
          </Button>
          <Button onPress={onClose}>{app.cancel}</Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Tags as people write them: separated by commas, each once. */
export const tagsOf = (words: string) => [
  ...new Set(
    words
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
