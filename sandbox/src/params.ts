import { isCurrency } from "./currencies.ts";
import { badParameter } from "./errors.ts";
import type { Form, FormValue } from "./form.ts";

/** Takes a value out of a form, or refuses it by the name under which the client sent it. */
export type Reader<T> = (value: FormValue, path: string) => T;
export type Field<T> = (value: FormValue | undefined, path: string) => T;

export function required<T>(read: Reader<T>): Field<T> {
  return (value, path) => {
    if (value === undefined) throw badParameter(`Missing required param: ${path}.`, path, "parameter_missing");
    return read(value, path);
  };
}

export function optional<T>(read: Reader<T>): Field<T | null> {
  return (value, path) => (value === undefined ? null : read(value, path));
}

/** Exactly these names, and no other. */
export function fields<S extends Record<string, Field<unknown>>>(shape: S): Reader<{ [K in keyof S]: ReturnType<S[K]> }> {
  const all = Object.entries(shape);
  return (value, path) => {
    if (typeof value === "string") throw badParameter("Invalid object", path);
    for (const name of value.keys()) {
      const full = nameIn(path, name);
      if (!Object.hasOwn(shape, name)) throw badParameter(`Received unknown parameter: ${full}`, full, "parameter_unknown");
    }
    const read = all.map(([name, field]) => [name, field(value.get(name), nameIn(path, name))]);
    return Object.fromEntries(read) as { [K in keyof S]: ReturnType<S[K]> };
  };
}

export function readForm<T>(read: Reader<T>, form: Form): T {
  return read(form, "");
}

export function list<T>(read: Reader<T>, largest: number): Reader<T[]> {
  return (value, path) => {
    if (typeof value === "string" || [...value.keys()].some((key) => !/^\d{1,6}$/.test(key))) throw badParameter("Invalid array", path);
    if (value.size > largest) throw badParameter(`Array ${path} exceeded maximum ${largest} allowed elements.`, path);
    return [...value].sort(([one], [other]) => Number(one) - Number(other)).map(([key, item]) => read(item, nameIn(path, key)));
  };
}

export function text(longest: number): Reader<string> {
  return (value, path) => {
    if (typeof value !== "string") throw badParameter("Invalid string", path);
    if (value === "") throw emptied(path);
    if (length(value) > longest)
      throw badParameter(`Invalid string: ${value.slice(0, 8)}...${value.slice(-6)}; must be at most ${longest} characters`, path);
    return value;
  };
}

export function integer(smallest: number, largest = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (value, path) => {
    const bad = (message: string) => badParameter(message, path, "parameter_invalid_integer");
    if (typeof value !== "string" || !/^-?\d{1,15}$/.test(value)) throw bad(`Invalid integer: ${typeof value === "string" ? value : path}`);
    const number = Number(value);
    if (number < smallest) throw bad(`This value must be greater than or equal to ${smallest}.`);
    if (number > largest) throw bad(`This value must be less than or equal to ${largest}.`);
    return number;
  };
}

export function oneOf<const T extends string>(...allowed: T[]): Reader<T> {
  return (value, path) => {
    const allowedValue = allowed.find((name) => name === value);
    if (allowedValue === undefined) throw badParameter(`Invalid ${path}: must be one of ${allowed.join(", ")}`, path);
    return allowedValue;
  };
}

export const flag: Reader<boolean> = (value, path) => {
  if (value !== "true" && value !== "false") throw badParameter("Invalid boolean", path);
  return value === "true";
};

export const currency: Reader<string> = (value, path) => {
  const code = typeof value === "string" ? value.toLowerCase() : "";
  if (code === "") throw emptied(path);
  if (!isCurrency(code)) throw badParameter(`Invalid currency: ${code}. See https://docs.stripe.com/currencies.`, path);
  return code;
};

export const email: Reader<string> = (value, path) => {
  const address = text(800)(value, path);
  if (!isEmail(address)) throw badParameter(`Invalid email address: ${address}`, path, "email_invalid");
  return address;
};

export function isEmail(address: string): boolean {
  return address.length <= 512 && /^[^\s@<>()",;:\\]+@[^\s@<>()",;:\\.]+(\.[^\s@<>()",;:\\.]+)+$/.test(address);
}

export const webUrl: Reader<string> = (value, path) => {
  const url = text(5_000)(value, path);
  if (!/^https?:\/\//i.test(url) || /[\s\p{Cc}]/u.test(url) || !URL.canParse(url))
    throw badParameter("Invalid URL: An explicit scheme (such as https) must be provided.", path, "url_invalid");
  return url;
};

/** At most 50 pairs, keys of at most 40 characters without brackets, values of at most 500. https://docs.stripe.com/api/metadata */
export const metadata: Field<Record<string, string>> = (value, path) => {
  if (value === undefined || value === "") return {};
  if (typeof value === "string") throw badParameter("Invalid object", path);
  if (value.size > 50) throw badParameter(`You can set at most 50 metadata keys, but you passed ${value.size}.`, path);
  const pairs: [string, string][] = [];
  for (const [key, content] of value) {
    const full = nameIn(path, key);
    if (typeof content !== "string") throw badParameter("Metadata values must be strings.", full);
    if (length(key) > 40)
      throw badParameter(`Metadata keys can have up to 40 characters, but you passed in a key that is ${length(key)} characters.`, full);
    if (length(content) > 500)
      throw badParameter(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${length(content)} characters.`,
        full,
      );
    // An empty value removes a key.
    if (content !== "") pairs.push([key, content]);
  }
  return Object.fromEntries(pairs);
};

function nameIn(path: string, name: string): string {
  return path === "" ? name : `${path}[${name}]`;
}

function emptied(path: string) {
  const message = `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`;
  return badParameter(message, path, "parameter_invalid_empty");
}

function length(value: string): number {
  return Array.from(value).length;
}
