import { parseJsonPointer, pointerStep, resolveJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import { forEachBlock, type Binding } from "./binding.ts";
import { publishedReaders, readSources, type BoundSite, type ContentReaders } from "./read-sources.ts";
import type { ResolvingDeps } from "./resolve-references.ts";

/** A binding that shows nothing: its source is not there, or has no such value. */
export interface EmptyBinding {
  /** JSON Pointer into the content. */
  path: string;
  binding: Binding;
  hasSource: boolean;
}

interface BoundBlock {
  bindings?: Record<string, Binding>;
  children?: Record<string, BoundBlock[]>;
}

/** The bindings of a page that lead nowhere, given the site's present state. A value that is null is one. */
export async function findEmptyBindings(
  deps: ResolvingDeps,
  site: BoundSite,
  { content, locale }: { content: string; locale: string },
  readers: ContentReaders = publishedReaders,
): Promise<EmptyBinding[]> {
  const bound: { path: string; binding: Binding }[] = [];
  forEachBlock(
    (JSON.parse(content) as { composition: BoundBlock[] }).composition,
    ({ bindings = {} }, path) => {
      for (const [target, binding] of Object.entries(bindings)) bound.push({ path: `${path}/bindings${pointerStep(target)}`, binding });
    },
    "/composition",
  );
  if (bound.length === 0) return [];
  const wanted = bound.map(({ binding }) => ({ binding, locale }));
  const sources = await readSources(deps, site, wanted, readers);
  return bound.flatMap(({ path, binding }) => {
    const source = sources.find(binding, locale);
    const isUnknown = sources.isUnread(binding, locale);
    if (isUnknown || resolveJsonPointer(source, parseJsonPointer(binding.path) ?? []) !== undefined) return [];
    return [{ path, binding, hasSource: source !== undefined }];
  });
}
