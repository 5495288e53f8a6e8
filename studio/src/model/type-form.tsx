import { Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Leaving } from "../parts/leaving.tsx";
import { Page } from "../parts/page.tsx";
import { SaveBar } from "../parts/save-bar.tsx";
import { To } from "../parts/to.tsx";
import { CodeView } from "./code-view.tsx";
import { Conflict } from "./conflict.tsx";
import { DefinitionTools, useDefinitionKeys, type View } from "./definition-tools.tsx";
import type { Family, StoredType } from "./definition.ts";
import { Effects, ToEffects } from "./effect-list.tsx";
import { Example, FieldTree } from "./later.ts";
import styles from "./model.module.css";
import { SaveAnyway } from "./save-anyway.tsx";
import { Settings } from "./settings.tsx";
import { Entries } from "./type-row.tsx";
import { TypeMenu } from "./type-menu.tsx";
import { useSaveType } from "./use-save-type.ts";
import { useTypeCheck } from "./use-type-check.ts";
import { DefinitionContext } from "./use-definition-editor.ts";
import { TypeEditorContext, useTypeEditor } from "./use-type-editor.ts";

/** The whole of a type: its fields with their settings, or its code; beside them an example, and what a save would break. */
export function TypeForm({ family, storedType }: { family: Family; storedType: StoredType }) {
  const { slug, may } = useSite();
  const go = useGo();
  const { model } = texts;
  const { type } = storedType;
  const editor = useTypeEditor({ family, type }, storedType, !may("model:write"));
  const check = useTypeCheck(editor);
  const saving = useSaveType(editor);
  const [view, setView] = useState<View>("fields");
  const [isGone, setGone] = useState(false);
  const { isEdited, isReadOnly, undo, redo, clashes } = editor;
  useDefinitionKeys({ save: saving.save, undo, redo });
  const { report } = check;
  const broken = report?.affectedTotal ?? 0;
  const status = report?.valid === false ? model.wrong : broken > 0 ? model.wouldBreak(broken) : undefined;
  return (
    <DefinitionContext value={editor}>
      <TypeEditorContext value={editor}>
        <Page
          title={editor.definition.title || type}
          text={
            <span className={styles.where}>
              <To path={`/sites/${slug}/model`}>{model.title}</To> › {model.families[family].title} › <code>{type}</code>
              {family === "content" && <Entries type={type} />}
              {isReadOnly && <span>{model.readOnly}</span>}
            </span>
          }
          actions={
            <>
              <DefinitionTools
                label={model.view}
                labels={model.views}
                view={view}
                onView={setView}
                undo={undo}
                redo={redo}
                isReadOnly={isReadOnly}
              />
              {!isReadOnly && (
                <TypeMenu
                  family={family}
                  type={type}
                  storedType={storedType}
                  onGone={() => {
                    // Nothing is left that could be saved: the way is free before anybody goes.
                    flushSync(() => setGone(true));
                    go(`/sites/${slug}/model`);
                  }}
                />
              )}
            </>
          }
        >
          {clashes.length > 0 && <Conflict changedBy={saving.changedBy} />}
          <div className={view === "code" ? styles.codeColumns : styles.columns}>
            {view === "code" ? (
              <CodeView report={report} />
            ) : (
              <>
                <Suspense fallback={<div />}>
                  <FieldTree />
                </Suspense>
                <Settings key={editor.opened} />
              </>
            )}
            <div className={styles.beside}>
              <Effects {...check} />
              <Suspense fallback={null}>
                <Example />
              </Suspense>
            </div>
          </div>
          {isEdited && !isReadOnly && clashes.length === 0 && (
            <SaveBar
              isBusy={saving.isBusy}
              isWrong={report?.valid === false && !check.isBehind}
              status={status && <ToEffects>{status}</ToEffects>}
              onSave={saving.save}
              onDiscard={editor.discard}
            />
          )}
          <SaveAnyway saving={saving} />
          <Leaving isEdited={isEdited && !isGone} />
        </Page>
      </TypeEditorContext>
    </DefinitionContext>
  );
}
