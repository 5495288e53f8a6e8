import type { XmlNode } from "jsdom";
import { checkDrawing, unclean } from "./svg-check.ts";
import { animated, animatedValues, animations, attributes, elements, links, presentationAttributes } from "./svg-names.ts";
import { cleanDeclarations, cleanSheet, fragment, isHarmlessValue, rasterData } from "./svg-style.ts";
import { damaged } from "./refusal.ts";

const cdata = 4;

/**
 * A drawing without scripts, handlers and anything from outside of its file, by DOMPurify, whose list of names is ours. The result is read
 * again by another parser, which refuses it if it has anything else.
 */
export async function cleanDrawing(text: string): Promise<string> {
  const document = text.replace(/^\uFEFF/, "");
  checkDrawing(document, "source");
  const { purify, parse, serialize } = await loadSanitizer();
  const root = parse(document);
  for (const node of [...allOf(root)]) {
    if (node.nodeType === cdata) node.replaceWith(root.ownerDocument.createTextNode(node.nodeValue ?? ""));
    else if (node.nodeName === "style") node.textContent = cleanSheet(node.textContent ?? "");
  }
  try {
    purify(root);
  } catch (error) {
    throw unclean(error);
  }
  const cleaned = serialize(root);
  checkDrawing(cleaned, "cleaned");
  return cleaned;
}

function* allOf(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const child of node.childNodes) yield* allOf(child);
}

let loading: Promise<Sanitizer> | undefined;

interface Sanitizer {
  parse(text: string): XmlNode;
  purify(root: XmlNode): void;
  serialize(root: XmlNode): string;
}

/** Loaded with the first drawing: it takes a tenth of a second, and 40 MiB. */
function loadSanitizer(): Promise<Sanitizer> {
  return (loading ??= Promise.all([import("jsdom"), import("dompurify")]).then(([{ JSDOM }, { default: createPurify }]) => {
    const { window } = new JSDOM("");
    const purify = createPurify(window as never);
    purify.addHook("uponSanitizeAttribute", (node: unknown, data) => {
      const value = cleanAttribute(node as XmlNode, data.attrName, data.attrValue);
      if (value === undefined) data.keepAttr = false;
      else data.attrValue = value;
    });
    return {
      parse: (text) => {
        const document = new window.DOMParser().parseFromString(text, "image/svg+xml");
        if (document.documentElement.nodeName !== "svg") throw damaged();
        return document.documentElement;
      },
      purify: (root) => void purify.sanitize(root, settings as never),
      serialize: (root) => new window.XMLSerializer().serializeToString(root),
    };
  }));
}

const settings = {
  ...{ IN_PLACE: true, PARSER_MEDIA_TYPE: "application/xhtml+xml", NAMESPACE: "http://www.w3.org/2000/svg" },
  ...{ ALLOWED_TAGS: [...elements, "#text"], ALLOWED_ATTR: attributes, KEEP_CONTENT: false },
  ...{ ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: true, SANITIZE_DOM: false },
  // Names with a colon are no addresses here: links are decided by cleanAttribute.
  ADD_URI_SAFE_ATTR: attributes.filter((name) => !links.includes(name)),
};

/** The value to keep; undefined for none. */
function cleanAttribute(node: XmlNode, name: string, value: string): string | undefined {
  if (links.includes(name)) return isLocal(node.nodeName, value) ? value : undefined;
  if (name === "style") return cleanDeclarations(value);
  if (name === "attributeName") return animated.includes(value) ? value : undefined;
  const isValue = animations.includes(node.nodeName) ? animatedValues.includes(name) : presentationAttributes.includes(name);
  return !isValue || value.split(";").every((each) => each.trim() === "" || isHarmlessValue(each)) ? value : undefined;
}

/** Pictures may be in the file itself; a link leads to a place in it. */
function isLocal(element: string, address: string): boolean {
  const holdsPictures = element === "image" || element === "feImage";
  return (fragment.test(address) && element !== "a") || (holdsPictures && rasterData.test(address));
}
