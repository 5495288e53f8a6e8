import { withoutEntities } from "./html-entities.ts";

export interface HtmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: HtmlNode[];
}

/** An element, or a text without character references. */
export type HtmlNode = HtmlElement | string;

/** What lies deeper becomes part of the element at this depth, so that nothing that walks the tree runs out of stack. */
const deepest = 100;

const voids = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Their content is no HTML, or nothing that a person sees. */
const raw = new Set("script style title textarea xmp iframe noembed noframes noscript xml template svg math object".split(" "));
/** A start tag ends an open element of these names, up to the nearest one of `within`. */
const ends: Readonly<Record<string, { names: readonly string[]; within: readonly string[] }>> = {
  p: { names: ["p"], within: ["li", "td", "th", "div", "blockquote"] },
  li: { names: ["li"], within: ["ul", "ol"] },
  td: { names: ["td", "th"], within: ["tr", "table"] },
  th: { names: ["td", "th"], within: ["tr", "table"] },
  tr: { names: ["tr"], within: ["table"] },
};

/**
 * Reads the HTML of a clipboard without the browser's parser, which the page's Trusted Types keep away from texts. Takes time in proportion to the
 * length, whatever it is given: a part that never ends takes the rest with it. Leaves out comments, scripts and styles.
 */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: "", attributes: new Map(), children: [] };
  const open = [root];
  const top = () => open.at(-1) ?? root;
  let tooDeep = 0;
  let at = 0;

  function close(names: readonly string[], within: readonly string[] = []): void {
    for (let index = open.length - 1; index > 0; index -= 1) {
      const { name } = open[index] ?? root;
      if (names.includes(name)) {
        open.length = index;
        return;
      }
      if (within.includes(name)) return;
    }
  }

  /** The place after the next one of a text; the end, if there is none. */
  const after = (text: string, from: number) => {
    const found = html.indexOf(text, from);
    return found === -1 ? html.length : found + text.length;
  };

  function startTag(name: string): void {
    const tag = readAttributes(html, at);
    at = tag.end;
    if (raw.has(name)) {
      const ending = new RegExp(`</${name}(?![a-z\\d])`, "gi");
      ending.lastIndex = at;
      if (!tag.isClosed) at = ending.test(html) ? after(">", ending.lastIndex) : html.length;
      return;
    }
    const rule = ends[name];
    if (rule) close(rule.names, rule.within);
    const element: HtmlElement = { name, attributes: tag.attributes, children: [] };
    if (voids.has(name)) top().children.push(element);
    else if (open.length > deepest) tooDeep += 1;
    else {
      top().children.push(element);
      open.push(element);
    }
  }

  function endTag(name: string): void {
    at = after(">", at);
    if (tooDeep > 0) tooDeep -= 1;
    else close([name]);
  }

  // A less-than sign before anything else is text.
  const tagStart = /<(?=[a-z/!?])/gi;
  const tagName = /<(\/?)([a-z][^\s/>]*)/iy;
  while (at < html.length) {
    tagStart.lastIndex = at;
    const next = tagStart.exec(html)?.index ?? html.length;
    if (next > at) top().children.push(withoutEntities(html.slice(at, next)));
    at = tagName.lastIndex = next;
    const [whole = "", slash, name = ""] = tagName.exec(html) ?? [];
    at += whole.length;
    if (whole === "") at = html.startsWith("<!--", at) ? after("-->", at + 4) : after(">", at);
    else if (slash === "/") endTag(name.toLowerCase());
    else startTag(name.toLowerCase());
  }
  return root;
}

/** The attributes of the tag whose name ends at the place, and the place after the tag. */
function readAttributes(html: string, from: number): { attributes: Map<string, string>; end: number; isClosed: boolean } {
  const attributes = new Map<string, string>();
  const attribute = /([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
  const gap = /[\s/=]*/y;
  for (let at = from; ;) {
    gap.lastIndex = at;
    const [space = ""] = gap.exec(html) ?? [];
    at += space.length;
    if (at >= html.length) return { attributes, end: html.length, isClosed: false };
    if (html[at] === ">") return { attributes, end: at + 1, isClosed: space.endsWith("/") };
    attribute.lastIndex = at;
    const [whole = " ", name = "", double, single, bare] = attribute.exec(html) ?? [];
    at += whole.length;
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, withoutEntities(double ?? single ?? bare ?? ""));
  }
}

/** The value of a property in the style of an element, in small letters. */
export function styleOf({ attributes }: HtmlElement, property: string): string {
  const style = attributes.get("style") ?? "";
  for (const declaration of style.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon !== -1 && declaration.slice(0, colon).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase();
  }
  return "";
}
