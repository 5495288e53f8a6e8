import { Bookmark, BookmarkPlus, Pencil, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { listTexts } from "../app/list-texts.ts";
import { useSite } from "../app/site.tsx";
import { useMutation } from "../app/use-mutation.ts";
import { Button } from "./button.tsx";
import styles from "./columns-menu.module.css";
import { Confirm } from "./confirm.tsx";
import type { Action } from "./action.ts";
import { Menu } from "./menu.tsx";
import { SaveView } from "./save-view.tsx";
import { toast } from "./toast.tsx";
import type { ViewChoice } from "./use-views.ts";

/** What can be done with the saved views of a list. */
export function ViewsMenu({ choice }: { choice: ViewChoice }) {
  const { api, may } = useSite();
  const { views: words } = listTexts;
  const { act, isBusy } = useMutation(words.problems);
  const [dialog, setDialog] = useState<"save" | "rename" | "delete">();
  const { opened, isChanged, query, mark, renew } = choice;
  const close = () => setDialog(undefined);
  const change = async () => {
    if (!opened) return;
    const { id, revision, name } = opened;
    if (await act(() => api.views.updateView({ id, revision, query }))) toast(words.changed(name));
    await renew();
  };
  const remove = async () => {
    if (!opened) return;
    const { id, revision, name } = opened;
    close();
    if (await act(() => api.views.deleteView({ id, revision }))) {
      mark(undefined);
      toast(words.deleted(name));
    }
    await renew();
  };
  const icon = { className: "icon", "aria-hidden": true };
  const save: Action = { id: "save", label: words.save, icon: <BookmarkPlus {...icon} />, onAction: () => setDialog("save") };
  const canChange = opened !== undefined && (opened.scope === "PERSONAL" || may("settings:write"));
  const ofOpened: Action[] = canChange
    ? [
        ...(isChanged
          ? [
              {
                id: "change",
                label: words.change(opened.name),
                icon: <RefreshCw {...icon} />,
                isDisabled: isBusy,
                onAction: () => void change(),
              },
            ]
          : []),
        { id: "rename", label: words.rename(opened.name), icon: <Pencil {...icon} />, onAction: () => setDialog("rename") },
        { id: "delete", label: words.remove(opened.name), icon: <Trash2 {...icon} />, isDanger: true, onAction: () => setDialog("delete") },
      ]
    : [];
  return (
    <>
      <Menu
        label={words.title}
        trigger={
          <Button>
            <Bookmark {...icon} />
            <span className={styles.words}>{words.title}</span>
          </Button>
        }
        groups={[[save], ofOpened]}
      />
      {dialog === "save" && <SaveView choice={choice} onClose={close} />}
      {dialog === "rename" && <SaveView choice={choice} view={opened} onClose={close} />}
      {opened && (
        <Confirm
          title={words.removeTitle(opened.name)}
          label={words.removeNow}
          isOpen={dialog === "delete"}
          onClose={close}
          onConfirm={() => void remove()}
        >
          <p>{opened.scope === "SITE" ? words.removeForAll : words.removeText}</p>
        </Confirm>
      )}
    </>
  );
}
