import { parseJsonPointer, replaceAtJsonPointer, resolveJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import { jsonMeasure } from "../../../lib/http/json-bytes.ts";
import type { RateLimitedLog } from "../../../lib/observing/rate-limited-log.ts";
import type { ResolvingDeps } from "./resolve-references.ts";
import { maxBindings } from "./author-page.ts";
import { forEachBlock, type Binding } from "./binding.ts";
import type { PublishedDocument } from "./document.ts";
import { maxSourceBytes, publishedReaders, readSources, type BoundSite, type ContentReaders, type Sources } from "./read-sources.ts";

interface BoundBlock {
  props: Record<string, unknown>;
  bindings?: Record<string, Binding>;
  children?: Record<string, BoundBlock[]>;
}

/** The contents of pages in responses, the tags of their sources, and the catalogue's versions if any of it may show in them. */
export interface ResolvedPages {
  tags: readonly string[];
  contents: string[];
  /** The indexes of pages whose bindings exceeded the limits: their responses show the props as authors wrote them. */
  tooLarge: number[];
  catalogVersion?: number;
  stockVersion?: number;
}

/**
 * The limit of bound values in one response, as JSON text in UTF-8. A value counts each time that it is used. Without a limit, a bundle of
 * 1 MB makes a response of hundreds: two hundred times the same entry, a hundred times in a list.
 */
export const maxResolvedBytes = 4 * 1024 * 1024;

/** The limits of a response's bindings, in words. */
export const boundAtMost = `${maxResolvedBytes >> 20} MiB of values, or ${maxSourceBytes >> 20} MiB of entries, products and categories`;

/**
 * The contents of pages in responses: every binding replaced by its value, read for all pages together, in one statement per source for as
 * many as a page can name. A binding that cannot be resolved, or has no value, leaves the prop that the author wrote, and so do all
 * bindings of a page that has too many or needs more than is left of `maxResolvedBytes`. Entries are the published ones, unless the caller
 * passes readers of others.
 */
export async function resolveBindings(
  deps: ResolvingDeps & { rateLimitedLog?: RateLimitedLog },
  site: BoundSite,
  documents: readonly Pick<PublishedDocument, "content" | "hasBindings" | "locale" | "slug">[],
  readers: ContentReaders = publishedReaders,
): Promise<ResolvedPages> {
  const bindingsOf = documents.map(({ content, hasBindings }) =>
    hasBindings ? boundIn(blocksOf(content)).map(({ binding }) => binding) : [],
  );
  const wanted = bindingsOf.flatMap((bindings, index) =>
    bindings.length > maxBindings ? [] : bindings.map((binding) => ({ binding, locale: documents[index]?.locale ?? "" })),
  );
  if (bindingsOf.every(({ length }) => length === 0)) return { contents: documents.map(({ content }) => content), tooLarge: [], tags: [] };
  const { versions, tags, ...sources } = await readSources(deps, site, wanted, readers);

  // While sources are read there are only texts; from here on the code is synchronous. So of all concurrent requests only one has objects
  // in memory, for one page at a time.
  const bytesOf = jsonMeasure();
  const tooLarge: number[] = [];
  let bytesLeft = maxResolvedBytes;
  const contents = documents.map(({ content, locale, slug }, index) => {
    const count = bindingsOf[index]?.length ?? 0;
    if (count === 0) return content;
    const page = JSON.parse(content) as { composition: BoundBlock[] };
    const filling = count > maxBindings ? undefined : fillingOf(boundIn(page.composition), { sources, locale, bytesOf, bytesLeft });
    bytesLeft -= filling?.bytes ?? 0;
    for (const { props, target, value } of filling?.values ?? []) replaceAtJsonPointer(props, target, value);
    if (!filling) {
      tooLarge.push(index);
      deps.rateLimitedLog?.warn({ site: site.slug, page: slug, locale }, "a page is bound to too much: it is answered as it was written");
    }
    forEachBlock(page.composition, (block) => delete block.bindings);
    return JSON.stringify(page);
  });
  return { contents, tooLarge, tags, ...versions };
}

interface BoundProp {
  props: object;
  target: string;
  binding: Binding;
}

/** The values of a page's bindings, and their places, each counted before it is copied; undefined when they exceed the remaining bytes. */
function fillingOf(
  bound: readonly BoundProp[],
  {
    sources,
    locale,
    bytesOf,
    bytesLeft,
  }: { sources: Pick<Sources, "isUnread" | "find">; locale: string; bytesOf(value: unknown): number; bytesLeft: number },
): { bytes: number; values: { props: object; target: string[]; value: unknown }[] } | undefined {
  if (bound.some(({ binding }) => sources.isUnread(binding, locale))) return undefined;
  let bytes = 0;
  const values: { props: object; target: string[]; value: unknown }[] = [];
  for (const { props, target, binding } of bound) {
    const value = resolveJsonPointer(sources.find(binding, locale), parseJsonPointer(binding.path) ?? []);
    if (value === undefined || value === null) continue;
    bytes += bytesOf(value);
    if (bytes > bytesLeft) return undefined;
    // The source is shared by all blocks, so what another binding writes into is a copy. Of JSON: a structured clone takes
    // three times as long.
    const isWrittenInto = bound.some((other) => other.props === props && other.target.startsWith(`${target}/`));
    const ownValue = isWrittenInto ? (JSON.parse(JSON.stringify(value)) as unknown) : value;
    values.push({ props, target: parseJsonPointer(target) ?? [], value: ownValue });
  }
  return { bytes, values };
}

function blocksOf(content: string): BoundBlock[] {
  return (JSON.parse(content) as { composition: BoundBlock[] }).composition;
}

function boundIn(composition: readonly BoundBlock[]): BoundProp[] {
  const bound: BoundProp[] = [];
  forEachBlock(composition, ({ props, bindings = {} }) => {
    for (const [target, binding] of Object.entries(bindings)) bound.push({ props, target, binding });
  });
  return bound;
}
