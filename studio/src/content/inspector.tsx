import { useCallback, useMemo } from "react";
import { errorOf } from "../app/refusals.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import type { Block, EditedDraft } from "../draft/block.ts";
import { find, setBindings, setProps } from "../draft/tree.ts";
import { nothing, schemaAt } from "../fields/schema.ts";
import { SchemaForm } from "../fields/schema-form.tsx";
import { FieldComments } from "../comments/comment-button.tsx";
import { DocumentFields } from "./document-fields.tsx";
import styles from "./editor.module.css";
import { useDraft, useOpenDocument } from "./open-document.tsx";
import { useOriginalOf } from "./original.ts";
import { useBlockTypes } from "./page-types.ts";
import { pointerTo } from "./pointer-to.ts";
import { useReveal, useSelection } from "./selection.ts";

/** The form of what is selected: a block, or else the page itself. */
export function Inspector() {
  const selected = useSelection((selection) => selection.block);
  const block = useDraft(({ draft }) => (selected === null ? undefined : find(draft.composition ?? [], selected)?.block));
  const { editor } = texts;
  if (!block) {
    return (
      <div className={styles.panelContent}>
        <h2>{editor.pageFields}</h2>
        <DocumentFields />
      </div>
    );
  }
  return <BlockForm key={block.id} block={block} />;
}

function BlockForm({ block }: { block: Block }) {
  const { may } = useSite();
  const { store, translation } = useOpenDocument();
  const type = useBlockTypes().get(block.type);
  const all = useDraft((draft) => draft.problems);
  const composition = useDraft(({ draft }) => draft.composition);
  const reveal = useReveal("content");
  const { id } = block;
  const schema = type?.schema ?? nothing;
  const problems = useMemo(() => {
    const withWords = (at: string, code: string) => ({ path: at, message: errorOf({ code }, schemaAt(schema, at)[code]) });
    const base = `${pointerTo(composition ?? [], id)}/props`;
    return all.flatMap(({ path, code }) =>
      path === base || path.startsWith(`${base}/`) ? [withWords(path.slice(base.length), code)] : [],
    );
  }, [all, composition, id, schema]);
  const change = useCallback(
    (props: Block["props"], key: string) =>
      store.getState().change((draft) => ({ ...draft, composition: setProps(draft.composition ?? [], id, props) }), { key: `${id}${key}` }),
    [store, id],
  );
  const original = useOriginalOf(useCallback((draft: EditedDraft) => find(draft.composition ?? [], id)?.block.props, [id]));
  const bind = useCallback(
    (bindings: NonNullable<Block["bindings"]>) =>
      store.getState().change((draft) => ({ ...draft, composition: setBindings(draft.composition ?? [], id, bindings) })),
    [store, id],
  );
  const aside = useCallback((path: string, label: string) => <FieldComments block={id} path={path} label={label} />, [id]);
  return (
    <div className={styles.panelContent}>
      <h2>{type?.title ?? block.type}</h2>
      {type ? (
        <>
          {type.description !== null && <p className="soft">{type.description}</p>}
          <SchemaForm
            schema={schema}
            uiSchema={type.uiSchema}
            value={block.props}
            onChange={change}
            problems={problems}
            context={id}
            aside={aside}
            reveal={reveal}
            locale={translation.locale}
            original={original}
            isReadOnly={!may("content:write")}
            bindings={block.bindings ?? {}}
            onBind={bind}
          />
        </>
      ) : (
        <p>{texts.editor.unknownBlock(block.type)}</p>
      )}
    </div>
  );
}
