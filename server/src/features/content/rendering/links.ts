import { resolveJsonPointer, parseJsonPointer, pointerStep, replaceAtJsonPointer } from "../../../lib/json-schema/json-pointer.ts";
import type { FoundReference } from "../../../lib/json-schema/json-schema-references.ts";
import { addressesIn, linkKinds, withAddresses, type NamedAddress } from "../../../lib/text/markdown-addresses.ts";
import { forEachBlock } from "./binding.ts";
import { pageContentType } from "./document.ts";
import { maxReferences } from "./references.ts";

/** What an editor is told of a type's fields. */
type Ui = Readonly<Record<string, unknown>>;

/** A link in a Markdown text: an address that names an object, as `page:about`. */
export interface FoundLink extends FoundReference {
  link: { textPath: string; address: string };
}

interface Block {
  type: string;
  props?: Record<string, unknown>;
  children?: Record<string, Block[]>;
}

/** The links in the Markdown texts of content, each as often as it stands there, and at most one more than a document may have. */
export function linksInContent(
  uiOf: { block(name: string): Ui | undefined; entry(name: string): Ui | undefined },
  contentType: string,
  value: object,
): FoundLink[] {
  const links: FoundLink[] = [];
  const collect = (ui: Ui | undefined, here: unknown, path: string) => {
    if (!ui) return;
    for (const text of markdownTexts(ui, here, path)) {
      const left = maxReferences + 1 - links.length;
      if (left <= 0) return;
      links.push(...addressesIn(text.text, left).map((address) => linkOf(text.path, address)));
    }
  };
  if (contentType !== pageContentType) {
    collect(uiOf.entry(contentType), value, "");
    return links;
  }
  forEachBlock(
    (value as { composition: Block[] }).composition,
    ({ type, props = {} }, path) => collect(uiOf.block(type), props, `${path}/props`),
    "/composition",
  );
  return links;
}

/** The texts of which the type says that editors write them as Markdown: `{ "widget": "markdown" }`. */
function* markdownTexts(ui: Ui, value: unknown, path: string): Generator<{ path: string; text: string }> {
  if (typeof value === "string") {
    if (ui.widget === "markdown") yield { path, text: value };
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    const { items } = ui;
    if (isUi(items)) for (const [index, item] of value.entries()) yield* markdownTexts(items, item, `${path}/${index}`);
    return;
  }
  for (const [name, inner] of Object.entries(ui)) {
    if (isUi(inner) && Object.hasOwn(value, name)) {
      yield* markdownTexts(inner, (value as Ui)[name], path + pointerStep(name));
    }
  }
}

function isUi(value: unknown): value is Ui {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function linkOf(textPath: string, { kind, name, address }: NamedAddress): FoundLink {
  const slash = name.indexOf("/");
  const isNamedEntry = kind === "entry" && slash > 0;
  const target = isNamedEntry ? { contentType: name.slice(0, slash), slug: name.slice(slash + 1) } : name;
  return { path: linkPath(textPath, address), kind, target, contentTypes: undefined, link: { textPath, address } };
}

/** The stored path of a link: that of its text, and the address. */
export function linkPath(textPath: string, address: string): string {
  return `${textPath}#${pointerStep(address).slice(1)}`;
}

const linkForm = new RegExp(`^(.*)#((?:${linkKinds.join("|")}):[^#]+)$`, "s");

/** The text and the address of a stored path; undefined for that of a reference. */
export function readLinkPath(path: string): { textPath: string; address: string } | undefined {
  const [, textPath = "", step = ""] = linkForm.exec(path) ?? [];
  const address = step === "" ? undefined : parseJsonPointer(`/${step}`)?.[0];
  return address === undefined ? undefined : { textPath, address };
}

/** Writes other addresses into the Markdown texts of a parsed content: by the paths of the texts and by the addresses that stand there. */
function replaceLinks(value: object, texts: ReadonlyMap<string, ReadonlyMap<string, string | null>>): void {
  let left = maxReferences;
  for (const [textPath, addresses] of texts) {
    const tokens = parseJsonPointer(textPath) ?? [];
    const text = resolveJsonPointer(value, tokens);
    if (typeof text !== "string") continue;
    const replaced = withAddresses(text, left, ({ address, rest }) => {
      left -= 1;
      const other = addresses.get(address);
      return other === null ? "#" : other === undefined ? undefined : other + rest;
    });
    if (replaced !== text) replaceAtJsonPointer(value, tokens, replaced);
  }
}

/** Links by their texts, as `replaceLinks` needs them. */
export class LinkedTexts {
  readonly #texts = new Map<string, Map<string, string | null>>();

  /** `other`: what stands in the place of the address; null: nothing is public there. */
  add({ textPath, address }: { textPath: string; address: string }, other: string | null): void {
    const addresses = this.#texts.get(textPath) ?? new Map<string, string | null>();
    this.#texts.set(textPath, addresses.set(address, other));
  }

  writeInto(value: object): void {
    replaceLinks(value, this.#texts);
  }
}

/** Where the storefront shows an object; undefined where its reference names no such place. */
export function addressOf(target: object): string {
  const { url, page, product, category, contentType, slug } = target as Record<string, string | undefined>;
  if (url !== undefined) return url;
  const folder = page !== undefined ? "pages" : product !== undefined ? "products" : category !== undefined ? "categories" : contentType;
  return `/${folder === "blog-post" ? "blog" : folder}/${encodeURI(slug ?? "")}`;
}
