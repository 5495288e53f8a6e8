/** The objects that an address in Markdown may name: `[words](page:about)`. */
export const linkKinds = ["asset", "page", "entry", "product", "category"] as const;
type LinkKind = (typeof linkKinds)[number];

/** An address in a text that names an object of the site. */
export interface NamedAddress {
  /** Of the whole address, with what follows the name. */
  start: number;
  end: number;
  kind: LinkKind;
  /** As the author wrote it, without what follows it: `page:about`. */
  address: string;
  /** The name without its percent encoding. */
  name: string;
  /** A query and a place in the page, which stay as they are: `#team`. */
  rest: string;
}

const longest = 400;
const kinds = linkKinds.join("|");
const startOfAny = new RegExp(`(?:${kinds}):`);
// None of these can begin again within what it has read: the time is linear in the length of any text.
const token = /\n|\\[^\n]|`+|\]\([ \t]*<?/g;
// One character of a name, of a query and of a place in the page; between < and > with blanks.
const inPlain = "\\s\\p{Cc}()<>\\\\";
const inPointed = "\\p{Cc}<>\\\\";
const formOf = (not: string, end: string) => {
  const some = (signs: string, least: number) => `[^${not}${signs}]{${least},${longest}}`;
  return new RegExp(`(${kinds}):(${some("?#", 1)})((?:\\?${some("#", 0)})?(?:#${some("", 0)})?)(?=${end})`, "uy");
};
const plain = formOf(inPlain, "\\)|[ \\t]{0,20}(?:[\\r\\n\"'()]|$)");
const pointed = formOf(inPointed, ">");
const definition = /\[[^[\]\n\\]{1,200}\]:[ \t]*<?/y;
const listSign = /(?:[-*+]|\d{1,9}[.)])[ \t]/y;

/** The first addresses of a Markdown text that name an object, up to `most`, but for those in code. Links, pictures and definitions have addresses. */
export function addressesIn(text: string, most: number): NamedAddress[] {
  if (!startOfAny.test(text)) return [];
  const ends = endsOfCode(text);
  const addresses: NamedAddress[] = [];
  let at = 0;
  let isLineStart = true;
  const take = (from: number): void => {
    const address = addressAt(text, from);
    if (!address) return;
    addresses.push(address);
    at = address.end;
  };
  while (at < text.length && addresses.length < most) {
    if (isLineStart) {
      isLineStart = false;
      const start = contentStart(text, at);
      const fenceEnd = ends[start] ?? 0;
      if (fenceEnd < 0) {
        at = -fenceEnd;
        isLineStart = true;
        continue;
      }
      definition.lastIndex = start;
      if (definition.test(text)) {
        at = definition.lastIndex;
        take(at);
        continue;
      }
    }
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) break;
    const [read] = match;
    at = token.lastIndex;
    if (read === "\n") isLineStart = true;
    else if (read.startsWith("`")) at = ends[match.index] || at;
    else if (read.startsWith("]")) take(at);
  }
  return addresses;
}

/** The text with other addresses, for the first `most` of those that name an object. Undefined: one stays. */
export function withAddresses(text: string, most: number, addressFor: (address: NamedAddress) => string | undefined): string {
  let written = "";
  let from = 0;
  for (const each of addressesIn(text, most)) {
    const address = addressFor(each);
    if (address === undefined) continue;
    written += text.slice(from, each.start) + address;
    from = each.end;
  }
  return from === 0 ? text : written + text.slice(from);
}

/** The name of an object as an address has it. */
export function writtenName(name: string): string {
  return name.replace(
    /[\s()<>[\]\\?#%"'`*_~|&!]/g,
    (sign) => `%${[...Buffer.from(sign)].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("%")}`,
  );
}

function addressAt(text: string, start: number): NamedAddress | undefined {
  const form = text[start - 1] === "<" ? pointed : plain;
  form.lastIndex = start;
  const match = form.exec(text);
  if (!match) return undefined;
  const [whole, kind = "", name = "", rest = ""] = match;
  return { start, end: start + whole.length, kind: kind as LinkKind, address: `${kind}:${name}`, name: decoded(name), rest };
}

function decoded(name: string): string {
  try {
    const read = decodeURIComponent(name);
    return /\p{Cc}/u.test(read) ? name : read;
  } catch {
    return name;
  }
}

const isBlank = (code: number) => code === 32 || code === 9 || code === 62;

/** The place after blanks and signs of quotations. */
function afterBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** The place after the sign of a list item; the same place where there is none. */
function afterListSign(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const isSign = code === 42 || code === 43 || code === 45 || (code >= 48 && code <= 57);
  listSign.lastIndex = at;
  return isSign && listSign.test(text) ? afterBlanks(text, listSign.lastIndex) : at;
}

/** Where the content of a line begins: after blanks, signs of quotations, and the sign of a list item. */
function contentStart(text: string, lineStart: number): number {
  return afterListSign(text, afterBlanks(text, lineStart));
}

/**
 * Where the code ends that begins at a place: a fence at its closing line, or with the text; a span at the next run of as many ticks in its paragraph.
 * By the places of a text; 0: no code begins there. The end of a fence is negative.
 */
function endsOfCode(text: string): Int32Array {
  if (!text.includes("`") && !text.includes("~~~")) return new Int32Array();
  const ends = new Int32Array(text.length + 1);
  // The runs of a paragraph, from its beginning: where each begins, and its length.
  let places: number[] = [];
  let lengths: number[] = [];
  const closeParagraph = () => {
    if (places.length > 1) {
      const next = new Map<number, number>();
      for (let index = places.length - 1; index >= 0; index -= 1) {
        const [at = 0, length = 0] = [places[index], lengths[index]];
        const closing = next.get(length);
        if (closing !== undefined) ends[at] = closing + length;
        next.set(length, at);
      }
    }
    if (places.length > 0) [places, lengths] = [[], []];
  };
  let fence: { at: number; sign: number; length: number } | undefined;
  for (let lineStart = 0; lineStart < text.length;) {
    const newline = text.indexOf("\n", lineStart);
    const lineEnd = newline === -1 ? text.length : newline;
    const itemStart = afterBlanks(text, lineStart);
    const start = afterListSign(text, itemStart);
    const sign = text.charCodeAt(start);
    const length = sign === tick || sign === tilde ? runLength(text, start) : 0;
    const isFence = length >= 3 && (sign === tilde || !text.slice(start + length, lineEnd).includes("`"));
    if (fence) {
      if (isFence && sign === fence.sign && length >= fence.length && text.slice(start + length, lineEnd).trim() === "") {
        ends[fence.at] = -(lineEnd + 1);
        fence = undefined;
      }
    } else if (isFence || start >= lineEnd) {
      closeParagraph();
      if (isFence) fence = { at: start, sign, length };
    } else {
      // The item of a list is a paragraph of its own.
      if (start > itemStart) closeParagraph();
      for (let at = start; at < lineEnd; at += 1) {
        if (text.charCodeAt(at) !== tick) continue;
        const ticks = runLength(text, at);
        places.push(at);
        lengths.push(ticks);
        at += ticks;
      }
    }
    lineStart = lineEnd + 1;
  }
  closeParagraph();
  if (fence) ends[fence.at] = -text.length;
  return ends;
}

const tick = 96;
const tilde = 126;

/** How often the sign at a place stands there. */
function runLength(text: string, start: number): number {
  const sign = text.charCodeAt(start);
  let at = start;
  while (text.charCodeAt(at) === sign) at += 1;
  return at - start;
}
