import { findGoodsIds } from "../catalog/index.ts";
import {
  type ContentInput,
  type DocumentInput,
  findDocumentIds,
  longestPath,
  maxReferences,
  pageContentType,
  referencesInContent,
} from "../content/index.ts";
import { findAssetIds } from "../media/index.ts";
import { parseJsonPointer, replaceAtJsonPointer, resolveJsonPointer } from "../../lib/json-schema/json-pointer.ts";
import type { ReferenceKind } from "../../lib/json-schema/json-schema-kinds.ts";
import { hasReferences, type FoundReference } from "../../lib/json-schema/json-schema-references.ts";
import type { Fault } from "../../lib/http/problem.ts";
import { isUuid, noUuid } from "../../lib/text/uuid.ts";
import type { Sql } from "../../ports/database.ts";
import type { TypeSchemas } from "./check-bundle.ts";

/** A document's published content or its draft, with the references that it has as its author wrote them. */
interface Referring {
  input: DocumentInput;
  content: ContentInput;
  value: object;
  references: FoundReference[];
  isDraft: boolean;
}

/** An object that a reference names: by content type and name, by slug, or by id. */
interface Target {
  kind: ReferenceKind;
  contentType: string;
  name: string;
}

/** The references of documents, found by the schemas of the site's types. */
export class ReferenceLinks {
  /** The references of drafts to something that does not exist. */
  readonly warnings: Fault[] = [];
  readonly #types: TypeSchemas;
  readonly #declaring: { blocks: ReadonlySet<string>; entries: ReadonlySet<string> };

  constructor(types: TypeSchemas) {
    this.#types = types;
    const declaring = (schemas: ReadonlyMap<string, object>) =>
      new Set([...schemas].filter(([, schema]) => hasReferences(schema as Record<string, unknown>)).map(([name]) => name));
    const ofBlocks = new Map([...types.blockTypes].map(([name, { schema }]) => [name, schema]));
    this.#declaring = { blocks: declaring(ofBlocks), entries: declaring(types.contentTypes) };
  }

  /**
   * The documents with ids in place of names, after everything that they may refer to was saved. Reports what no publication may have; a draft
   * keeps a reference to something that does not exist as its author wrote it.
   */
  async link(
    tx: Sql,
    siteId: string,
    inputs: readonly DocumentInput[],
    placeOf: (input: DocumentInput) => { path: string; inContent: string },
  ): Promise<{ linked: DocumentInput[]; faults: Fault[] }> {
    const referring = new Map<ContentInput, Referring>();
    for (const input of inputs) {
      for (const content of [input.published, input.draft]) {
        const read = content && this.#read(content, input);
        if (read && read.references.length > 0) referring.set(content, { ...read, content, input, isDraft: content === input.draft });
      }
    }
    if (referring.size === 0) return { linked: [...inputs], faults: [] };
    const idOf = await findTargets(tx, siteId, [...referring.values()].flatMap(({ references }) => references).flatMap(targetsOf));

    const faults: Fault[] = [];
    const linkedOf = <Content extends ContentInput>(content: Content): Content => {
      const found = referring.get(content);
      if (!found) return content;
      const { path, inContent } = placeOf(found.input);
      const isOwnDraft = found.isDraft && found.input.published;
      const result = linkContent(found, idOf);
      const placed = (fault: Fault) => ({ ...fault, path: `${path}${isOwnDraft ? "/draft" : ""}${inContent}${fault.path}` });
      faults.push(...result.faults.map(placed));
      this.warnings.push(...result.warnings.map(placed));
      return { ...content, ...result.linked, authored: content.content };
    };
    const linked = inputs.map((input) => ({
      ...input,
      published: input.published && linkedOf(input.published),
      draft: input.draft && linkedOf(input.draft),
    }));
    return { linked, faults };
  }

