import { pointerTokens } from "../draft/json.ts";

interface Place {
  start: number;
  end: number;
}

/** The characters of the value at a JSON Pointer in a text that is JSON; of a member that is missing, those of the object. */
export function placeOf(text: string, pointer: string): Place | undefined {
  const reader = new Reader(text);
  let place = reader.value(skip(text, 0));
  for (const token of pointerTokens(pointer)) {
    const inner = place && reader.inner(place, token);
    if (!inner) return place;
    place = inner;
  }
  return place;
}

const skip = (text: string, at: number): number => {
  let next = at;
  while (/\s/.test(text.charAt(next))) next += 1;
  return next;
};

class Reader {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the value that begins at a place. */
  value(start: number): Place | undefined {
    const text = this.#text;
    const first = text.charAt(start);
    if (first === '"') return { start, end: this.#endOfText(start) };
    if (first !== "{" && first !== "[") {
      const [plain = ""] = /^[-+.\w]*/.exec(text.slice(start, start + 400)) ?? [];
      return plain === "" ? undefined : { start, end: start + plain.length };
    }
    let depth = 0;
    for (let at = start; at < text.length; at += 1) {
      const sign = text.charAt(at);
      if (sign === '"') at = this.#endOfText(at) - 1;
      else if (sign === "{" || sign === "[") depth += 1;
      else if (sign === "}" || sign === "]") depth -= 1;
      if (depth === 0) return { start, end: at + 1 };
    }
    return undefined;
  }

  /** The place of a member of an object, or of an item of a list. */
  inner({ start, end }: Place, token: string): Place | undefined {
    const text = this.#text;
    const isObject = text.charAt(start) === "{";
    if (!isObject && text.charAt(start) !== "[") return undefined;
    let at = skip(text, start + 1);
    for (let index = 0; at < end - 1; index += 1) {
      let name = String(index);
      if (isObject) {
        const close = this.#endOfText(at);
        name = String(JSON.parse(text.slice(at, close)));
        at = skip(text, skip(text, close) + 1);
      }
      const place = this.value(at);
      if (!place) return undefined;
      if (name === token) return place;
      at = skip(text, skip(text, place.end) + 1);
    }
    return undefined;
  }

  #endOfText(start: number): number {
    let at = start + 1;
    while (at < this.#text.length && this.#text.charAt(at) !== '"') at += this.#text.charAt(at) === "\\" ? 2 : 1;
    return at + 1;
  }
}
