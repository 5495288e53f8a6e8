import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { Binding } from "../draft/block.ts";
import { equal, valueAt, withValueAt, type JsonObject } from "../draft/json.ts";
import { isBound } from "./bound-paths.ts";
import { Field } from "./field.tsx";
import { FormContext, type Form } from "./form-context.ts";
import { createFormState, type Problem } from "./form-state.ts";
import { Members } from "./object-field.tsx";
import type { Original } from "./original-text.tsx";
import { nothing, resolve, type Schema, type Ui } from "./schema.ts";
import { errorsOf } from "./validate.ts";

export interface SchemaFormProps {
  /** Of the site, in the server's subset of JSON Schema. */
  schema: Schema;
  uiSchema?: Ui;
  value: JsonObject;
  /** `key` names the member: changes with one key that follow each other are one step of undo. */
  onChange(next: JsonObject, key: string): void;
  /** What the server found, by JSON Pointers into the value. */
  problems?: readonly Problem[];
  locale: string;
  /** What is edited: the id of a block or a document. With another one the form begins anew. */
  context?: string;
  isReadOnly?: boolean;
  /** The values of another locale in the same places. */
  original?: Original | undefined;
  /** By JSON Pointers into the value. */
  bindings?: Readonly<Record<string, Binding>>;
  /** Takes the bindings after one was made or undone. Absent: nothing can be bound. */
  onBind?(bindings: Readonly<Record<string, Binding>>): void;
  /** What stands beside the label of a field, such as a button. The same function, as long as it shows the same. */
  aside?: Form["aside"];
  /** JSON Pointer of a member to open and to put the focus on; a new object for each time. */
  reveal?: { path: string } | undefined;
}

const noProblems: readonly Problem[] = [];
const noBindings: Readonly<Record<string, Binding>> = {};

/** The form of a schema. A change renders the field that it is in and those around it, and no other. */
export function SchemaForm(props: SchemaFormProps) {
  return <OpenForm key={props.context ?? ""} {...props} />;
}

function OpenForm(props: SchemaFormProps) {
  const { schema, uiSchema = nothing, value, locale, isReadOnly = false, original, aside, reveal } = props;
  const bindings = useSame(props.bindings ?? noBindings);
  const problems = useSame(props.problems ?? noProblems);
  const state = useMemo(createFormState, []);
  // What changes with every keystroke is read when it is needed: the fields share one form that stays.
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const canBind = props.onBind !== undefined;
  const form = useMemo(
    (): Form => ({
      root: schema,
      locale,
      isReadOnly,
      original,
      state,
      bindings,
      aside,
      Field,
      read: (path) => valueAt(latest.current.value, path),
      change(path, next) {
        const { value: now, onChange } = latest.current;
        const parent = valueAt(now, path.slice(0, path.lastIndexOf("/")));
        // A place in a list stays, also without a value.
        const changed = withValueAt(now, path, next === undefined && Array.isArray(parent) ? null : next) as JsonObject;
        state.changed(path);
        // Of two changes in one go, the second one adds to the first.
        latest.current = { ...latest.current, value: changed };
        onChange(changed, path);
      },
      onBind: canBind
        ? (path, binding) => {
            const { [path]: _, ...others } = bindings;
            latest.current.onBind?.(binding ? { ...others, [path]: binding } : others);
          }
        : undefined,
    }),
    [schema, locale, isReadOnly, original, state, bindings, aside, canBind],
  );
  // After the keystroke is on the screen.
  useEffect(
    () => state.setErrors(errorsOf(schema, value).filter(({ path }) => !isBound(bindings, path))),
    [state, schema, value, bindings],
  );
  useEffect(() => state.setProblems(problems), [state, problems]);
  useEffect(() => {
    if (reveal) state.reveal(reveal.path);
  }, [state, reveal]);
  return (
    <FormContext value={form}>
      <Members schema={resolve(schema, schema)} ui={uiSchema} path="" value={value} />
    </FormContext>
  );
}

/** The former value, as long as the new one says the same. */
function useSame<Value>(value: Value): Value {
  const former = useRef(value);
  if (former.current !== value && !equal(former.current, value)) former.current = value;
  return former.current;
}
