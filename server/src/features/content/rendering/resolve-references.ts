import { jsonMeasure } from "../../../lib/http/json-bytes.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { MediaPlace } from "../../../lib/media/media-address.ts";
import type { Site } from "../../../lib/site.ts";
import type { Sql } from "../../../ports/database.ts";
import { readReferredCatalogItems } from "../../shop/catalog/index.ts";
import { assetTag, readShownAssets } from "../media/index.ts";
import { pageContentType } from "./document.ts";
import { includeTooLarge, type Include } from "./include.ts";
import { readReferences, type ContentReference } from "./references.ts";
import { belowOf, replaceReferences, targetKey, wholeKey, type Referring, type Target } from "./replace-references.ts";
import { readPublishedReferred, type ReadReferred, type ReferredDocument } from "./referred-documents.ts";
import { documentTag, typesTag } from "./tags.ts";

/** Content with references. */
export interface ReferringContent {
  /** JSON text. */
  content: string;
  /** The column of its references; null where there are none. */
  references: string | null;
  /** Its targets are shown in this locale, or else in the site's default one. */
  locale: string;
}

/** Contents in responses, the tags of all targets, and the catalogue's versions if any of it may show in them. */
export interface ResolvedContents {
  contents: string[];
  tags: string[];
  catalogVersion?: number;
  stockVersion?: number;
}

export interface ResolveOptions {
  /** The references whose targets are answered with their data. */
  include?: Include;
  /** Whether the contents are pages, whose references are named within a block's props. */
  arePages?: boolean;
  /** Published documents, unless the caller passes a reader of others. */
  readReferred?: ReadReferred;
}

type ReferringSite = Pick<Site, "id" | "slug" | "defaultLocale" | "filesUntil">;

/** `media`: where files are addressed. */
export interface ResolvingDeps {
  sql: Sql;
  publicUrl: string;
  media: MediaPlace;
}

/** In one response. */
const mostIncluded = 1_000;
const mostIncludedBytes = 4 * 1024 * 1024;

/**
 * Contents with every reference replaced by what is public of its target: all targets of all contents in one statement per source and
 * level. A target that is not public is left out of lists, and null elsewhere; of a link in a text it is `#`. Throws `include_too_large`.
 */
export async function resolveReferences(
  deps: ResolvingDeps,
  site: ReferringSite,
  documents: readonly ReferringContent[],
  { include = [], arePages = false, readReferred = readPublishedReferred }: ResolveOptions = {},
): Promise<ResolvedContents> {
  const level = documents.map(({ references, locale }) => ({ references: readReferences(references), locale, include, isPage: arePages }));
  // A type may lose a reference that the request names.
  const ofTypes = include.length > 0 ? [typesTag] : [];
  if (level.every(({ references }) => references.length === 0)) return { contents: documents.map(({ content }) => content), tags: ofTypes };
  const reading = new TargetReading(deps, site, readReferred);
  const targets = await reading.read(level);

  const bytesOf = jsonMeasure();
  let bytes = 0;
  const contents = documents.map(({ content }, index) => {
    const referring = level[index] as Referring;
    if (referring.references.length === 0) return content;
    const value = JSON.parse(content) as object;
    for (const target of replaceReferences(value, referring, targets)) bytes += "data" in target ? bytesOf(target) : 0;
    if (bytes > mostIncludedBytes) throw tooLarge(`${mostIncludedBytes >> 20} MiB`);
    return JSON.stringify(value);
  });
  return { contents, tags: [...ofTypes, ...reading.tags], ...reading.versions };
}

/** A target of one level, for all documents that refer to it. */
interface Wanted {
  kind: ContentReference["kind"];
  id: string;
  locale: string;
  /** The paths to include below it, by `wholeKey`; empty where its data are not answered. */
  wholes: Map<string, Include>;
}

interface WantedCatalogItems extends Wanted {
  kind: "product" | "category";
  isWhole: boolean;
}

class TargetReading {
  readonly tags = new Set<string>();
  versions: Pick<ResolvedContents, "catalogVersion" | "stockVersion"> = {};
  #included = 0;
  #bytesLeft = mostIncludedBytes;
  readonly #deps: ResolvingDeps;
  readonly #site: ReferringSite;
  readonly #readReferred: ReadReferred;

  constructor(deps: ResolvingDeps, site: ReferringSite, readReferred: ReadReferred) {
    this.#deps = deps;
    this.#site = site;
    this.#readReferred = readReferred;
  }

