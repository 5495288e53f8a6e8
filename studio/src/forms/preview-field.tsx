import { useId } from "react";
import { shopTexts } from "../app/shop-texts.ts";
import { texts } from "../app/texts.ts";
import { wordsOf } from "../fields/choose-field.ts";
import { namesIn, textIn } from "../fields/schema.ts";
import { titleOf, type FieldNode } from "../model/fields-of.ts";
import { choicesOf } from "../model/keywords.ts";
import { fieldStyles } from "../parts/field.tsx";
import styles from "./builder.module.css";
import { formKindOf, takesSeveral, uploadOf } from "./form-kinds.ts";

interface PreviewFieldProps {
  node: FieldNode;
  value: unknown;
  error: string | undefined;
  /** Undefined: the visitor entered nothing. */
  onChange(value: unknown): void;
}

/** One field, as the page of a visitor may show it. */
export function PreviewField(props: PreviewFieldProps) {
  const { node, value, error, onChange } = props;
  const id = useId();
  const { schema, ui, isRequired } = node;
  const kind = formKindOf(node);
  const hint = textIn(ui.help) ?? textIn(ui.hint) ?? textIn(schema.description);
  const about = {
    id,
    "aria-describedby": `${id}-about`,
    "aria-invalid": error !== undefined,
    "aria-required": isRequired,
  };
  const label = (
    <>
      {titleOf(node, texts.model.eachItem)}
      {isRequired && (
        <span aria-hidden className={fieldStyles.star}>
          *
        </span>
      )}
    </>
  );
  const below = (
    <span id={`${id}-about`} className={error === undefined ? fieldStyles.hint : fieldStyles.fault}>
      {error ?? hint}
    </span>
  );
  if (kind === undefined)
    return (
      <div className={fieldStyles.field}>
        <span className={fieldStyles.label}>{label}</span>
        <p className="soft">{shopTexts.formBuilder.codePreview}</p>
      </div>
    );
  if (kind === "yesNo" || kind === "consent") {
    return (
      <div className={fieldStyles.field}>
        <label className={styles.tick}>
          <input type="checkbox" {...about} checked={value === true} onChange={({ target }) => onChange(target.checked || undefined)} />
          <span>{label}</span>
        </label>
        {below}
      </div>
    );
  }
  if (kind === "choices" || (kind === "choice" && ui.widget === "radio")) return <Options {...props} label={label} below={below} />;
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <Control about={about} {...props} />
      {below}
    </div>
  );
}

function Control({ node, value, about, onChange }: PreviewFieldProps & { about: object }) {
  const { schema } = node;
  const kind = formKindOf(node);
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const className = fieldStyles.input;
  if (kind === "longText")
    return (
      <textarea {...about} rows={4} className={className} value={text} onChange={({ target }) => onChange(target.value || undefined)} />
    );
  if (kind === "choice")
    return (
      <select {...about} className={className} value={text} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="" />
        {choicesOf(node).map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label || wordsOf(choice.value)}
          </option>
        ))}
      </select>
    );
  if (kind === "file") {
    const accept = namesIn(uploadOf(schema)?.["x-accept"]).flatMap((type) =>
      type.includes("/") ? [type] : type === "document" ? [] : [`${type}/*`],
    );
    return (
      <input
        {...about}
        type="file"
        className={className}
        multiple={takesSeveral(schema)}
        accept={accept.join(",")}
        onChange={({ target }) => {
          const names = [...(target.files ?? [])].map(({ name }) => ({ name }));
          onChange(names.length === 0 ? undefined : takesSeveral(schema) ? names : names[0]);
        }}
      />
    );
  }
  const type = kind === "email" || kind === "number" || kind === "date" ? kind : "text";
  return (
    <input
      {...about}
      type={type}
      step={type === "number" ? "any" : undefined}
      autoComplete="off"
      className={className}
      value={text}
      onChange={({ target }) => onChange(target.value === "" ? undefined : type === "number" ? Number(target.value) : target.value)}
    />
  );
}

/** One of several, or any of several, all in sight. */
function Options({ node, value, onChange, label, below }: PreviewFieldProps & { label: React.ReactNode; below: React.ReactNode }) {
  const isSeveral = formKindOf(node) === "choices";
  const chosen = namesIn([value].flat());
  const toggle = (choice: string, isOn: boolean) => {
    const next = isOn ? [...chosen, choice] : chosen.filter((each) => each !== choice);
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset className={fieldStyles.field}>
      <legend className={fieldStyles.label}>{label}</legend>
      {choicesOf(node).map((choice) => (
        <label key={choice.value} className={styles.tick}>
          <input
            type={isSeveral ? "checkbox" : "radio"}
            name={`preview ${node.path}`}
            checked={chosen.includes(choice.value)}
            onChange={({ target }) => (isSeveral ? toggle(choice.value, target.checked) : onChange(choice.value))}
          />
          <span>{choice.label || wordsOf(choice.value)}</span>
        </label>
      ))}
      {below}
    </fieldset>
  );
}
