/** The tokens of a JSON Pointer (RFC 6901), or undefined when the text is not one. "" points at the whole value. */
export function parseJsonPointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/") || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** One step of a pointer, ready to be appended to it. */
export function pointerStep(token: string | number): string {
  return `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The value to which the pointer leads inside `value`; undefined when there is none. Inherited properties do not count. */
export function resolveJsonPointer(value: unknown, tokens: readonly string[]): unknown {
  let at = value;
  for (const token of tokens) {
    if (Array.isArray(at)) at = isIndex(token) ? at[Number(token)] : undefined;
    else if (isObject(at) && Object.hasOwn(at, token)) at = at[token];
    else return undefined;
  }
  return at;
}

/** Puts `replacement` where the pointer leads. False, and nothing changed, when its parent does not exist. */
export function replaceAtJsonPointer(value: unknown, tokens: readonly string[], replacement: unknown): boolean {
  const last = tokens.at(-1);
  if (last === undefined || last === "__proto__") return false;
  const parent = resolveJsonPointer(value, tokens.slice(0, -1));
  if (Array.isArray(parent)) {
    if (!isIndex(last) || Number(last) >= parent.length) return false;
    parent[Number(last)] = replacement;
    return true;
  }
  if (!isObject(parent)) return false;
  parent[last] = replacement;
  return true;
}

/** Whether a token names a place in a list. A member of an object may have the same name. */
export function isIndex(token: string): boolean {
  return /^(0|[1-9]\d{0,8})$/.test(token);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
