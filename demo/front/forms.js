// Forms: fields made from a form's JSON Schema, what was entered as JSON, and what the server says against it at its field, in the
// language of the page.
// Nothing is checked here: the server does, and its answer names each field by a JSON Pointer, such as /data/email.

import { element } from "./elements.js";
import { messages, messagesLang, sentenceOf } from "./language.js";

/** A field that people do not see, and programs that fill in everything do. What comes with it is kept as spam. */
const honeypot = "_hp";

let forms = 0;

/**
 * `definition` is the answer of GET …/forms/{slug}; `submit(data)` resolves with the message to show, or throws the API's problem:
 * `errors` where fields are wrong, `retryAfter` where there were too many. Labels are the form's own.
 */
export function formElement({ slug, schema, uiSchema = {}, submitLabel }, submit) {
  forms += 1;
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, property], index) => {
    const id = `form-${forms}-${index}`;
    return fieldOf({
      id,
      name,
      schema: resolve(property, schema),
      ui: uiSchema[name] ?? {},
      isRequired: required.has(name),
    });
  });
  const bait = element("input", { name: honeypot, tabindex: "-1", autocomplete: "off" });
  const problem = element("p", { class: "problem", role: "alert", tabindex: "-1", lang: messagesLang, hidden: true });
  const button = element("button", { class: "button", type: "submit" }, submitLabel || messages.send);
  const form = element(
    "form",
    // The browser would say the same in other words, and only of the first field.
    { class: "fields", novalidate: true, "data-form": slug },
    fields.map(({ row }) => row),
    element("div", { class: "bait", "aria-hidden": "true" }, element("label", {}, messages.leaveEmpty, bait)),
    problem,
    element(
      "div",
      { class: "send" },
      button,
      required.size > 0 && [element("p", { class: "soft small", lang: messagesLang }, messages.needed)],
    ),
  );

  let isSending = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    button.setAttribute("aria-disabled", "true");
    problem.hidden = true;
    for (const field of fields) field.say("");
    try {
      const data = Object.fromEntries(fields.map(({ name, read }) => [name, read()]).filter(([, value]) => value !== undefined));
      const message = await submit(bait.value === "" ? data : { ...data, [honeypot]: bait.value });
      const thanks = element("p", { class: "thanks", role: "status", tabindex: "-1" }, message || messages.thanks);
      form.replaceWith(thanks);
      thanks.focus();
    } catch (refusal) {
      const rest = (refusal.errors ?? []).filter((error) => !sayAtField(fields, error));
      const first = fields.find(({ isWrong }) => isWrong());
      if (rest.length > 0 || !first) {
        // What is wrong with no field that is shown is for the form's author, who finds it in the answer.
        problem.textContent = rest.length > 0 ? messages.formWrong : sentenceOf(refusal);
        problem.hidden = false;
      }
      (first ?? problem).focus();
    } finally {
      isSending = false;
      button.removeAttribute("aria-disabled");
    }
  });
  return form;
}

/** Whether the error is of a field of this form. */
function sayAtField(fields, { path, code }) {
  // A JSON Pointer: /data, the field, and what is wrong within it. No name of a field has anything that would be escaped in one.
  const [, root, name] = path.split("/");
  const field = root === "data" && fields.find((candidate) => candidate.name === name);
  if (!field) return false;
  if (!field.isWrong()) field.say(sentenceAt(field.schema, code));
  return true;
}

