/** One member that was changed. Without values: they are secret, personal or long. */
export interface Change {
  /** Its name; of a nested one the whole path, with dots. */
  member: string;
  from?: unknown;
  to?: unknown;
}

type Value = Readonly<Record<string, unknown>>;

/** Longer values are texts that people write, which have versions of their own. */
const longest = 200;
/** Of a value that is all new, or of a whole document: the log is not a second copy of it. */
const mostChanges = 100;

/**
 * The members in which two states of a resource differ, nested ones each by itself, lists as a whole. `hidden` names members, with all that is in
 * them, whose values are secret or personal. Null stands for a resource that is not there.
 */
export function changesBetween(before: Value | null, after: Value | null, { hidden = [] }: { hidden?: readonly string[] } = {}): Change[] {
  const isHidden = (member: string) => hidden.some((name) => member === name || member.startsWith(`${name}.`));
  const compare = (from: unknown, to: unknown, member: string): Change[] => {
    if (isObject(from) || isObject(to)) {
      const [old, now] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
      const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
      return names.flatMap((name) => compare(ownMember(old, name), ownMember(now, name), member === "" ? name : `${member}.${name}`));
    }
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    if (isHidden(member) || isLong(from) || isLong(to)) return [{ member }];
    return [{ member, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
  };
  return compare(before ?? {}, after ?? {}, "").slice(0, mostChanges);
}

function isObject(value: unknown): value is Value {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function ownMember(value: Value, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function isLong(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).length > longest;
}