  #read({ content }: ContentInput, { contentType }: DocumentInput): { value: object; references: FoundReference[] } | undefined {
    const { blocks, entries } = this.#declaring;
    if (contentType === pageContentType ? blocks.size === 0 : !entries.has(contentType)) return undefined;
    const value = JSON.parse(content) as object;
    const schemaOf = {
      block: (name: string) => (blocks.has(name) ? (this.#types.blockTypes.get(name)?.schema as Record<string, unknown>) : undefined),
      entry: (name: string) => this.#types.contentTypes.get(name) as Record<string, unknown>,
    };
    return { value, references: referencesInContent(schemaOf, contentType, value) };
  }
}

type IdOf = (target: Target) => string | undefined;

function linkContent(
  { value, references, isDraft }: Referring,
  idOf: IdOf,
): { linked: Omit<ContentInput, "title">; faults: Fault[]; warnings: Fault[] } {
  const linked: ContentInput["references"][number][] = [];
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  if (references.length > maxReferences) {
    const path = references[maxReferences]?.path ?? "";
    faults.push({ path, code: "too_many_references", message: `is one reference too many: a document may have ${maxReferences}` });
  }
  for (const reference of references) {
    const { path, kind, contentTypes } = reference;
    const targets = targetsOf(reference);
    const [target] = targets;
    if (path.length > longestPath) {
      faults.push({
        path: path.slice(0, longestPath),
        code: "too_deep",
        message: `leads to a reference over more than ${longestPath} characters`,
      });
      continue;
    }
    if (!target) {
      (isDraft ? warnings : faults).push({ path, code: "reference", message: `must be ${wayToWrite(kind)}` });
      continue;
    }
    const allowed = targets.filter(({ contentType }) => kind !== "entry" || contentType === "" || (contentTypes?.has(contentType) ?? true));
    const targetId = allowed.map(idOf).find((id) => id !== undefined);
    if (targetId !== undefined) {
      const tokens = parseJsonPointer(path) ?? [];
      replaceAtJsonPointer(value, tokens, { ...(resolveJsonPointer(value, tokens) as object), [kind]: targetId });
      linked.push({ path, kind, targetId });
    } else if (allowed.length === 0) {
      const message = `must refer to an entry of ${[...(contentTypes ?? [])].join(" or ")}`;
      (isDraft ? warnings : faults).push({ path, code: "reference", message });
    } else {
      const name = target.contentType && kind === "entry" ? `${target.contentType}/${target.name}` : target.name;
      const message = `refers to ${kind === "entry" || kind === "asset" ? "an" : "a"} ${kind} that does not exist: ${name}`;
      (isDraft ? warnings : faults).push({ path, code: "reference", message });
      // The draft keeps its author's words, and shows nothing in their place.
      linked.push({ path, kind, targetId: noUuid });
    }
  }
  return { linked: { content: JSON.stringify(value), references: linked }, faults, warnings };
}

function wayToWrite(kind: ReferenceKind): string {
  if (kind === "asset") return '{ "asset": … } with the name or the id of a file in the media library';
  return kind === "entry" ? '{ "entry": { "contentType": …, "slug": … } }' : `{ "${kind}": … } with the ${kind}'s slug`;
}

/** The objects that an author may mean, the likelier first. */
function targetsOf({ kind, target, contentTypes }: FoundReference): Target[] {
  if (typeof target === "string" && kind === "entry") {
    return isUuid(target) ? [...(contentTypes ?? [""])].map((contentType) => ({ kind, contentType, name: target })) : [];
  }
  if (typeof target === "string" && target !== "") return [{ kind, contentType: kind, name: target }];
  const { contentType, slug, ...others } = (target ?? {}) as Record<string, unknown>;
  const isName = kind === "entry" && typeof contentType === "string" && typeof slug === "string" && Object.keys(others).length === 0;
  return isName && contentType !== pageContentType ? [{ kind, contentType, name: slug }] : [];
}

/** Finds the ids of all targets, in one statement per source. */
async function findTargets(tx: Sql, siteId: string, targets: readonly Target[]): Promise<IdOf> {
  const key = ({ kind, contentType, name }: Target) => `${kind} ${contentType} ${name}`;
  const distinct = [...new Map(targets.map((target) => [key(target), target])).values()];
  const documents = distinct.filter(({ kind }) => kind === "entry" || kind === "page");
  const goods = distinct.flatMap(({ kind, ...named }) => (kind === "product" || kind === "category" ? [{ kind, ...named }] : []));
  const assets = distinct.filter(({ kind }) => kind === "asset");
  const ids = new Map<string, string>();
  const keep = (wanted: readonly Target[], found: readonly { place: number; id: string }[]) => {
    for (const { place, id } of found) ids.set(key(wanted[place] as Target), id);
  };
  if (documents.length > 0) keep(documents, await findDocumentIds(tx, siteId, documents));
  if (assets.length > 0) {
    const names = assets.map(({ name }) => name);
    keep(assets, await findAssetIds(tx, siteId, names));
  }
  if (goods.length > 0) keep(goods, await findGoodsIds(tx, siteId, goods));
  return (target) => ids.get(key(target));
}
