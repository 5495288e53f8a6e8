import { badParameter } from "./errors.ts";

export type FormValue = string | Form;
export type Form = Map<string, FormValue>;

const deepest = 8;

/** `a[b][0]=c` as nested maps. Refuses a body that gives one name two values. */
export function parseForm(text: string): Form {
  const form: Form = new Map();
  if (text === "") return form;
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    put(form, name, equals === -1 ? "" : decode(pair.slice(equals + 1)));
  }
  return form;
}

function put(form: Form, name: string, value: string): void {
  const bracket = name.indexOf("[");
  if (bracket === -1) return set(form, name, value, name);
  if (bracket === 0 || !name.endsWith("]")) throw badParameter(`Invalid parameter name: ${name}`, name);
  const path = [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split("][")];
  if (path.length > deepest) throw badParameter("The parameters are nested too deeply.", name);
  const last = path.pop() as string;
  let target = form;
  for (const key of path) {
    const next = target.get(key) ?? new Map<string, FormValue>();
    if (typeof next === "string") throw badParameter(`Conflicting parameters: ${name}`, name);
    target.set(key, next);
    target = next;
  }
  set(target, last === "" ? String(target.size) : last, value, name);
}

function set(form: Form, key: string, value: string, name: string): void {
  if (form.has(key)) throw badParameter(`Duplicate parameter: ${name}`, name);
  form.set(key, value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw badParameter("The body is not form-encoded UTF-8.");
  }
}
