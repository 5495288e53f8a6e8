import { ChevronRight, Globe, GripVertical, ListFilter, Search } from "lucide-react";
import { Button as AriaButton } from "react-aria-components";
import { texts } from "../app/texts.ts";
import { fieldStyles } from "../parts/field.tsx";
import { FieldMenu } from "./field-menu.tsx";
import { titleOf, type Container, type FieldNode } from "./fields-of.ts";
import { KindIcon } from "./kind-icons.tsx";
import styles from "./fields.module.css";
import type { FieldActions } from "./use-field-actions.ts";
import { useOpenType } from "./use-type-editor.ts";

interface FieldRowProps {
  node: FieldNode;
  hasChildren: boolean;
  actions: FieldActions;
  onAdd(container: Container): void;
}

/** A field in the list: its title, name and kind, what matters about it, and what can be done with it. */
export function FieldRow({ node, hasChildren, actions, onAdd }: FieldRowProps) {
  const { isReadOnly } = useOpenType();
  const { model } = texts;
  const { name, kind, isRequired, schema, definition } = node;
  const title = titleOf(node, model.eachItem);
  const detail = [...(name === undefined ? [] : [name]), kindWords(kind), ...(definition === undefined ? [] : [definition])].join(" · ");
  return (
    <div className={styles.row}>
      {!isReadOnly &&
        (name === undefined ? (
          <span className={styles.grip} />
        ) : (
          <AriaButton slot="drag" className={styles.grip ?? ""} aria-label={model.moveField(title)}>
            <GripVertical className="icon" aria-hidden />
          </AriaButton>
        ))}
      {hasChildren ? (
        <AriaButton slot="chevron" className={styles.chevron ?? ""}>
          <ChevronRight className="icon" aria-hidden />
        </AriaButton>
      ) : (
        <span className={styles.chevron} />
      )}
      <span className={styles.kindIcon}>
        <KindIcon kind={kind} />
      </span>
      <span className={styles.rowWords}>
        <span className={styles.rowTitle}>
          {title}
          {isRequired && name !== undefined && (
            <span className={fieldStyles.star} title={texts.fields.required}>
              *
            </span>
          )}
        </span>
        <span className={styles.rowDetail}>{detail}</span>
      </span>
      <Marks schema={schema} />
      {!isReadOnly && <FieldMenu node={node} title={title} actions={actions} onAdd={onAdd} />}
    </div>
  );
}

/** The marks that matter to programs and translators, as signs. */
function Marks({ schema }: Pick<FieldNode, "schema">) {
  const { marks } = texts.model;
  const signs = [
    { keyword: "x-shared", Icon: Globe, words: marks.shared },
    { keyword: "x-queryable", Icon: ListFilter, words: marks.queryable },
    { keyword: "x-searchable", Icon: Search, words: marks.searchable },
  ].filter(({ keyword }) => schema[keyword] === true);
  return (
    <span className={styles.marks}>
      {signs.map(({ keyword, Icon, words }) => (
        <span key={keyword} title={words}>
          <Icon className="icon" aria-hidden />
          <span className="unseen">{words}</span>
        </span>
      ))}
    </span>
  );
}

const kindWords = (kind: FieldNode["kind"]) => (texts.modelKinds.kinds as Readonly<Record<string, string>>)[kind] ?? texts.model.anything;
