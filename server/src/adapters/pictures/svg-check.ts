import { SaxesParser } from "saxes";
import { maxAttributesOfElement, maxDrawingBytes, maxDrawingDepth, maxDrawingElements } from "./limits.ts";
import { damaged, Refused, refusedType } from "./refusal.ts";
import { attributes, elements, links } from "./svg-names.ts";
import { keptImage } from "./svg-data.ts";
import { fragment } from "./svg-style.ts";

const svg = "http://www.w3.org/2000/svg";

/**
 * Reads a drawing strictly. `source`: it must be well-formed, its entities replaced, and of a size of which a tree can be made. `cleaned`:
 * it has nothing but elements and attributes of the lists, and addresses inside of the file. Returns the number of elements, with those `before`.
 */
export function checkDrawing(text: string, kind: "source" | "cleaned", before = 0): number {
  if (text.length > maxDrawingBytes) throw tooMuchDrawn();
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  let count = before;
  parser.on("error", (error) => {
    throw damaged(error);
  });
  parser.on("doctype", (doctype) => {
    if (kind === "cleaned") throw unclean();
    if (/<!ENTITY/i.test(doctype)) throw refusedType("The drawing declares entities: save it as plain SVG.");
  });
  let ofElement = 0;
  parser.on("attribute", () => {
    if ((ofElement += 1) > maxAttributesOfElement) throw tooMuchDrawn();
  });
  parser.on("opentag", (tag) => {
    ofElement = 0;
    depth += 1;
    count += 1;
    if (depth > maxDrawingDepth || count > maxDrawingElements) throw tooMuchDrawn();
    if (kind === "source") return;
    if (tag.uri !== svg || !elements.includes(tag.name)) throw unclean();
    for (const { name, value } of Object.values(tag.attributes)) if (!isAllowed(tag.name, name, value)) throw unclean();
  });
  parser.on("closetag", () => (depth -= 1));
  if (kind === "cleaned") {
    for (const event of ["processinginstruction", "comment", "cdata", "xmldecl"] as const) {
      parser.on(event, () => {
        throw unclean();
      });
    }
  }
  parser.write(text).close();
  return count;
}

function isAllowed(element: string, name: string, value: string): boolean {
  if (links.includes(name)) return fragment.test(value) || (["image", "feImage"].includes(element) && keptImage.test(value));
  return attributes.includes(name) || /^aria-[a-z]+$/.test(name);
}

export function tooMuchDrawn(): Refused {
  return new Refused("file_too_costly", "The drawing has too many parts to be cleaned: save it in a simpler form, or as a PNG.");
}

export function unclean(cause?: unknown): Refused {
  return refusedType("The drawing has parts that cannot be cleaned: save it as plain SVG in a drawing program.", cause);
}
