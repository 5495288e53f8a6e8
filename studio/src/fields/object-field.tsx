import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { texts } from "../app/texts.ts";
import { isJsonObject, memberOf, pointerStep } from "../draft/json.ts";
import { Button } from "../parts/button.tsx";
import { fieldStyles } from "../parts/field.tsx";
import { toast } from "../parts/toast.tsx";
import { wordsOf } from "./choose-field.ts";
import styles from "./fields.module.css";
import { isBelow, useError, useForm } from "./form-context.ts";
import { FieldGroup, Group } from "./group.tsx";
import { inGroups } from "./in-groups.ts";
import type { KindProps } from "./kind-props.ts";
import { namesIn, newValue, nothing, objectOf, textIn, type Schema, type Ui } from "./schema.ts";
import { summaryOf } from "./summary.ts";

/** A group of fields with a name. One that may be absent is added and removed as a whole. */
export function ObjectField({ schema, ui, path, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const form = useForm();
  const isThere = isJsonObject(value);
  const [isOpen, setOpen] = useState(() => isRequired || ui.isOpen === true);
  if (!isThere && !isRequired) {
    return (
      <div>
        <Button
          isDisabled={isReadOnly}
          onPress={() => {
            setOpen(true);
            onChange(newValue(form.root, schema) ?? {});
          }}
        >
          <Plus className="icon" aria-hidden />
          {texts.fields.addGroup(label)}
        </Button>
        {hint !== undefined && <p className={fieldStyles.hint}>{hint}</p>}
        {error !== undefined && <p className={fieldStyles.fault}>{error}</p>}
      </div>
    );
  }
  const remove = () => {
    onChange(undefined);
    toast(texts.fields.groupRemoved(label), { label: texts.app.undo, run: () => form.change(path, value) });
  };
  return (
    <fieldset className={styles.group}>
      <legend className="unseen">{label}</legend>
      <Group
        name={label}
        contains={isBelow(path)}
        summary={summaryOf(value)}
        isOpen={isOpen}
        onToggle={setOpen}
        actions={
          !isRequired &&
          !isReadOnly && (
            <Button variant="quiet" label={texts.fields.removeGroup(label)} onPress={remove}>
              <Trash2 className="icon" aria-hidden />
            </Button>
          )
        }
      >
        {hint !== undefined && <p className={fieldStyles.hint}>{hint}</p>}
        <Members schema={schema} ui={ui} path={path} value={value} />
      </Group>
      {error !== undefined && <p className={fieldStyles.fault}>{error}</p>}
    </fieldset>
  );
}

/** The fields of an object's members, in the order of the schema, or of `uiSchema.order`. Those with one `group` in their `uiSchema` stand together. */
export function Members({ schema, ui, path, value }: { schema: Schema; ui: Ui; path: string; value: unknown }) {
  const { Field } = useForm();
  const properties = objectOf(schema.properties);
  const order = namesIn(ui.order);
  const names = [
    ...order.filter((name) => Object.hasOwn(properties, name)),
    ...Object.keys(properties).filter((name) => !order.includes(name)),
  ];
  const required = namesIn(schema.required);
  const members = objectOf(value);
  const others = Object.keys(members).filter((name) => members[name] !== undefined && !Object.hasOwn(properties, name));
  const field = (name: string) => (
    <Field
      key={name}
      schema={objectOf(properties[name])}
      ui={uiOf(ui, name)}
      path={path + pointerStep(name)}
      value={memberOf(members, name)}
      name={name}
      isRequired={required.includes(name)}
    />
  );
  return (
    <div className={styles.members}>
      {inGroups(names, (name) => textIn(uiOf(ui, name).group)).map(({ group, names: groupNames }) =>
        group === undefined ? (
          groupNames.map(field)
        ) : (
          <FieldGroup key={`group ${group}`} name={group} paths={groupNames.map((name) => path + pointerStep(name))}>
            {groupNames.map(field)}
          </FieldGroup>
        ),
      )}
      {others.map((name) => (
        <Other key={name} schema={schema} path={path + pointerStep(name)} name={name} value={members[name]} />
      ))}
    </div>
  );
}

const uiOf = (ui: Ui, name: string): Ui => (isJsonObject(ui[name]) ? ui[name] : nothing);

/** A member that the schema does not name: shown, so that it can be read and removed. */
function Other({ schema, path, name, value }: { schema: Schema; path: string; name: string; value: unknown }) {
  const { Field, change, isReadOnly } = useForm();
  const error = useError(path);
  const { additionalProperties } = schema;
  const isKnown = additionalProperties !== false;
  const inner = isJsonObject(additionalProperties) ? additionalProperties : nothing;
  return (
    <div className={styles.other}>
      {isKnown ? (
        <Field schema={inner} ui={nothing} path={path} value={value} name={name} isRequired={false} />
      ) : (
        <p className={error === undefined ? fieldStyles.hint : fieldStyles.fault}>{texts.fields.unknownMember(wordsOf(name))}</p>
      )}
      {!isReadOnly && (
        <Button variant="quiet" label={texts.fields.removeGroup(wordsOf(name))} onPress={() => change(path, undefined)}>
          <Trash2 className="icon" aria-hidden />
        </Button>
      )}
    </div>
  );
}
