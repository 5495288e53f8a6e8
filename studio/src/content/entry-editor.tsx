import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import { usePlace } from "../app/place.ts";
import { errorOf } from "../app/refusals.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import type { EditedDraft } from "../draft/block.ts";
import { Loading } from "../parts/loading.tsx";
import { isJsonObject, type JsonObject } from "../draft/json.ts";
import { schemaAt } from "../fields/schema.ts";
import { SchemaForm } from "../fields/schema-form.tsx";
import { FieldComments } from "../comments/comment-button.tsx";
import { CommentsPanel } from "../comments/comments-panel.tsx";
import { forgetComments, useComments } from "../comments/comments-state.ts";
import { ReviewState } from "../reviews/review-state.tsx";
import { Conflicts } from "./conflicts.tsx";
import { DocumentFields } from "./document-fields.tsx";
import { EditorBar } from "./editor-bar.tsx";
import styles from "./entry-editor.module.css";
import { MissingLocale } from "./missing-locale.tsx";
import { OpenDocument, useDraft, useOpenDocument } from "./open-document.tsx";
import { OriginalContext, useOpenOriginal, useOriginalOf } from "./original.ts";
import { selectBlock, useReveal } from "./selection.ts";
import { contentTypesQuery } from "./types.ts";
import { useAskedField } from "./use-asked-field.ts";

/** The editor of one entry in one locale. */
export function EntryEditor() {
  const { id = "", locale = "" } = usePlace();
  useEffect(() => {
    selectBlock(null);
    forgetComments();
  }, [id, locale]);
  return (
    <OpenDocument
      key={`${id}/${locale}`}
      documents="entries"
      id={id}
      locale={locale}
      missing={(document) => <MissingLocale documents="entries" document={document} locale={locale} />}
    >
      <Editor />
    </OpenDocument>
  );
}

function Editor() {
  const { document: entry } = useOpenDocument();
  const { data: types } = useQuery(contentTypesQuery(useSite()));
  const isSingle = types?.find(({ type }) => type === entry.contentType)?.single === true;
  const title = useDraft(({ draft }) => draft.title);
  const original = useOpenOriginal();
  const hasComments = useComments(({ isOpen }) => isOpen);
  useAskedField();
  useEffect(() => {
    document.title = `${title || texts.entries.untitled} – ${texts.app.name}`;
  }, [title]);
  return (
    <div className={styles.editor}>
      <EditorBar back={isSingle ? "/entries" : `/entries/${encodeURIComponent(entry.contentType)}`} isSingle={isSingle} />
      <ReviewState />
      <Conflicts />
      <div className={styles.columns}>
        <OriginalContext value={original}>
          <div className={`${styles.page} ${original?.isShown ? styles.wide : ""}`}>
            {!isSingle && (
              <section className={styles.own} aria-label={texts.editor.pageFields}>
                <DocumentFields />
              </section>
            )}
            <section aria-label={texts.editor.inspector}>
              <EntryForm />
            </section>
          </div>
        </OriginalContext>
        {hasComments && <CommentsPanel />}
      </div>
    </div>
  );
}

const empty: JsonObject = {};
const base = "/data";
const commentsOn = (path: string, label: string) => <FieldComments block={null} path={base + path} label={label} />;
const dataOf = ({ data }: EditedDraft) => data;

/** The form of the entry's content type. */
function EntryForm() {
  const site = useSite();
  const { store, document: entry, translation } = useOpenDocument();
  const { data: types } = useQuery(contentTypesQuery(site));
  const type = types?.find((each) => each.type === entry.contentType);
  const schema = type?.schema ?? empty;
  const data = useDraft(({ draft }) => draft.data);
  const reveal = useReveal("content");
  const all = useDraft((draft) => draft.problems);
  const problems = useMemo(
    () =>
      all.flatMap((problem) =>
        problem.path.startsWith(`${base}/`)
          ? [
              {
                path: problem.path.slice(base.length),
                code: problem.code,
                message: errorOf(problem, schemaAt(schema, problem.path.slice(base.length))[problem.code]),
              },
            ]
          : [],
      ),
    [all, schema],
  );
  const change = useCallback(
    (next: JsonObject, key: string) => store.getState().change((draft) => ({ ...draft, data: next }), { key: base + key }),
    [store],
  );
  const original = useOriginalOf(dataOf);
  if (!type) return types ? <p>{texts.fields.unknownType(entry.contentType)}</p> : <Loading />;
  return (
    <SchemaForm
      schema={schema}
      uiSchema={type.uiSchema}
      value={isJsonObject(data) ? data : empty}
      onChange={change}
      problems={problems}
      locale={translation.locale}
      context={translation.id}
      original={original}
      aside={commentsOn}
      reveal={reveal}
      isReadOnly={!site.may("content:write")}
    />
  );
}
