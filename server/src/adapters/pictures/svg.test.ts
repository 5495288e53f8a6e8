import { JSDOM, type XmlNode } from "jsdom";
import { describe, expect, test } from "vitest";
import { elsewhere, svgScripts } from "../../../../test/kit/svg-scripts.ts";
import { Refused } from "./refusal.ts";
import { cleanDrawing } from "./svg.ts";

const { window } = new JSDOM("");
const drawing = (content: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"${attributes}>${content}</svg>`;

/** The cleaned drawing; undefined if it was refused. */
async function cleanedOrRefused(text: string): Promise<string | undefined> {
  try {
    return await cleanDrawing(text);
  } catch (error) {
    expect(error).toBeInstanceOf(Refused);
    return undefined;
  }
}

function* allOf(node: XmlNode): Generator<XmlNode & { attributes?: Iterable<{ name: string; value: string }>; namespaceURI?: string }> {
  yield node;
  for (const child of node.childNodes) yield* allOf(child);
}

/** What no kept drawing has, found by a parser of XML and by words of our own, not by the lists of the code. */
function faultsOf(text: string): string[] {
  const document = new window.DOMParser().parseFromString(text, "image/svg+xml");
  return [...allOf(document)].flatMap((node) => {
    if (node.nodeType === 3 || node.nodeType === 9)
      return /@import|url\((?!#)|\\/i.test(node.nodeType === 3 ? (node.nodeValue ?? "") : "") ? ["text"] : [];
    if (node.nodeType !== 1 || node.namespaceURI !== "http://www.w3.org/2000/svg") return [`node ${node.nodeName}`];
    const isBad = /script|foreign|iframe|object|embed|handler|listener|audio|video|metadata|parsererror/i.test(node.nodeName);
    const attributes = [...(node.attributes ?? [])].filter(({ name, value }) => {
      const isLink = /href|src|base|ping|action/i.test(name) && !/^(#|data:image\/(png|jpeg|gif|webp|avif);base64,)/.test(value);
      return (
        isLink ||
        /^on/i.test(name) ||
        /script:|url\((?!#|["']#)|@import|image-set|\\/i.test(value) ||
        (/attributeName/.test(name) && /href|^on/i.test(value))
      );
    });
    return [...(isBad ? [node.nodeName] : []), ...attributes.map(({ name, value }) => `${node.nodeName} ${name}=${value}`)];
  });
}

describe("a kept drawing", () => {
  test("has no script and nothing from elsewhere, whichever of many ways its author tried", async () => {
    expect(svgScripts.length).toBeGreaterThanOrEqual(60);
    let kept = 0;
    for (const text of svgScripts) {
      const cleaned = await cleanedOrRefused(text);
      if (cleaned === undefined) continue;
      kept += 1;
      expect([text, faultsOf(cleaned)]).toEqual([text, []]);
      expect([text, cleaned.includes(new URL(elsewhere).host) && !/<text|<style/.test(cleaned)]).toEqual([text, false]);
      expect(await cleanDrawing(cleaned)).toBe(cleaned);
    }
    // Most are cleaned; the others are not well-formed, or declare entities.
    expect(kept).toBeGreaterThan(svgScripts.length * 0.85);
  });

  test("the words of this test find each of the ways in a drawing that was not cleaned", () => {
    const unseen = svgScripts.filter((text) => faultsOf(text).length === 0 && !/<!DOCTYPE|&lt;script/.test(text));
    expect(unseen).toEqual([]);
  });

  test("keeps what drawing programs write", async () => {
    for (const content of [
      '<linearGradient id="a" x1="0" gradientTransform="rotate(45)"><stop offset=".5" stop-color="#fff"/></linearGradient><rect fill="url(#a)"/>',
      '<clipPath id="c"><circle r="3"/></clipPath><g clip-path="url(#c)" transform="matrix(1 0 0 1 2 3)"><path d="M0 0L9 9z"/></g>',
      '<filter id="f" color-interpolation-filters="sRGB"><feGaussianBlur in="SourceAlpha" stdDeviation="2"/></filter><g filter="url(#f)"/>',
      '<symbol id="s" viewBox="0 0 1 1"><path d="M0 0"/></symbol><use xlink:href="#s" x="1"/><use href="#s"/>',
      '<image href="data:image/png;base64,iVBORw0KGgo=" width="2" height="2"/>',
      '<text x="1" y="2" font-family="Georgia, serif" xml:space="preserve">Ærlig <tspan font-weight="bold">talt &amp; så</tspan></text>',
      '<circle r="2"><animate attributeName="r" values="1;2;1" dur="2s" repeatCount="indefinite"/></circle>',
      '<mask id="m" maskUnits="userSpaceOnUse"><rect fill="#fff"/></mask><g mask="url(#m)" opacity=".5"/>',
      '<g aria-label="A tree" role="img"><title>A tree</title><desc>Green</desc></g>',
      '<style>.st0{fill:#c33;stroke:url(#a)}.st1{opacity:.5}@media (prefers-color-scheme:dark){.st0{fill:#fff}}</style><path class="st0"/>',
      '<path style="fill:none;stroke:#000;stroke-width:.26"/>',
    ]) {
      expect(await cleanDrawing(drawing(content))).toBe(drawing(content));
    }
    const inkscape = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Created with Inkscape -->\n<svg xmlns="http://www.w3.org/2000/svg"
      xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" width="10mm" sodipodi:docname="a.svg"><sodipodi:namedview/><metadata/><g/></svg>`;
    expect(await cleanDrawing(inkscape)).toBe('<svg xmlns="http://www.w3.org/2000/svg" width="10mm"><g/></svg>');
  });

  test("is refused if it is not well-formed, declares entities, or has too many parts", async () => {
    const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
    for (const [text, code] of [
      [`<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]>${drawing("<text>&l9;</text>")}`, "file_type_refused"],
      ["<svg xmlns='http://www.w3.org/2000/svg'><g></svg>", "file_damaged"],
      [drawing("<g>&nothing;</g>"), "file_damaged"],
      ["<svg><script/></svg>", "file_type_refused"],
      ['<s:svg xmlns:s="http://www.w3.org/2000/svg"/>', "file_damaged"],
      [drawing("<g/>".repeat(50_001)), "file_too_costly"],
      [drawing("<g>".repeat(300) + "</g>".repeat(300)), "file_too_costly"],
    ] as const) {
      const { refusal } = await cleanDrawing(text).then(
        () => ({ refusal: undefined }),
        (error: unknown) => error as Refused,
      );
      expect([text.slice(0, 60), refusal?.refused]).toEqual([text.slice(0, 60), code]);
    }
  });
});
