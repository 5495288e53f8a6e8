import { GripVertical, Plus, Settings2 } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { FieldMenu } from "../model/field-menu.tsx";
import styles from "../model/fields.module.css";
import { titleOf, type FieldNode } from "../model/fields-of.ts";
import model from "../model/model.module.css";
import { useOpenDefinition } from "../model/use-definition-editor.ts";
import { useFieldActions, type FieldActions } from "../model/use-field-actions.ts";
import { Button } from "../parts/button.tsx";
import { fieldStyles } from "../parts/field.tsx";
import { AddFormField } from "./add-form-field.tsx";
import { FormKindIcon } from "./form-kind-icon.tsx";
import { formKindOf } from "./form-kinds.ts";

const titleOfField = (node: FieldNode) => titleOf(node, texts.model.eachItem);

/** The fields in their order. They are chosen, and moved by dragging or with the keyboard. */
export function FormFields() {
  const { fields, selected, select, definition } = useOpenDefinition();
  const { formBuilder } = shopTexts;
  const [isAdding, setAdding] = useState(false);
  const actions = useFieldActions(formBuilder.fieldRemoved);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "vitrine/field": String(key), "text/plain": String(key) })),
    getDropOperation: (target) => (target.type === "item" && target.dropPosition !== "on" ? "move" : "cancel"),
    onReorder({ keys, target }) {
      const [node, other] = [[...keys][0], target.key].map((key) => fields.find(({ path }) => path === key));
      if (node && other && node !== other) actions.moveBeside(node, other, target.dropPosition === "after");
    },
  });
  const press = (event: KeyboardEvent) => {
    if (!event.altKey || !selected || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    actions.move(selected, event.key === "ArrowUp" ? -1 : 1);
  };
  return (
    <section className={model.fields} aria-label={formBuilder.fields}>
      <button
        type="button"
        className={`${styles.about} ${selected ? "" : styles.chosen}`}
        aria-current={selected === undefined}
        onClick={() => select(undefined)}
      >
        <Settings2 className="icon" aria-hidden />
        {formBuilder.aboutForm}
      </button>
      <div onKeyDownCapture={press}>
        <GridList
          aria-label={formBuilder.fields}
          className={styles.tree ?? ""}
          items={fields}
          dependencies={[definition]}
          selectionMode="single"
          selectionBehavior="replace"
          selectedKeys={selected ? [selected.path] : []}
          onSelectionChange={(keys) => {
            const path = keys === "all" ? undefined : [...keys][0];
            if (path !== undefined) select(String(path));
          }}
          dragAndDropHooks={dragAndDropHooks}
          renderEmptyState={() => <p className={styles.none}>{formBuilder.noFields}</p>}
        >
          {(node) => (
            <GridListItem id={node.path} textValue={titleOfField(node)} className={styles.item ?? ""}>
              <FieldRow node={node} actions={actions} />
            </GridListItem>
          )}
        </GridList>
      </div>
      <Button className={styles.add ?? ""} onPress={() => setAdding(true)}>
        <Plus className="icon" aria-hidden />
        {formBuilder.addField}
      </Button>
      <AddFormField isOpen={isAdding} onClose={() => setAdding(false)} />
      <span role="status" className="unseen">
        {actions.said}
      </span>
    </section>
  );
}

function FieldRow({ node, actions }: { node: FieldNode; actions: FieldActions }) {
  const { formBuilder } = shopTexts;
  const title = titleOfField(node);
  const kind = formKindOf(node);
  return (
    <div className={styles.row}>
      <AriaButton slot="drag" className={styles.grip ?? ""} aria-label={texts.model.moveField(title)}>
        <GripVertical className="icon" aria-hidden />
      </AriaButton>
      <span className={styles.kindIcon}>
        <FormKindIcon kind={kind} />
      </span>
      <span className={styles.rowWords}>
        <span className={styles.rowTitle}>
          {title}
          {node.isRequired && (
            <span className={fieldStyles.star} title={texts.fields.required}>
              *
            </span>
          )}
        </span>
        <span className={styles.rowDetail}>{kind === undefined ? texts.model.anything : formBuilder.kinds[kind]}</span>
      </span>
      <FieldMenu node={node} title={title} actions={actions} />
    </div>
  );
}
