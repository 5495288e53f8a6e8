import { equal, isJsonObject, memberOf, pointerStep, sameList, sameObject, type JsonObject } from "./json.ts";

/** Called for a member that both sides changed, to different values. */
export type Report = (path: string, base: unknown, mine: unknown, theirs: unknown) => void;

/**
 * One value out of two that were made from the same one: of objects member by member, of lists of one length item by item. Where both sides changed the same
 * member to different values it reports, and mine stays. Undefined is an absent value.
 */
export function mergeValues(base: unknown, mine: unknown, theirs: unknown, path: string, report: Report): unknown {
  if (equal(mine, theirs) || equal(theirs, base)) return mine;
  if (equal(mine, base)) return theirs;
  if (isJsonObject(mine) && isJsonObject(theirs) && (base === undefined || isJsonObject(base)) && targetOf(mine) === targetOf(theirs)) {
    return mergeMembers(base, mine, theirs, path, report);
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const items = mergeItems(base, mine, theirs);
    if (items) return sameList(mine as readonly unknown[], items);
  }
  report(path, base, mine, theirs);
  return mine;
}

/** The same for objects that have no value of their own beside their members. */
export function mergeMembers<Value extends JsonObject>(
  base: JsonObject | undefined,
  mine: Value,
  theirs: JsonObject,
  path: string,
  report: Report,
): Value {
  const names = Object.keys({ ...mine, ...theirs });
  const members = names.map((name): [string, unknown] => {
    const of = (object: JsonObject | undefined) => memberOf(object, name);
    return [name, mergeValues(of(base), of(mine), of(theirs), path + pointerStep(name), report)];
  });
  // By entries: an assignment to a member called `__proto__` would do something else.
  return sameObject(mine, Object.fromEntries(members.filter(([, value]) => value !== undefined)) as Value);
}

/** Undefined: the lists differ in length, or both sides changed the same item, which may be another one by now. */
function mergeItems(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] | undefined {
  if (mine.length !== base.length || theirs.length !== base.length) return undefined;
  let clashes = false;
  const items = mine.map((item, index) => {
    if (equal(item, theirs[index]) || equal(theirs[index], base[index])) return item;
    if (!equal(item, base[index])) clashes = true;
    return theirs[index];
  });
  return clashes ? undefined : items;
}

const referenceMembers = ["asset", "entry", "page", "product", "category"] as const;

/** The target of a reference: members beside it, such as the text for one picture, do not fit another. Empty: it is none. */
function targetOf(value: JsonObject): string {
  return referenceMembers.flatMap((name) => (typeof value[name] === "string" ? [`${name} ${value[name]}`] : [])).join(" ");
}
