import { texts } from "../app/texts.ts";
import { Dialog } from "../parts/dialog.tsx";
import { freeName, nameOf, withNewField } from "./change-fields.ts";
import { blank, kinds, type Kind } from "./field-kinds.ts";
import { top, type Container } from "./fields-of.ts";
import { KindIcon } from "./kind-icons.tsx";
import styles from "./fields.module.css";
import { pointerStep } from "../draft/json.ts";
import { useOpenType } from "./use-type-editor.ts";

interface AddFieldProps {
  /** Where the field goes; undefined: nobody is asked. */
  container: Container | undefined;
  onClose(): void;
}

/** The choice of the kind of a new field, which is then there with a title to write over. */
export function AddField({ container, onClose }: AddFieldProps) {
  const { definition, change, select } = useOpenType();
  const { model, modelKinds } = texts;
  const add = (kind: Kind) => {
    const place = container ?? top;
    const title = modelKinds.kinds[kind];
    const name = freeName(definition, place, nameOf(title));
    const { schema, ui } = blank(kind);
    change((before) => withNewField(before, place, name, { schema: withTitle(schema, title), ui }));
    select(place.path + pointerStep(name));
    onClose();
  };
  return (
    <Dialog title={model.addField} isOpen={container !== undefined} isWide onClose={onClose}>
      <ul className={styles.kinds}>
        {kinds.map((kind, index) => (
          <li key={kind}>
            <button type="button" className={styles.kind} onClick={() => add(kind)} autoFocus={index === 0}>
              <KindIcon kind={kind} />
              <span>
                <strong>{modelKinds.kinds[kind]}</strong>
                <span className="soft">{modelKinds.kindTexts[kind]}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The title comes after what says the kind, as people write it. */
function withTitle(schema: object, title: string) {
  const { type, $ref, ...rest } = schema as { type?: unknown; $ref?: unknown };
  return { ...(type === undefined ? {} : { type }), ...($ref === undefined ? {} : { $ref }), title, ...rest };
}
