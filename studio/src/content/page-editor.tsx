import { Columns2, Eye, ListTree, PanelRight, Plus } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { ToggleButton } from "react-aria-components";
import { commandKey, isCommand, isTyping } from "../app/keys.ts";
import { usePlaceActions } from "../app/place-actions.ts";
import { usePlace } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { AddBlock, type AddTarget } from "./add-block.tsx";
import { useBlockActions } from "./block-actions.ts";
import { Canvas } from "./canvas.tsx";
import { CommentsPanel } from "../comments/comments-panel.tsx";
import { forgetComments } from "../comments/comments-state.ts";
import { ReviewState } from "../reviews/review-state.tsx";
import { Conflicts } from "./conflicts.tsx";
import { EditorBar } from "./editor-bar.tsx";
import styles from "./editor.module.css";
import { Inspector } from "./inspector.tsx";
import { MissingLocale } from "./missing-locale.tsx";
import { OpenDocument, useDraft } from "./open-document.tsx";
import { OriginalContext, useOpenOriginal } from "./original.ts";
import { Outline } from "./outline.tsx";
import { selectBlock, useSelection } from "./selection.ts";
import { useAskedField } from "./use-asked-field.ts";
import { useDeferredDraft } from "./use-deferred-draft.ts";
import { panels, usePanels, type Panel } from "./use-panels.ts";

/** The editor of one page in one locale. */
export function PageEditor() {
  const { id = "", locale = "" } = usePlace();
  useEffect(() => {
    selectBlock(null);
    forgetComments();
  }, [id, locale]);
  return (
    <OpenDocument
      key={`${id}/${locale}`}
      documents="pages"
      id={id}
      locale={locale}
      missing={(document) => <MissingLocale documents="pages" document={document} locale={locale} />}
    >
      <Editor />
    </OpenDocument>
  );
}

const keysOf: Partial<Record<Panel, string>> = { outline: `${commandKey} \\`, preview: `${commandKey} .` };
const icons = { outline: ListTree, preview: Eye, inspector: PanelRight } as const;

function Editor() {
  const { may } = useSite();
  const inspector = useRef<HTMLElement>(null);
  const { shown: shownPanels, hasComments, toggle, showFields } = usePanels(inspector);
  const [target, setTarget] = useState<AddTarget>();
  const title = useDraft(({ draft }) => draft.title);
  const original = useOpenOriginal();
  const blocks = useDeferredDraft();
  const { editor } = texts;
  useEditorKeys(toggle);
  useAskedField();
  useEffect(() => {
    document.title = `${title} – ${texts.app.name}`;
  }, [title]);
  const add = useCallback((parent: string | null, slot: string) => setTarget({ parent, slot }), []);
  const choosePage = () => {
    selectBlock(null);
    showFields();
    // On the way there the Tab key would go through the outline, and choose a block of it.
    inspector.current?.focus();
  };
  const selected = useSelection((selection) => selection.block);
  return (
    <div className={styles.editor}>
      <EditorBar back="/pages" tools={<PanelToggles shownPanels={shownPanels} toggle={toggle} />} />
      <ReviewState />
      <Conflicts />
      <div className={styles.panels}>
        {shownPanels.has("outline") && (
          <section className={styles.outline} aria-label={editor.outline}>
            <header className={styles.panelBar}>
              <button type="button" className={styles.pageRow} aria-pressed={selected === null} onClick={choosePage}>
                <Columns2 className="icon" aria-hidden />
                {editor.page}
              </button>
              {may("content:write") && (
                <Button variant="quiet" label={editor.addBlock} onPress={() => add(null, "")}>
                  <Plus className="icon" aria-hidden />
                </Button>
              )}
            </header>
            <Outline blocks={blocks} onAdd={add} />
          </section>
        )}
        {shownPanels.has("preview") && (
          <section className={styles.preview} aria-label={editor.preview}>
            <Canvas />
          </section>
        )}
        {shownPanels.has("inspector") && (
          <section
            ref={inspector}
            tabIndex={-1}
            className={`${styles.inspector} ${original?.isShown ? styles.beside : ""}`}
            aria-label={editor.inspector}
          >
            <OriginalContext value={original}>
              <Inspector />
            </OriginalContext>
          </section>
        )}
        {hasComments && <CommentsPanel />}
      </div>
      {target && <AddBlock target={target} blocks={blocks} onClose={() => setTarget(undefined)} />}
    </div>
  );
}

function PanelToggles({ shownPanels, toggle }: { shownPanels: ReadonlySet<Panel>; toggle(panel: Panel): void }) {
  const { editor, shortcuts, app } = texts;
  usePlaceActions(
    panels.map((panel) => {
      const Icon = icons[panel];
      const icon = <Icon className="icon" aria-hidden />;
      return { id: panel, label: shortcuts[panel], icon, keys: keysOf[panel] ?? "", onAction: () => toggle(panel) };
    }),
  );
  return (
    <span className={styles.pair} role="group" aria-label={app.menu}>
      {panels.map((panel) => {
        const Icon = icons[panel];
        return (
          <ToggleButton
            key={panel}
            aria-label={editor[panel]}
            isSelected={shownPanels.has(panel)}
            onChange={() => toggle(panel)}
            className={styles.toggle ?? ""}
          >
            <Icon className="icon" aria-hidden />
          </ToggleButton>
        );
      })}
    </span>
  );
}

/** The keys of the editor: panels, and the clipboard where no text is being edited. */
function useEditorKeys(toggle: (panel: Panel) => void): void {
  const actions = useBlockActions();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isCommand(event, "\\")) toggle("outline");
      else if (isCommand(event, ".")) toggle("preview");
      else return;
      event.preventDefault();
    };
    const onClipboard = (event: ClipboardEvent) => {
      const { block } = useSelection.getState();
      if (isTyping(event) || !getSelection()?.isCollapsed) return;
      if (event.type === "paste") {
        if (!actions.pasteText(event.clipboardData?.getData("text/plain") ?? "", block)) return;
      } else if (block === null) return;
      else if (event.type === "copy") void actions.copy(block);
      else void actions.cut(block);
      event.preventDefault();
    };
    addEventListener("keydown", press);
    for (const kind of ["copy", "cut", "paste"] as const) addEventListener(kind, onClipboard);
    return () => {
      removeEventListener("keydown", press);
      for (const kind of ["copy", "cut", "paste"] as const) removeEventListener(kind, onClipboard);
    };
  });
}
