import {
  type ContentInput,
  deadLink,
  type DocumentInput,
  eachPathOnce,
  findTargets,
  type IdOf,
  longestPath,
  type NamedTarget,
  referencesInContent,
  targetsOf,
  tooManyReferences,
} from "../documents/index.ts";
import { type FoundLink, LinkedTexts, linkPath, linksInContent, maxReferences, pageContentType } from "../rendering/index.ts";
import { parseJsonPointer, replaceAtJsonPointer, resolveJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import type { ReferenceKind } from "../../../lib/json-schema/json-schema-kinds.ts";
import { hasReferences, type FoundReference } from "../../../lib/json-schema/json-schema-references.ts";
import type { ValidationError } from "../../../lib/http/problem.ts";
import { isUuid, noUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import type { TypeSchemas } from "./check-bundle.ts";
import type { DocumentName } from "./document-names.ts";

/** A document's published content or its draft, with the references that it has as its author wrote them. */
interface Referring {
  input: DocumentInput;
  content: ContentInput;
  value: object;
  references: FoundReference[];
  links: FoundLink[];
  isDraft: boolean;
}

/** The references of documents, found by the schemas of the site's types. */
export class ReferenceLinks {
  /** The references to something that does not exist, of drafts and of what an export wrote. */
  readonly warnings: ValidationError[] = [];
  readonly #types: TypeSchemas;
  readonly #omitsAssets: boolean;
  readonly #trashed: ReadonlySet<string>;
  readonly #declaring: { blocks: ReadonlySet<string>; entries: ReadonlySet<string> };

  /** References to `trashed` documents stay, as they do when somebody puts these into the trash. */
  constructor(types: TypeSchemas, { omitsAssets, trashed }: { omitsAssets: boolean; trashed: readonly DocumentName[] }) {
    this.#types = types;
    this.#trashed = new Set(trashed.map(({ contentType, name }) => `${contentType} ${name}`));
    this.#omitsAssets = omitsAssets;
    const declaring = (schemas: ReadonlyMap<string, object>, uis: ReadonlyMap<string, object>) => {
      const withReferences = [...schemas].filter(([, schema]) => hasReferences(schema as Record<string, unknown>)).map(([name]) => name);
      return new Set([...withReferences, ...uis.keys()]);
    };
    const ofBlocks = new Map([...types.blockTypes].map(([name, { schema }]) => [name, schema]));
    this.#declaring = {
      blocks: declaring(ofBlocks, types.markdown.blockTypes),
      entries: declaring(types.contentTypes, types.markdown.contentTypes),
    };
  }

  /**
   * The documents with ids in place of names, after everything that they may refer to was saved. Reports what no publication may have; a draft
   * keeps a reference to something that does not exist as its author wrote it.
   */
  async link(
    tx: Sql,
    siteId: string,
    inputs: readonly DocumentInput[],
    placeOf: (input: DocumentInput) => { path: string; inContent: string; keepsInvalid: boolean },
  ): Promise<{ linked: DocumentInput[]; errors: ValidationError[] }> {
    const referring = new Map<ContentInput, Referring>();
    for (const input of inputs) {
      for (const content of [input.published, input.draft]) {
        const read = content && this.#read(content, input);
        if (read && read.references.length + read.links.length > 0)
          referring.set(content, { ...read, content, input, isDraft: content === input.draft });
      }
    }
    if (referring.size === 0) return { linked: [...inputs], errors: [] };
    const idOf = await findTargets(
      tx,
      siteId,
      [...referring.values()].flatMap(({ references, links }) => [...references, ...links]).flatMap(targetsOf),
    );

    const errors: ValidationError[] = [];
    const linkedOf = <Content extends ContentInput>(content: Content): Content => {
      const referrer = referring.get(content);
      if (!referrer) return content;
      const { path, inContent, keepsInvalid } = placeOf(referrer.input);
      const isOwnDraft = referrer.isDraft && referrer.input.published;
      const result = linkContent(referrer, idOf, {
        keepsAll: referrer.isDraft || keepsInvalid,
        keepsAssets: this.#omitsAssets,
        trashed: this.#trashed,
      });
      const placeError = (error: ValidationError) => ({ ...error, path: `${path}${isOwnDraft ? "/draft" : ""}${inContent}${error.path}` });
      errors.push(...result.errors.map(placeError));
      this.warnings.push(...result.warnings.map(placeError));
      return { ...content, ...result.linked, authored: content.content };
    };
    const linked = inputs.map((input) => ({
      ...input,
      published: input.published && linkedOf(input.published),
      draft: input.draft && linkedOf(input.draft),
    }));
    return { linked, errors };
  }

  #read({ content }: ContentInput, { contentType }: DocumentInput): Pick<Referring, "value" | "references" | "links"> | undefined {
    const { blocks, entries } = this.#declaring;
    if (contentType === pageContentType ? blocks.size === 0 : !entries.has(contentType)) return undefined;
    const value = JSON.parse(content) as object;
    const schemaOf = {
      block: (name: string) => (blocks.has(name) ? (this.#types.blockTypes.get(name)?.schema as Record<string, unknown>) : undefined),
      entry: (name: string) => this.#types.contentTypes.get(name) as Record<string, unknown>,
    };
    const { blockTypes, contentTypes } = this.#types.markdown;
    const uiOf = { block: (name: string) => blockTypes.get(name), entry: (name: string) => contentTypes.get(name) };
    return {
      value,
      references: referencesInContent(schemaOf, contentType, value),
      links: linksInContent(uiOf, contentType, value),
    };
  }
}

function linkContent(
  { value, references, links }: Referring,
  idOf: IdOf,
  { keepsAll, keepsAssets, trashed }: { keepsAll: boolean; keepsAssets: boolean; trashed: ReadonlySet<string> },
): { linked: Omit<ContentInput, "title">; errors: ValidationError[]; warnings: ValidationError[] } {
  const linked: ContentInput["references"][number][] = [];
  const errors: ValidationError[] = [];
  const warnings: ValidationError[] = [];
  const tooMany = [...references, ...links].at(maxReferences) as (FoundReference & Partial<FoundLink>) | undefined;
  if (tooMany) {
    const { path, link } = tooMany;
    errors.push({ path: link?.textPath ?? path, code: "too_many_references", message: tooManyReferences(link !== undefined) });
  }
  for (const reference of references) {
    const { path, kind, contentTypes } = reference;
    const targets = targetsOf(reference);
    const [target] = targets;
    const isTrashed = targets.some(({ contentType, name }) => trashed.has(`${contentType} ${name}`));
    const isKept = keepsAll || isTrashed || (keepsAssets && kind === "asset");
    if (path.length > longestPath) {
      errors.push({
        path: path.slice(0, longestPath),
        code: "too_deep",
        message: `leads to a reference over more than ${longestPath} characters`,
      });
      continue;
    }
    if (!target) {
      (isKept ? warnings : errors).push({ path, code: "reference", message: `must be ${wayToWrite(kind)}` });
      continue;
    }
    const allowed = targets.filter(({ contentType }) => kind !== "entry" || contentType === "" || (contentTypes?.has(contentType) ?? true));
    const targetId = allowed.map(idOf).find((id) => id !== undefined);
    const setId = (id: string) => {
      const tokens = parseJsonPointer(path) ?? [];
      replaceAtJsonPointer(value, tokens, { ...(resolveJsonPointer(value, tokens) as object), [kind]: id });
      linked.push({ path, kind, targetId: id });
    };
    if (targetId !== undefined) {
      setId(targetId);
    } else if (allowed.length === 0) {
      const message = `must refer to an entry of ${[...(contentTypes ?? [])].join(" or ")}`;
      (isKept ? warnings : errors).push({ path, code: "reference", message });
      const otherId = idOf(target);
      if (isKept && otherId !== undefined) setId(otherId);
    } else {
      const name = target.contentType && kind === "entry" ? `${target.contentType}/${target.name}` : target.name;
      const message = `refers to ${kind === "entry" || kind === "asset" ? "an" : "a"} ${kind} that does not exist${whereGone(target)}: ${name}`;
      (isKept ? warnings : errors).push({ path, code: "reference", message });
      // The content keeps its author's words, and shows nothing in their place; an id leads there again once the document is restored.
      linked.push({ path, kind, targetId: isUuid(target.name) ? target.name : noUuid });
    }
  }
  const ofLinks = linkTexts(value, links, idOf);
  return {
    linked: { content: JSON.stringify(value), references: [...linked, ...ofLinks.linked] },
    errors,
    warnings: [...warnings, ...ofLinks.warnings],
  };
}

/** Writes ids into the links of Markdown texts. One that leads nowhere stays as its author wrote it, and the public sees none. */
function linkTexts(
  value: object,
  links: readonly FoundLink[],
  idOf: IdOf,
): { linked: ContentInput["references"][number][]; warnings: ValidationError[] } {
  const texts = new LinkedTexts();
  const linked: ContentInput["references"][number][] = [];
  const warnings = new Map<string, ValidationError>();
  for (const reference of links) {
    const { kind, link } = reference;
    const [target] = targetsOf(reference);
    const targetId = target && idOf(target);
    const address = targetId === undefined ? link.address : `${kind}:${targetId}`;
    const path = linkPath(link.textPath, address);
    if (path.length > longestPath) continue;
    linked.push({ path, kind, targetId: targetId ?? (target && isUuid(target.name) ? target.name : noUuid) });
    if (targetId !== undefined) texts.add(link, address);
    else warnings.set(path, { path: link.textPath, code: "link", message: deadLink(kind, link.address) });
  }
  texts.writeInto(value);
  return { linked: eachPathOnce(linked), warnings: [...warnings.values()] };
}

/** An id stands where an export found nothing to name. */
function whereGone({ kind, name }: NamedTarget): string {
  return isUuid(name) && (kind === "entry" || kind === "page") ? " here, or is in the trash" : "";
}

function wayToWrite(kind: ReferenceKind): string {
  if (kind === "asset") return '{ "asset": … } with the name or the id of a file in the media library';
  return kind === "entry" ? '{ "entry": { "contentType": …, "slug": … } }' : `{ "${kind}": … } with the ${kind}'s slug`;
}

/** Whether an import that names all of its objects can refuse a reference of published content: its form, its type, or an id without an object. Pure. */
export function isDangling(reference: FoundReference): boolean {
  const { kind, target, contentTypes } = reference;
  const targets = targetsOf(reference);
  if (targets.length === 0 || (typeof target === "string" && isUuid(target))) return true;
  return kind === "entry" && !targets.some(({ contentType }) => contentTypes?.has(contentType) ?? true);
}
