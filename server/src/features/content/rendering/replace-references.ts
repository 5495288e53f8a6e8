import { isIndex, parseJsonPointer, replaceAtJsonPointer, resolveJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import { isReferenceTo } from "../../../lib/json-schema/json-schema-kinds.ts";
import { includeBelow, type Include } from "./include.ts";
import { addressOf, LinkedTexts, readLinkPath } from "./links.ts";
import type { ContentReference } from "./references.ts";

/** A document of one level of an answer. */
export interface Referring {
  references: readonly ContentReference[];
  locale: string;
  include: Include;
  isPage: boolean;
}

/** The forms of a target in an answer. */
export interface Target {
  named: object;
  /** With its data, by `wholeKey`. */
  wholes: Map<string, object>;
}

export function targetKey({ kind, id, locale }: { kind: string; id: string; locale: string }): string {
  return `${kind} ${id} ${locale}`;
}

/** The same for what includes the same. */
export function wholeKey(below: Include): string {
  return below
    .map((path) => path.join("."))
    .sort()
    .join();
}

/** What a request includes below a reference; undefined where it does not include the target itself. A link in a text includes nothing. */
export function belowOf(include: Include, { path }: Pick<ContentReference, "path">, isPage: boolean): Include | undefined {
  return include.length === 0 || readLinkPath(path) ? undefined : includeBelow(include, namesOf(path, isPage));
}

/** The members on the way to a reference, without places in lists; of a page within the props of its block. */
function namesOf(path: string, isPage: boolean): string[] {
  const inProps = isPage ? path.replace(/^\/composition\/\d+(\/children\/[^/]+\/\d+)*\/props/, "") : path;
  return (parseJsonPointer(inProps) ?? []).filter((token) => !isIndex(token));
}

/** Replaces the references and the links in a parsed content, and returns the targets that it has now in place of references. */
export function replaceReferences(
  value: object,
  { references, locale, include, isPage }: Referring,
  targets: ReadonlyMap<string, Target>,
): object[] {
  const shownTargets: object[] = [];
  const shortened = new Map<unknown[], Set<number>>();
  const links = new LinkedTexts();
  for (const { path, kind, targetId: id } of references) {
    const tokens = parseJsonPointer(path) ?? [];
    // A binding may have put something else in its place.
    const currentValue = resolveJsonPointer(value, tokens);
    const foundTarget = targets.get(targetKey({ kind, id, locale }));
    if (!isReferenceTo(currentValue, kind)) {
      const link = readLinkPath(path);
      if (link) links.add(link, foundTarget ? addressOf(foundTarget.named) : null);
      continue;
    }
    const below = foundTarget && belowOf(include, { path }, isPage);
    const target = below ? foundTarget?.wholes.get(wholeKey(below)) : foundTarget?.named;
    if (target) shownTargets.push(target);
    const parent = resolveJsonPointer(value, tokens.slice(0, -1));
    if (!target && Array.isArray(parent)) {
      shortened.set(parent, (shortened.get(parent) ?? new Set()).add(Number(tokens.at(-1))));
    } else {
      replaceAtJsonPointer(value, tokens, target ? { ...target, ...ownMembers(currentValue) } : null);
    }
  }
  // Before an item leaves its list: the paths of texts count in it.
  links.writeInto(value);
  for (const [list, missing] of shortened) removePlaces(list, missing);
  return shownTargets;
}

/** The words and the crop of an asset in this place. */
function ownMembers({ alt, focus }: Record<string, unknown>): object {
  return { ...(alt === undefined ? {} : { alt }), ...(focus === undefined ? {} : { focus }) };
}

/** In place: the list may be longer than a call may have arguments. */
function removePlaces(list: unknown[], places: ReadonlySet<number>): void {
  let keptCount = 0;
  for (const [index, item] of list.entries()) if (!places.has(index)) list[keptCount++] = item;
  list.length = keptCount;
}
