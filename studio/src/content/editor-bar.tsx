import {
  Copy,
  EllipsisVertical,
  ExternalLink,
  History,
  Redo2,
  RotateCcw,
  Send,
  Share2,
  Trash2,
  Undo2,
  EyeOff,
  CalendarClock,
  UserCheck,
  Rocket,
} from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { commandKey, isCommand, isDialogOpen } from "../app/keys.ts";
import { usePlaceActions } from "../app/place-actions.ts";
import { useGo } from "../app/place.ts";
import { reviewTexts } from "../app/review-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatPlan, texts } from "../app/texts.ts";
import { BackLink } from "../parts/back-link.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Menu } from "../parts/menu.tsx";
import { AddToRelease } from "../releases/add-to-release.tsx";
import { CommentsToggle } from "../comments/comments-toggle.tsx";
import { AskDialog } from "../reviews/ask-dialog.tsx";
import { DraftStatus } from "./draft-status.tsx";
import { useDocumentActions } from "./document-actions.ts";
import { DocumentBadge } from "./document-badge.tsx";
import { usePublicationState } from "./use-publication-state.ts";
import styles from "./editor.module.css";
import { HistoryDialog } from "./history-dialog.tsx";
import { BesideChoice } from "./beside-choice.tsx";
import { InUseQuestion } from "./in-use.tsx";
import { LocaleSwitch } from "./locale-switch.tsx";
import { useDraft, useOpenDocument, useOthers } from "./open-document.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { ScheduleState } from "./schedule-state.tsx";
import { ShareDialog } from "./share-dialog.tsx";

interface EditorBarProps {
  back: string;
  /** The editor's own. */
  tools?: ReactNode;
  /** There is no second document of its type. */
  isSingle?: boolean;
}

