import type { Field } from "@/lib/form-fields";

interface SchemaFieldProps {
  field: Field;
  idPrefix: string;
  words: { required: string; choose: string };
  error: string | undefined;
  entered: string[];
}

/** A field with its label, its hint and what is wrong with it. */
export function SchemaField(props: SchemaFieldProps) {
  const { field, idPrefix, words, error } = props;
  const id = `${idPrefix}-${field.name}`;
  const label = (
    <>
      {field.label}
      {field.isRequired && (
        <span className="required" title={words.required}>
          {" *"}
        </span>
      )}
    </>
  );
  const notes = (
    <>
      {field.hint && (
        <p className="soft small" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </>
  );
  const described = [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;

  if (field.kind === "radio" || field.kind === "checkboxes") {
    return (
      <fieldset className="field" aria-describedby={described}>
        <legend>{label}</legend>
        <Choices {...props} />
        {notes}
      </fieldset>
    );
  }
  if (field.kind === "checkbox") {
    return (
      <div className="field">
        <div className="choice">
          <Control {...props} id={id} described={described} />
          <label htmlFor={id}>{label}</label>
        </div>
        {notes}
      </div>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Control {...props} id={id} described={described} />
      {notes}
    </div>
  );
}

function Choices({ field, idPrefix, entered, error }: SchemaFieldProps) {
  return field.choices.map(({ value, label }) => (
    <div className="choice" key={value}>
      <input
        type={field.kind === "radio" ? "radio" : "checkbox"}
        id={`${idPrefix}-${field.name}-${value}`}
        name={field.name}
        value={value}
        defaultChecked={entered.includes(value)}
        aria-invalid={error && field.kind === "checkboxes" ? true : undefined}
      />
      <label htmlFor={`${idPrefix}-${field.name}-${value}`}>{label}</label>
    </div>
  ));
}

function Control({ field, words, entered, error, id, described }: SchemaFieldProps & { id: string; described: string | undefined }) {
  const [first = ""] = entered;
  const common = {
    id,
    name: field.name,
    "aria-required": field.isRequired || undefined,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described,
  };
  switch (field.kind) {
    case "checkbox":
      return <input {...common} type="checkbox" defaultChecked={first === "on" || first === "true"} />;
    case "textarea":
      return <textarea {...common} rows={6} defaultValue={first} />;
    case "select":
      return (
        <select {...common} defaultValue={first}>
          <option value="">{words.choose}</option>
          {field.choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      );
    case "number":
      return <input {...common} inputMode="decimal" defaultValue={first} />;
    default:
      return <input {...common} type={field.kind} autoComplete={autoCompleteOf(field)} defaultValue={first} />;
  }
}

/** The values that browsers can fill in, by the kind of the field or its usual name. */
function autoCompleteOf({ kind, name }: Field): string | undefined {
  if (kind === "email") return "email";
  return { name: "name", phone: "tel", company: "organization" }[name];
}