/** What a visitor reads: the API names the keyword of the schema that the value does not meet, and the schema has its limit. */
function sentenceAt(schema, code) {
  const { field } = messages;
  if (schema.const === true) return field.consent;
  if (code === "enum" || code === "const") return field.choose;
  if (code === "format") return field[schema.format] ?? field.format;
  if (code === "pattern") return field.format;
  if (code === "type") return field[[schema.type].flat().find((type) => type !== "null")] ?? field.wrong;
  const sentence = ["required", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"].includes(code)
    ? field[code]
    : field.wrong;
  return typeof sentence === "function" ? sentence(schema[code]) : sentence;
}

// ---- One field ----

/** `row` is what is shown; `read()` answers the value as JSON has it, undefined where it is left out; `say` an error, or none. */
function fieldOf({ id, name, schema, ui, isRequired }) {
  const error = element("p", { class: "error", id: `${id}-error`, lang: messagesLang, hidden: true });
  const hint = schema.description ? [element("p", { class: "soft small", id: `${id}-hint` }, schema.description)] : [];
  const { control, choices, role, read } = controlOf({ id, name, schema, ui, isRequired });
  const label = [schema.title ?? name, isRequired && element("span", { class: "star", "aria-hidden": "true" }, " *")];
  const row = choices
    ? element("fieldset", { class: "field", role }, element("legend", {}, label), hint, choices, error)
    : control.type === "checkbox"
      ? element("div", { class: "field box" }, control, element("label", { for: id }, label), hint, error)
      : element("div", { class: "field" }, element("label", { for: id }, label), hint, control, error);

  const target = choices ? row : control;
  // A group of radio buttons is one control; of boxes each is its own.
  const marked = choices && role === undefined ? [...row.querySelectorAll("input")] : [target];
  if (isRequired && (!choices || role)) target.setAttribute("aria-required", "true");
  say("");
  return {
    name,
    schema,
    row,
    read,
    say,
    isWrong: () => !error.hidden,
    focus: () => (choices ? row.querySelector("input") : control).focus(),
  };

  function say(message) {
    error.textContent = message;
    error.hidden = message === "";
    row.classList.toggle("wrong", !error.hidden);
    for (const each of marked) {
      if (error.hidden) each.removeAttribute("aria-invalid");
      else each.setAttribute("aria-invalid", "true");
    }
    const ids = [...hint.map((each) => each.id), ...(error.hidden ? [] : [error.id])].join(" ");
    if (ids === "") target.removeAttribute("aria-describedby");
    else target.setAttribute("aria-describedby", ids);
  }
}

/** A control, or `choices` with the role of their group; and how its value is read. */
function controlOf({ id, name, schema, ui, isRequired }) {
  const kind = [schema.type].flat().find((type) => type !== "null");
  const initial = schema.default;
  const nameOf = (value) => ui.labels?.[value] ?? String(value);
  // What was left empty is left out, unless it must be there and may be empty.
  const written = (control, make = (value) => value) => ({
    control,
    read: () => (control.value === "" && !(isRequired && mayBeEmpty(schema)) ? undefined : make(control.value)),
  });

  if (kind === "boolean" || schema.const === true) {
    const control = element("input", { id, name, type: "checkbox", checked: initial === true });
    // A box that must be ticked has one value; left alone it has none, and the server asks for it.
    return { control, read: () => control.checked || (schema.const === true ? undefined : false) };
  }
  if (schema.enum && ui.widget === "radio") return choose("radio", "radiogroup", schema.enum, ([chosen]) => chosen);
  if (kind === "array" && schema.items?.enum) {
    return choose("checkbox", undefined, schema.items.enum, (chosen) => (chosen.length === 0 && !isRequired ? undefined : chosen));
  }
  if (schema.enum) {
    const empty = isRequired && initial !== undefined ? [] : [element("option", { value: "" }, isRequired ? messages.choosePlease : "–")];
    const options = schema.enum.map((value, index) =>
      element("option", { value: String(index), selected: value === initial }, nameOf(value)),
    );
    return written(element("select", { id, name }, empty, options), (index) => schema.enum[index]);
  }
  if (kind === "number" || kind === "integer") {
    const inputmode = kind === "integer" ? "numeric" : "decimal";
    // What is not a number is sent as it was written: the server says what it thinks of it.
    const make = (value) => (value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value);
    return written(element("input", { id, name, inputmode, value: initial?.toString() }), make);
  }
  if (kind === "string" && (ui.widget === "textarea" || (schema.maxLength > 200 && schema.format === undefined))) {
    return written(element("textarea", { id, name, rows: "6" }, initial ?? ""));
  }
  if (kind === "string" || kind === undefined) {
    const type = { email: "email", uri: "url", date: "date" }[schema.format] ?? "text";
    const autocomplete = type === "email" ? "email" : { name: "name", phone: "tel", company: "organization" }[name];
    return written(element("input", { id, name, type, autocomplete, value: initial }));
  }
  // Lists and objects of other shapes are beyond this page.
  return { control: element("output", { id, class: "soft small", lang: messagesLang }, messages.cannotShow), read: () => initial };

  function choose(type, role, values, make) {
    const controls = values.map((value, index) =>
      element("input", { id: `${id}-${index}`, name: id, type, value: String(index), checked: [initial].flat().includes(value) }),
    );
    const choices = controls.map((each, index) =>
      element("div", { class: "choice" }, each, element("label", { for: each.id }, nameOf(values[index]))),
    );
    return { choices, role, read: () => make(values.filter((_value, index) => controls[index].checked)) };
  }
}

const mayBeEmpty = ({ type, enum: values, minLength = 0, format, pattern }) =>
  type === "string" && !values && minLength === 0 && format === undefined && pattern === undefined;

/** A property that points to a definition of the same schema, as `#/$defs/address`, with what it says beside that. */
function resolve(property, root, depth = 0) {
  const path = /^#\/(.+)$/.exec(property?.$ref ?? "")?.[1];
  if (!path || depth > 8) return property === true || !property ? {} : property;
  const found = path.split("/").reduce((at, part) => at?.[part], root);
  return { ...resolve(found, root, depth + 1), ...property };
}
