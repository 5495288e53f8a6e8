import type { XmlDocument, XmlNode } from "jsdom";
import { headOf } from "./pixels.ts";
import { checkDrawing, unclean } from "./svg-check.ts";
import { withoutEntities } from "./svg-entities.ts";
import { checkFilters } from "./svg-filters.ts";
import { animated, animatedValues, animations, attributes, elements, links, presentationAttributes } from "./svg-names.ts";
import { imageData } from "./svg-data.ts";
import { cleanDeclarations, cleanSheet, cleanValue, fragment, type OnCut } from "./svg-style.ts";

const cdata = 4;
const namespaces = {
  svg: "http://www.w3.org/2000/svg",
  xlink: "http://www.w3.org/1999/xlink",
  xmlns: "http://www.w3.org/2000/xmlns/",
  html: "http://www.w3.org/1999/xhtml",
};

/**
 * A drawing without scripts, handlers and anything from outside of its file, by DOMPurify, whose list of names is ours. Pictures in it are as they were,
 * in addresses of one form. Throws Refused, also where its filters would take too long. `onCut` is told what people may have seen of it before.
 */
export async function cleanTree(text: string, onCut: OnCut): Promise<string> {
  const document = withoutEntities(text.replace(/^\uFEFF/, ""));
  checkDrawing(document, "source");
  const { purify, parse, serialize } = await loadSanitizer();
  const root = withPlainNames(parse(document));
  for (const node of [...allOf(root)]) {
    if (node.nodeType === cdata) node.replaceWith(root.ownerDocument.createTextNode(node.nodeValue ?? ""));
    else if (node.nodeName === "style") node.textContent = cleanSheet(node.textContent ?? "", onCut);
  }
  try {
    purify(root, onCut);
  } catch (error) {
    throw unclean(error);
  }
  const cleaned = serialize(root);
  if (cleaned.includes("filter")) checkFilters(root, await headOf(Buffer.from(cleaned)));
  return cleaned;
}

function* allOf(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const child of node.childNodes) yield* allOf(child);
}

/**
 * The tree with elements and links named as browsers name them without a prefix, whatever prefix the program chose. A drawing that was copied out of a
 * page has no namespace, and means this one.
 */
function withPlainNames(root: XmlNode): XmlNode {
  const isOfPage = root.namespaceURI === null;
  const document = root.ownerDocument;
  if (root.localName !== "svg" || !(isOfPage || root.namespaceURI === namespaces.svg)) throw unclean();
  let hasNamedLinks = false;
  for (const node of [...allOf(root)]) {
    const isDrawn = node.namespaceURI === namespaces.svg || (isOfPage && node.namespaceURI === null);
    if (!node.attributes || !isDrawn) continue;
    const isRenamed = node.nodeName !== node.localName || node.namespaceURI === null;
    const named = isRenamed ? renamed(node, document) : node;
    for (const { namespaceURI, localName, name, value } of [...node.attributes]) {
      const isLink = namespaceURI === namespaces.xlink && localName === "href";
      if (isLink && (isRenamed || name !== "xlink:href")) {
        node.removeAttribute(name);
        named.setAttributeNS(namespaces.xlink, "xlink:href", value);
        hasNamedLinks = true;
      } else if (isRenamed && !/^xmlns(?::|$)/.test(name)) named.setAttributeNS(namespaceURI, name, value);
    }
  }
  if (hasNamedLinks) document.documentElement.setAttributeNS(namespaces.xmlns, "xmlns:xlink", namespaces.xlink);
  return document.documentElement;
}

/** An element with the children of another, in its place. */
function renamed(node: XmlNode, document: XmlDocument): XmlNode {
  const named = document.createElementNS(namespaces.svg, node.localName ?? "");
  named.append(...node.childNodes);
  node.replaceWith(named);
  return named;
}

let loading: Promise<Sanitizer> | undefined;

interface Sanitizer {
  parse(text: string): XmlNode;
  purify(root: XmlNode, onCut: OnCut): void;
  serialize(root: XmlNode): string;
}

/** Loaded with the first drawing: it takes a tenth of a second, and 40 MiB. */
function loadSanitizer(): Promise<Sanitizer> {
  return (loading ??= Promise.all([import("jsdom"), import("dompurify")]).then(([{ JSDOM }, { default: createPurify }]) => {
    const { window } = new JSDOM("");
    const purify = createPurify(window as never);
    let cut: OnCut = () => undefined;
    purify.addHook("uponSanitizeAttribute", (node: unknown, data) => {
      const value = cleanAttribute(node as XmlNode, data.attrName, data.attrValue, cut);
      if (value === undefined) data.keepAttr = false;
      else data.attrValue = value;
    });
    return {
      parse: (text) => new window.DOMParser().parseFromString(text, "image/svg+xml").documentElement,
      purify: (root, onCut) => {
        cut = onCut;
        purify.sanitize(root, settings as never);
        for (const removed of purify.removed as Removed[]) tellRemoved(removed, onCut);
      },
      serialize: (root) => new window.XMLSerializer().serializeToString(root),
    };
  }));
}

const settings = {
  IN_PLACE: true,
  PARSER_MEDIA_TYPE: "application/xhtml+xml",
  NAMESPACE: namespaces.svg,
  ALLOWED_TAGS: [...elements, "#text"],
  ALLOWED_ATTR: attributes,
  KEEP_CONTENT: false,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: true,
  SANITIZE_DOM: false,
  ADD_DATA_URI_TAGS: ["feImage"],
  // Names with a colon are not addresses here: links are decided by cleanAttribute.
  ADD_URI_SAFE_ATTR: attributes.filter((name) => !links.includes(name)),
};

type Removed = { element: XmlNode } | { attribute: { name: string; namespaceURI: string | null } | null; from: XmlNode };

/** Programs' own elements and attributes, in their namespaces, show nothing; nor do notes for machines. */
function tellRemoved(removed: Removed, onCut: OnCut): void {
  if ("element" in removed) {
    const { namespaceURI, localName } = removed.element;
    if ((namespaceURI === namespaces.svg && localName !== "metadata") || namespaceURI === namespaces.html) onCut(`<${localName}>`);
    return;
  }
  const { attribute, from } = removed;
  if (!attribute || (attribute.namespaceURI !== null && attribute.name !== "xlink:href") || /^(?:data-|xmlns)/.test(attribute.name)) return;
  onCut(`<${from.localName} ${attribute.name}>`);
}

/** The value to keep; undefined for none. */
function cleanAttribute(node: XmlNode, name: string, value: string, onCut: OnCut): string | undefined {
  if (links.includes(name)) return localAddress(node.nodeName, value);
  if (name === "style") return cleanDeclarations(value, onCut);
  if (name === "attributeName") return animated.includes(value) ? value : undefined;
  if (animations.includes(node.nodeName)) {
    return !animatedValues.includes(name) || value.split(";").every((each) => each.trim() === "" || cleanValue(each) === each)
      ? value
      : undefined;
  }
  return presentationAttributes.includes(name) && value.trim() !== "" ? cleanValue(value) : value;
}

/** Pictures may be in the file itself; a link leads to a place in it. */
function localAddress(element: string, address: string): string | undefined {
  if (fragment.test(address) && element !== "a") return address;
  return element === "image" || element === "feImage" ? imageData(address) : undefined;
}
