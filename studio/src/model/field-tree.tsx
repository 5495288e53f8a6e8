import { Plus, Settings2 } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { Collection, Tree, TreeItem, TreeItemContent, useDragAndDrop } from "react-aria-components";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { toast } from "../parts/toast.tsx";
import { AddField } from "./add-field.tsx";
import { FieldRow } from "./field-row.tsx";
import { flat, titleOf, top, type Container, type FieldNode } from "./fields-of.ts";
import styles from "./fields.module.css";
import places from "./model.module.css";
import { useFieldActions, type FieldActions } from "./use-field-actions.ts";
import { useOpenType } from "./use-type-editor.ts";

/** The fields in their order, with those inside groups and lists. They are chosen, and moved by dragging or with the keyboard. */
export function FieldTree() {
  const { fields, selected, select, isReadOnly, definition } = useOpenType();
  const { model } = texts;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState<Container>();
  const actions = useFieldActions();
  const all = flat(fields);
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: isReadOnly,
    getItems: (keys) => [...keys].map((key) => ({ "vitrine/field": String(key), "text/plain": String(key) })),
    getDropOperation: (target) => (target.type === "item" && target.dropPosition !== "on" ? "move" : "cancel"),
    onMove({ keys, target }) {
      const [node, other] = [[...keys][0], target.key].map((key) => all.find(({ path }) => path === key));
      if (!node || !other || node === other) return;
      if (node.parent.path !== other.parent.path) return toast(model.sameGroup);
      actions.moveBeside(node, other, target.dropPosition === "after");
    },
  });
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || !selected || isReadOnly || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    actions.move(selected, event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <section className={places.fields} aria-label={model.fields}>
      <button
        type="button"
        className={`${styles.about} ${selected ? "" : styles.chosen}`}
        aria-current={selected === undefined}
        onClick={() => select(undefined)}
      >
        <Settings2 className="icon" aria-hidden />
        {model.aboutType}
      </button>
      <div onKeyDownCapture={press}>
        <Tree
          aria-label={model.fields}
          className={styles.tree ?? ""}
          items={fields}
          dependencies={[definition, isReadOnly]}
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={selected ? [selected.path] : []}
          onSelectionChange={(keys) => {
            const path = keys === "all" ? undefined : [...keys][0];
            if (path !== undefined) select(String(path));
          }}
          expandedKeys={all.flatMap(({ path, children }) => (children.length > 0 && !closed.has(path) ? [path] : []))}
          onExpandedChange={(keys) =>
            setClosed(new Set(all.flatMap(({ path, children }) => (children.length > 0 && !keys.has(path) ? [path] : []))))
          }
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <p className={styles.none}>{isReadOnly ? model.noFields : model.noFieldsYet}</p>}
        >
          {(node) => renderNode(node, actions, setAdding)}
        </Tree>
      </div>
      {!isReadOnly && (
        <Button className={styles.add ?? ""} onPress={() => setAdding(top)}>
          <Plus className="icon" aria-hidden />
          {model.addField}
        </Button>
      )}
      <AddField container={adding} onClose={() => setAdding(undefined)} />
      <span role="status" className="unseen">
        {actions.said}
      </span>
    </section>
  );
}

function renderNode(node: FieldNode, actions: FieldActions, onAdd: (container: Container) => void) {
  return (
    <TreeItem id={node.path} textValue={titleOf(node, texts.model.eachItem)} className={styles.item ?? ""}>
      <TreeItemContent>
        {({ hasChildItems }) => <FieldRow node={node} hasChildren={hasChildItems} actions={actions} onAdd={onAdd} />}
      </TreeItemContent>
      <Collection items={node.children}>{(child: FieldNode) => renderNode(child, actions, onAdd)}</Collection>
    </TreeItem>
  );
}
