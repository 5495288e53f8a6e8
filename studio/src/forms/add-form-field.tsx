import { flushSync } from "react-dom";
import { shopTexts } from "../app/shop-texts.ts";
import { pointerStep } from "../draft/json.ts";
import { freeName, nameOf, withNewField, withRequired } from "../model/change-fields.ts";
import styles from "../model/fields.module.css";
import { top } from "../model/fields-of.ts";
import { useOpenDefinition } from "../model/use-definition-editor.ts";
import { Dialog } from "../parts/dialog.tsx";
import { FormKindIcon } from "./form-kind-icon.tsx";
import { blankField, formKinds, type FormKind } from "./form-kinds.ts";

/** The choice of the kind of a new field, which is then there with a label to write over. */
export function AddFormField({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { definition, change, select } = useOpenDefinition();
  const { formBuilder } = shopTexts;
  const add = (kind: FormKind) => {
    const label = formBuilder.kinds[kind];
    const name = freeName(definition, top, nameOf(label));
    change((before) => withRequired(withNewField(before, top, name, blankField(kind, label)), { parent: top, name }, kind === "consent"));
    flushSync(onClose);
    // In the next frame the dialog gives the focus back to its button; the label of the new field gets it after that.
    requestAnimationFrame(() => requestAnimationFrame(() => select(pointerStep(name))));
  };
  return (
    <Dialog title={formBuilder.addField} isOpen={isOpen} isWide onClose={onClose}>
      <ul className={styles.kinds}>
        {formKinds.map((kind, index) => (
          <li key={kind}>
            <button type="button" className={styles.kind} onClick={() => add(kind)} autoFocus={index === 0}>
              <FormKindIcon kind={kind} />
              <span>
                <strong>{formBuilder.kinds[kind]}</strong>
                <span className="soft">{formBuilder.kindTexts[kind]}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
