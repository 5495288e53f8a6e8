import { useMemo, useState } from "react";
import { texts } from "../app/texts.ts";
import { isJsonObject, memberOf } from "../draft/json.ts";
import { Choice } from "../parts/choice.tsx";
import { Radios } from "../parts/radios.tsx";
import { fieldStyles } from "../parts/field.tsx";
import { wordsOf } from "./choose-field.ts";
import styles from "./fields.module.css";
import { useForm } from "./form-context.ts";
import type { KindProps } from "./kind-props.ts";
import { Members } from "./object-field.tsx";
import { branchesOf, newValue, objectOf, resolve, textIn, typesOf, type Schema } from "./schema.ts";
import { isValid, meantBranch } from "./validate.ts";

const mostRadios = 5;

/** One of several kinds of value: the kind first, then the field of the kind. */
export function VariantField({ schema, ui, path, value, label, hint, isRequired, isReadOnly, fault: error, onChange }: KindProps) {
  const form = useForm();
  const { Field, root } = form;
  const branches = useMemo(() => branchesOf(schema).map((branch) => whole(root, schema, branch)), [root, schema]);
  const [chosen, setChosen] = useState<number>();
  const fitting = fittingBranch(root, branches, value);
  const current = value === undefined ? chosen : fitting === -1 ? chosen : fitting;
  const options = [
    ...(isRequired ? [] : [{ id: "none", label: texts.fields.none }]),
    ...branches.map((branch, index) => ({ id: String(index), label: nameOf(branch, index) })),
  ];
  const choose = (id: string) => {
    if (id === "none") {
      setChosen(undefined);
      return onChange(undefined);
    }
    const next = branches[Number(id)];
    if (!next) return;
    setChosen(Number(id));
    onChange(keepMembers(next, newValue(root, next), value));
  };
  const props = {
    label: `${label}: ${texts.fields.kind}`,
    options,
    value: current === undefined ? (isRequired ? null : "none") : String(current),
    onChange: choose,
    isDisabled: isReadOnly,
    isRequired,
    fault: error,
    placeholder: texts.fields.choose,
    ...(hint === undefined ? {} : { hint }),
  };
  const branch = current === undefined ? undefined : branches[current];
  const isGroup = branch && branch.properties !== undefined;
  return (
    <fieldset className={styles.group}>
      <legend className={`${fieldStyles.label} ${styles.variantName}`}>{label}</legend>
      <div className={styles.members}>
        {options.length <= mostRadios ? <Radios {...props} label={texts.fields.kind} /> : <Choice {...props} label={texts.fields.kind} />}
        {isGroup && <Members schema={branch} ui={ui} path={path} value={value} />}
        {branch && !isGroup && <Field schema={branch} ui={ui} path={path} value={value} name={label} isRequired={isRequired} />}
      </div>
    </fieldset>
  );
}

/** A branch together with what all of them share. */
function whole(root: Schema, { oneOf: _, anyOf: __, ...shared }: Schema, branch: Schema): Schema {
  const { title: ___, description: ____, default: _____, ...rest } = shared;
  return Object.keys(rest).length === 0 ? resolve(root, branch) : resolve(root, { allOf: [rest, branch] });
}

function nameOf(branch: Schema, index: number): string {
  const constant = Object.values(objectOf(branch.properties)).find((member) => objectOf(member).const !== undefined);
  const code = textIn(objectOf(constant).const);
  return textIn(branch.title) ?? (code === undefined ? texts.fields.kindOf(index + 1) : wordsOf(code));
}

function fittingBranch(root: Schema, branches: readonly Schema[], value: unknown): number {
  const meant = meantBranch(root, branches, value);
  if (meant !== -1 || value === undefined) return meant;
  const valid = branches.findIndex((branch) => isValid(root, value, branch));
  if (valid !== -1) return valid;
  const type = Array.isArray(value) ? "array" : isJsonObject(value) ? "object" : typeof value;
  const sameType = branches.flatMap((branch, index) => (typesOf(branch).includes(type) ? [index] : []));
  return sameType.length === 1 ? (sameType[0] ?? -1) : -1;
}

/** The new value with what the former one has under the same names, but for what tells the kinds apart. */
function keepMembers(branch: Schema, next: unknown, before: unknown): unknown {
  if (!isJsonObject(next) || !isJsonObject(before)) return next;
  const members = Object.entries(objectOf(branch.properties)).flatMap(([name, member]) => {
    const value = objectOf(member).const === undefined ? memberOf(before, name) : objectOf(member).const;
    return value === undefined ? [] : [[name, value]];
  });
  return { ...next, ...(Object.fromEntries(members) as object) };
}
