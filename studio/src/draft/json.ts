/** An object of JSON: neither null nor an array. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object's own member; undefined when it has none, also for the names of inherited ones. */
export function memberOf(object: JsonObject | undefined, name: string): unknown {
  return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Whether two values are the same as JSON. The order of members does not count, and a member that is undefined is absent. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  return Object.keys({ ...a, ...b }).every((name) => equal(memberOf(a, name), memberOf(b, name)));
}

/** `next`, or `previous` where every member of both is the very same: what did not change keeps its identity. */
export function sameObject<Value extends JsonObject>(previous: Value | undefined, next: Value): Value {
  if (previous === undefined) return next;
  const names = Object.keys(next);
  const isSame = names.length === Object.keys(previous).length && names.every((name) => memberOf(previous, name) === next[name]);
  return isSame ? previous : next;
}

/** The same for lists. */
export function sameList<Item>(previous: readonly Item[] | undefined, next: readonly Item[]): readonly Item[] {
  return previous?.length === next.length && next.every((item, index) => item === previous[index]) ? previous : next;
}

/** One step of a JSON Pointer, ready to be appended to it. */
export function pointerStep(token: string | number): string {
  return `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The tokens of a JSON Pointer. */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a JSON Pointer; undefined when there is none. */
export function valueAt(value: unknown, pointer: string): unknown {
  return pointerTokens(pointer).reduce<unknown>((at, token) => {
    if (Array.isArray(at)) return /^(0|[1-9]\d*)$/.test(token) ? at[Number(token)] : undefined;
    return isJsonObject(at) ? memberOf(at, token) : undefined;
  }, value);
}

/**
 * A copy of a value with another one at a JSON Pointer; undefined takes the member away. Objects that are missing on the way are made. A place in a list must
 * exist. Everything beside the way is shared with the original.
 */
export function withValueAt(value: unknown, pointer: string, replacement: unknown): unknown {
  return replaced(value, pointerTokens(pointer), replacement);
}

function replaced(value: unknown, [token, ...rest]: readonly string[], replacement: unknown): unknown {
  if (token === undefined) return replacement;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.map((item, index) => (String(index) === token ? replaced(item, rest, replacement) : item));
  }
  const object = isJsonObject(value) ? value : {};
  const next = replaced(memberOf(object, token), rest, replacement);
  const others = Object.entries(object);
  if (next === undefined) return Object.fromEntries(others.filter(([name]) => name !== token));
  // By entries: an assignment to a member called `__proto__` would do something else.
  if (!Object.hasOwn(object, token)) return Object.fromEntries([...others, [token, next]]);
  return Object.fromEntries(others.map(([name, member]) => [name, name === token ? next : member]));
}