/** The bar above an editor: where one is, whether everything is saved, and what can be done with the document. */
export function EditorBar({ back, tools, isSingle = false }: EditorBarProps) {
  const { slug, may, site } = useSite();
  const { documents, document, translation, store } = useOpenDocument();
  const title = useDraft(({ draft }) => draft.title);
  const canUndo = useDraft((draft) => draft.canUndo);
  const canRedo = useDraft((draft) => draft.canRedo);
  const others = useOthers(document.id, translation.locale);
  const [open, setOpen] = useState<"publish" | "history" | "schedule" | "release" | "discard" | "review" | "share">();
  const actions = useDocumentActions();
  const publication = usePublicationState();
  const { state, changes } = publication;
  const go = useGo();
  const { editor, app } = texts;
  const canWrite = may("content:write");
  const canPublish = may("content:publish");
  const { undo, redo } = store.getState();
  const plannedFor = translation.scheduled?.publishAt ?? undefined;

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A dialog's fields have an undo of their own, and nothing behind it changes unseen.
      if (isDialogOpen()) return;
      const isUndo = isCommand(event, "z");
      const isRedo = isCommand(event, "z", { shift: true }) || isCommand(event, "y");
      if (isCommand(event, "s")) void store.getState().flush();
      // Also in a field: the browser's own undo knows nothing of what the studio wrote into it.
      else if (isUndo) undo();
      else if (isRedo) redo();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [store, undo, redo]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // In a comment, the keys send it.
      const isComment = event.target instanceof Element && event.target.closest("[data-comments]") !== null;
      if (!canPublish || !isCommand(event, "enter") || isDialogOpen() || isComment) return;
      setOpen("publish");
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the element that has the focus: a button keeps Enter for itself.
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  }, [canPublish]);

  const item = (Icon: typeof History) => <Icon className="icon" aria-hidden />;
  const publishLabel = changes > 0 ? editor.publishChanges(changes) : editor.publish;
  usePlaceActions([
    ...(canPublish
      ? [{ id: "publish", label: publishLabel, icon: item(Send), keys: `${commandKey} ⏎`, onAction: () => setOpen("publish") }]
      : []),
    ...(canWrite && !canPublish
      ? [{ id: "ask", label: reviewTexts.reviews.ask, icon: item(UserCheck), onAction: () => setOpen("review") }]
      : []),
    ...(canWrite
      ? [
          { id: "undo", label: app.undo, icon: item(Undo2), keys: `${commandKey} Z`, isDisabled: !canUndo, onAction: undo },
          { id: "redo", label: app.redo, icon: item(Redo2), keys: `${commandKey} ⇧ Z`, isDisabled: !canRedo, onAction: redo },
        ]
      : []),
  ]);
  return (
    <header className={styles.bar}>
      <BackLink
        path={`/sites/${slug}${back}`}
        label={back.startsWith("/pages") ? texts.pages.title : texts.entries.title}
        className={styles.back}
      />
      <h1 className={styles.title}>{title || texts.pages.untitled}</h1>
      <DocumentBadge {...publication} />
      <DraftStatus />
      <ScheduleState onOpen={canPublish ? () => setOpen("schedule") : undefined} />
      {others.length > 0 && <span className={styles.others}>{editor.alsoHere(others.join(", "))}</span>}
      <span className={styles.grow} />
      {tools}
      {canWrite && (
        <span className={styles.pair}>
          <Button variant="quiet" label={`${app.undo} (${commandKey} Z)`} isDisabled={!canUndo} onPress={undo}>
            {item(Undo2)}
          </Button>
          <Button variant="quiet" label={`${app.redo} (${commandKey} ⇧ Z)`} isDisabled={!canRedo} onPress={redo}>
            {item(Redo2)}
          </Button>
        </span>
      )}
      <CommentsToggle />
      <LocaleSwitch />
      <BesideChoice />
      <Menu
        isOfPlace
        label={app.more}
        trigger={
          <Button variant="quiet" label={app.more}>
            {item(EllipsisVertical)}
          </Button>
        }
        groups={[
          [
            ...(canWrite && canPublish
              ? [{ id: "review", label: reviewTexts.reviews.ask, icon: item(UserCheck), onAction: () => setOpen("review") }]
              : []),
            ...(documents === "pages" && may("previews:write")
              ? [{ id: "share", label: reviewTexts.share.title, icon: item(Share2), onAction: () => setOpen("share") }]
              : []),
            { id: "history", label: editor.history, icon: item(History), onAction: () => setOpen("history") },
            ...(canPublish
              ? [
                  { id: "schedule", label: editor.schedule, icon: item(CalendarClock), onAction: () => setOpen("schedule") },
                  { id: "release", label: texts.releases.into.open, icon: item(Rocket), onAction: () => setOpen("release") },
                ]
              : []),
            ...(site.storefrontUrl !== null && translation.published
              ? [{ id: "view", label: editor.view, icon: item(ExternalLink), onAction: () => actions.view() }]
              : []),
          ],
          canWrite
            ? [
                ...(isSingle
                  ? []
                  : [{ id: "duplicate", label: editor.duplicate, icon: item(Copy), onAction: () => void actions.duplicate(go) }]),
                {
                  id: "discard",
                  label: editor.discard,
                  icon: item(RotateCcw),
                  isDisabled: state !== "CHANGED",
                  onAction: () => (plannedFor === undefined ? void actions.discard() : setOpen("discard")),
                },
              ]
            : [],
          canPublish
            ? [
                ...(translation.published
                  ? [{ id: "unpublish", label: editor.unpublish, icon: item(EyeOff), onAction: () => void actions.unpublish() }]
                  : []),
                {
                  id: "trash",
                  label: editor.trash,
                  icon: item(Trash2),
                  isDanger: true,
                  onAction: () => void actions.trash(() => go(`/sites/${slug}${back}`)),
                },
              ]
            : [],
        ]}
      />
      {canPublish && (
        <Button variant={state === "PUBLISHED" ? "plain" : "primary"} onPress={() => setOpen("publish")}>
          {publishLabel}
        </Button>
      )}
      {canWrite && !canPublish && (
        <Button variant="primary" onPress={() => setOpen("review")}>
          {reviewTexts.reviews.ask}
        </Button>
      )}
      {open === "share" && <ShareDialog onClose={() => setOpen(undefined)} />}
      {open === "review" && <AskDialog onClose={() => setOpen(undefined)} />}
      <PublishDialog
        isOpen={open === "publish"}
        onClose={() => setOpen(undefined)}
        onSchedule={() => setOpen("schedule")}
        onRelease={() => setOpen("release")}
      />
      {open === "history" && <HistoryDialog onClose={() => setOpen(undefined)} />}
      {open === "schedule" && <ScheduleDialog onClose={() => setOpen(undefined)} />}
      <Confirm
        title={editor.discard}
        label={editor.discard}
        isOpen={open === "discard"}
        onClose={() => setOpen(undefined)}
        onConfirm={() => {
          setOpen(undefined);
          void actions.discard();
        }}
      >
        {plannedFor !== undefined && <p>{editor.discardPlanned(formatPlan(plannedFor))}</p>}
      </Confirm>
      {open === "release" && <AddToRelease onClose={() => setOpen(undefined)} />}
      <InUseQuestion />
    </header>
  );
}
