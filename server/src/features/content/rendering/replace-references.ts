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
  const shown: object[] = [];
  const shortened = new Map<unknown[], Set<number>>();
  const links = new LinkedTexts();
  for (const { path, kind, targetId: id } of references) {
    const tokens = parseJsonPointer(path) ?? [];
    // A binding may have put something else in its place.
    const own = resolveJsonPointer(value, tokens);
    const found = targets.get(targetKey({ kind, id, locale }));
    if (!isReferenceTo(own, kind)) {
      const link = readLinkPath(path);
      if (link) links.add(link, found ? addressOf(found.named) : null);
      continue;
    }
    const below = found && belowOf(include, { path }, isPage);
    const target = below ? found?.wholes.get(wholeKey(below)) : found?.named;
    if (target) shown.push(target);
    const parent = resolveJsonPointer(value, tokens.slice(0, -1));
    if (!target && Array.isArray(parent)) {
      shortened.set(parent, (shortened.get(parent) ?? new Set()).add(Number(tokens.at(-1))));
    } else {
      replaceAtJsonPointer(value, tokens, target ? { ...target, ...ownMembers(own) } : null);
    }
  }
  // Before an item leaves its list: the paths of texts count in it.
  links.writeInto(value);
  for (const [list, missing] of shortened) removePlaces(list, missing);
  return shown;
}

/** The words and the crop of an asset in this place. */
function ownMembers({ alt, focus }: Record<string, unknown>): object {
  return { ...(alt === undefined ? {} : { alt }), ...(focus === undefined ? {} : { focus }) };
}

/** In place: the list may be longer than a call may have arguments. */
function removePlaces(list: unknown[], places: ReadonlySet<number>): void {
  let kept = 0;
  for (const [index, item] of list.entries()) if (!places.has(index)) list[kept++] = item;
  list.length = kept;
}