  /** The public targets of a level, by `targetKey`. */
  async read(level: readonly Referring[]): Promise<Map<string, Target>> {
    const wanted = wantedOf(level);
    this.#included += wanted.reduce((sum, { wholes }) => sum + wholes.size, 0);
    if (this.#included > mostIncluded) throw tooLarge(`${mostIncluded} objects`);
    const targets = new Map<string, Target>();
    await this.#readCatalogItems(wanted, targets);
    await this.#readAssets(wanted, targets);
    await this.#readDocuments(wanted, targets);
    return targets;
  }

  async #readCatalogItems(all: readonly Wanted[], targets: Map<string, Target>): Promise<void> {
    const wanted = all.flatMap(({ kind, ...each }) => {
      return kind === "product" || kind === "category" ? [{ kind, ...each, isWhole: each.wholes.size > 0 }] : [];
    });
    // Documents of one locale, as the answers of most requests are, take one statement.
    for (const locale of new Set(wanted.map((each) => each.locale))) {
      await this.#readCatalogItemsIn(
        locale,
        wanted.filter((each) => each.locale === locale),
        targets,
      );
    }
  }

  async #readAssets(all: readonly Wanted[], targets: Map<string, Target>): Promise<void> {
    const wanted = all.filter(({ kind }) => kind === "asset");
    for (const { id } of wanted) this.tags.add(assetTag(id));
    const { sql, media } = this.#deps;
    const assets = await readShownAssets(sql, this.#site, wanted, media);
    wanted.forEach((each, index) => {
      const named = assets[index];
      // An asset has no more to include.
      if (named) targets.set(targetKey(each), { named, wholes: new Map([...each.wholes.keys()].map((key) => [key, named])) });
    });
  }

  async #readCatalogItemsIn(locale: string, wanted: readonly WantedCatalogItems[], targets: Map<string, Target>): Promise<void> {
    const options = { maxBytes: this.#bytesLeft, locale };
    const { items: catalogItems, tags, ...versions } = await readReferredCatalogItems(this.#deps, this.#site, wanted, options);
    for (const tag of tags) this.tags.add(tag);
    // Those of the first statement: what changed since is read again.
    this.versions = { ...versions, ...this.versions };
    const byName = new Map(catalogItems.map((each) => [`${each.kind} ${each.id}`, each]));
    for (const each of wanted) {
      const target = byName.get(`${each.kind} ${each.id}`);
      if (!target) continue;
      const { kind, id, slug, title, json } = target;
      const named = { [kind]: id, slug, title };
      // Nothing of the catalogue refers on: one whole is like another.
      const whole = each.isWhole ? { ...named, data: this.#parse(json) } : named;
      targets.set(targetKey(each), { named, wholes: new Map([...each.wholes.keys()].map((key) => [key, whole])) });
    }
  }

  /** A text that a statement left out did not fit. */
  #parse(json: string | null): object {
    if (json === null) throw tooLarge(`${mostIncludedBytes >> 20} MiB`);
    this.#bytesLeft -= Buffer.byteLength(json);
    return JSON.parse(json) as object;
  }

  async #readDocuments(all: readonly Wanted[], targets: Map<string, Target>): Promise<void> {
    const wanted = all.flatMap((each) => {
      return each.kind === "entry" || each.kind === "page" ? [{ ...each, isWhole: each.wholes.size > 0 }] : [];
    });
    if (wanted.length === 0) return;
    for (const { id } of wanted) this.tags.add(documentTag(id));
    const next: (Referring & { data: object })[] = [];
    for (const row of await this.#readReferred(this.#deps.sql, this.#site, wanted, this.#bytesLeft)) {
      const each = wanted[row.place] as (typeof wanted)[number];
      const referredDocument = row as ReferredDocument;
      const { id, contentType, slug, locale, title } = referredDocument;
      const isPage = contentType === pageContentType;
      if (isPage !== (each.kind === "page")) continue;
      const named = isPage ? { page: id, slug, locale, title } : { entry: id, contentType, slug, locale, title };
      const wholes = new Map<string, object>();
      for (const [key, include] of each.wholes) {
        const data = this.#parse(referredDocument.content);
        wholes.set(key, { ...named, data });
        const references = isPage ? [] : readReferences(referredDocument.references);
        if (references.length > 0) next.push({ references, locale: each.locale, include, isPage: false, data });
      }
      targets.set(targetKey(each), { named, wholes });
    }
    if (next.length === 0) return;
    const below = await this.read(next);
    for (const { data, ...referring } of next) replaceReferences(data, referring, below);
  }
}

function wantedOf(level: readonly Referring[]): Wanted[] {
  const wanted = new Map<string, Wanted>();
  for (const { references, locale, include, isPage } of level) {
    for (const { path, kind, targetId: id } of references) {
      const below = belowOf(include, { path }, isPage);
      const key = targetKey({ kind, id, locale });
      const each = wanted.get(key) ?? { kind, id, locale, wholes: new Map<string, Include>() };
      wanted.set(key, each);
      if (below) each.wholes.set(wholeKey(below), below);
    }
  }
  return [...wanted.values()];
}

function tooLarge(most: string): ProblemError {
  return new ProblemError(includeTooLarge, {
    detail: `The answer would include more than ${most}. Name fewer references, or ask for a smaller page.`,
  });
}
