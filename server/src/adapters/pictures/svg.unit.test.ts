import { JSDOM, type XmlNode } from "jsdom";
import { describe, expect, test } from "vitest";
import { elsewhere, svgScripts } from "../../../../test/kit/svg-scripts.ts";
import { Refused } from "./refusal.ts";
import { cleanDrawing } from "./svg-pictures.ts";
import { longTest } from "../../../../test/kit/sampled.ts";

const { window } = new JSDOM("");
const drawing = (content: string, attributes = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9"${attributes}>${content}</svg>`;

const base64 = (text: string) => Buffer.from(text).toString("base64");
/** A picture of one pixel. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";

/** The cleaned drawing; undefined if it was refused. */
async function cleanedOrRefused(text: string): Promise<string | undefined> {
  try {
    return (await cleanDrawing(text, false)).text;
  } catch (error) {
    expect(error).toBeInstanceOf(Refused);
    return undefined;
  }
}

function* allOf(node: XmlNode): Generator<XmlNode> {
  yield node;
  for (const child of node.childNodes) yield* allOf(child);
}

/** What no kept drawing has, found by a parser of XML and by words of our own, not by the lists of the code. */
function errorsOf(text: string): string[] {
  const document = new window.DOMParser().parseFromString(text, "image/svg+xml");
  const isBadValue = (value: string) =>
    /script:|url\((?!["']?(?:#|data:font\/woff2|data:image\/))|@import|\b(?:image|image-set|src|cross-fade)\(|\\/i.test(value) ||
    // Drawings in it are treated alike.
    [...value.matchAll(/data:image\/svg\+xml;base64,([\w+/=]*)/g)].some(
      ([, inner = ""]) => errorsOf(Buffer.from(inner, "base64").toString()).length > 0,
    );
  return [...allOf(document)].flatMap((node) => {
    if (node.nodeType === 3 || node.nodeType === 9) return node.nodeType === 3 && isBadValue(node.nodeValue ?? "") ? ["text"] : [];
    if (node.nodeType !== 1 || node.namespaceURI !== "http://www.w3.org/2000/svg") return [`node ${node.nodeName}`];
    const isBad = /script|foreign|iframe|object|embed|handler|listener|audio|video|metadata|parsererror/i.test(node.nodeName);
    const attributes = [...(node.attributes ?? [])].filter(({ name, value }) => {
      const isLink = /href|src|base|ping|action/i.test(name) && !/^(#|data:image\/(png|jpeg|gif|webp|avif|svg\+xml);base64,)/.test(value);
      return isLink || /^on/i.test(name) || isBadValue(value) || (/attributeName/.test(name) && /href|^on/i.test(value));
    });
    return [...(isBad ? [node.nodeName] : []), ...attributes.map(({ name, value }) => `${node.nodeName} ${name}=${value}`)];
  });
}

describe("a kept drawing", () => {
  test("has no script and nothing from elsewhere, whichever of many ways its author tried", async () => {
    expect(svgScripts.length).toBeGreaterThanOrEqual(60);
    let keptCount = 0;
    for (const text of svgScripts) {
      const cleaned = await cleanedOrRefused(text);
      if (cleaned === undefined) continue;
      keptCount += 1;
      expect([text, errorsOf(cleaned)]).toEqual([text, []]);
      expect([text, cleaned.includes(new URL(elsewhere).host) && !/<text|<style/.test(cleaned)]).toEqual([text, false]);
      expect((await cleanDrawing(cleaned, false)).text).toBe(cleaned);
    }
    // Most are cleaned; the others are not well-formed, or declare entities.
    expect(keptCount).toBeGreaterThan(svgScripts.length * 0.85);
  });

  test("the words of this test find each of the ways in a drawing that was not cleaned", () => {
    const unseen = svgScripts.filter((text) => errorsOf(text).length === 0 && !/<!DOCTYPE|&lt;script/.test(text));
    expect(unseen).toEqual([]);
  });

  test("keeps what drawing programs write", async () => {
    for (const content of [
      '<linearGradient id="a" x1="0" gradientTransform="rotate(45)"><stop offset=".5" stop-color="#fff"/></linearGradient><rect fill="url(#a)"/>',
      '<clipPath id="c"><circle r="3"/></clipPath><g clip-path="url(#c)" transform="matrix(1 0 0 1 2 3)"><path d="M0 0L9 9z"/></g>',
      '<filter id="f" color-interpolation-filters="sRGB"><feGaussianBlur in="SourceAlpha" stdDeviation="2"/></filter><g filter="url(#f)"/>',
      '<symbol id="s" viewBox="0 0 1 1"><path d="M0 0"/></symbol><use xlink:href="#s" x="1"/><use href="#s"/>',
      `<image href="data:image/png;base64,${dot}" width="2" height="2"/>`,
      '<text x="1" y="2" font-family="Georgia, serif" xml:space="preserve">Ærlig <tspan font-weight="bold">talt &amp; så</tspan></text>',
      '<circle r="2"><animate attributeName="r" values="1;2;1" dur="2s" repeatCount="indefinite"/></circle>',
      '<mask id="m" maskUnits="userSpaceOnUse"><rect fill="#fff"/></mask><g mask="url(#m)" opacity=".5"/>',
      '<g aria-label="A tree" role="img"><title>A tree</title><desc>Green</desc></g>',
      '<style>.st0{fill:#c33;stroke:url(#a)}.st1{opacity:.5}@media (prefers-color-scheme:dark){.st0{fill:#fff}}</style><path class="st0"/>',
      '<path style="fill:none;stroke:#000;stroke-width:.26"/>',
    ]) {
      expect(await cleanDrawing(drawing(content), false)).toEqual({ text: drawing(content), cut: [] });
    }
    const inkscape = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Created with Inkscape -->\n<svg xmlns="http://www.w3.org/2000/svg"
      xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" width="10mm" sodipodi:docname="a.svg"><sodipodi:namedview/><metadata/><g/></svg>`;
    expect(await cleanDrawing(inkscape, false)).toEqual({
      text: '<svg xmlns="http://www.w3.org/2000/svg" width="10mm"><g/></svg>',
      cut: [],
    });
  });

  test("keeps what is inside of the file", async () => {
    const font = "data:font/woff2;base64,d09GMgABAAAAAA==";
    const inner = base64(drawing('<circle r="4"/>'));
    for (const [content, keptText] of [
      [
        `<style>@font-face { font-family: Own; src: url("${font}") format("woff2"), local("Own"); }</style>`,
        `src:url(${font})format("woff2")`,
      ],
      [
        `<style>@font-face{font-family:Own;src:url('data:application/font-woff;charset=utf-8;base64,d09GRg==')}</style>`,
        "data:application/font-woff;",
      ],
      [`<image xlink:href="data:image/jpg;base64,${dot}"/>`, `xlink:href="data:image/png;base64,${dot}"`],
      [`<image href="data:image/png;charset=utf-8;base64,${dot.slice(0, 20)}\n ${dot.slice(20)}"/>`, `href="data:image/png;base64,${dot}"`],
      [`<image href="data:image/png;base64,${dot.replaceAll("+", "%2B").replaceAll("=", "%3D")}"/>`, dot],
      [`<filter id="f"><feImage href="data:image/png;base64,${dot}"/></filter>`, `<feImage href="data:image/png;base64,${dot}"/>`],
      ['<filter id="f"><feImage xlink:href="#a"/></filter>', '<feImage xlink:href="#a"/>'],
      [`<image href="data:image/svg+xml;base64,${inner}"/>`, `href="data:image/svg+xml;base64,${inner}"`],
      [`<image href="data:image/svg+xml;utf8,${drawing('<circle r="4"/>').replaceAll("<", "%3C").replaceAll('"', "%22")}"/>`, inner],
      [`<style>rect{mask-image:url(data:image/png;base64,${dot})}</style>`, dot],
      ['<rect style="fill: light-dark(rgb(255, 0, 0), rgb(0, 0, 255))"/>', "light-dark(rgb(255,0,0),rgb(0,0,255))"],
      ["<style>@layer base, top; @layer base { rect { fill: red } }</style>", "@layer base,top;@layer base{rect{fill:red}}"],
      ['<rect style="background: linear-gradient(red, blue)"/>', "linear-gradient(red,blue)"],
      ["<style>rect { width: calc(40px * sin(90deg) + round(up, 1.2px, 1px)) }</style>", "sin(90deg)"],
      ['<switch><g requiredExtensions="http://example.com/none"/><g/></switch>', 'requiredExtensions="http://example.com/none"'],
      [`<linearGradient id="g (1)"/><rect fill="url('#g (1)')"/><use href="#g (1)"/>`, `fill="url('#g (1)')"/><use href="#g (1)"/>`],
      ['<text>see "data:image/png;base64,AAAA"</text>', "see"],
    ] as const) {
      const { text, cut } = await cleanDrawing(drawing(content), false);
      expect([text, cut]).toEqual([expect.stringContaining(keptText), []]);
      expect((await cleanDrawing(text, false)).text).toBe(text);
    }
  });

  test("has plain names, whatever prefix a program chose, and a namespace", async () => {
    const prefixed = `<s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink"><s:g id="a"/><s:use l:href="#a"/></s:svg>`;
    const plain =
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><g id="a"/><use xlink:href="#a"/></svg>';
    expect((await cleanDrawing(prefixed, false)).text).toBe(plain);
    expect((await cleanDrawing('<svg viewBox="0 0 9 9"><g/></svg>', false)).text).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g/></svg>',
    );
  });

  test("tells what was cut out of it and of the drawings in it, each once", async () => {
    const inner = drawing('<script>1</script><image href="http://example.com/a.png"/>');
    const content = `<metadata/><!-- a --><g data-a="1" onclick="b()"/><g onclick="c()"/><foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>
      <style>@charset "utf-8";@import "a.css";/* a */rect{fill:red;mask:url(b.svg#c)}</style><image href="data:image/svg+xml;base64,${base64(inner)}"/>`;
    const { cut } = await cleanDrawing(drawing(content, ' xmlns:i="http://example.com/i" i:version="1"'), false);
    expect(cut).toEqual(["@import", "mask:url(b.svg#c)", "<g onclick>", "<foreignObject>", "<script>", "<image href>"]);
  });

  longTest("has few drawings inside of each other, with as many parts together as one may have", async () => {
    const nest = (depth: number): string =>
      depth === 0 ? drawing("<g/>") : drawing(`<image href="data:image/svg+xml;base64,${base64(nest(depth - 1))}"/>`);
    expect(await cleanedOrRefused(nest(3))).toBe(nest(3));
    expect(await cleanedOrRefused(nest(4))).toBeUndefined();
    const half = `<image href="data:image/svg+xml;base64,${base64(drawing("<g/>".repeat(24_000)))}"/>`;
    expect(await cleanedOrRefused(drawing(half.repeat(3)))).toBeUndefined();
  });

  test("is refused if it is not well-formed, declares entities, or has too many parts", async () => {
    const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
    for (const [text, code] of [
      [`<!DOCTYPE svg [<!ENTITY l0 "ha">${laughs}]>${drawing("<text>&l9;</text>")}`, "file_type_refused"],
      ["<svg xmlns='http://www.w3.org/2000/svg'><g></svg>", "file_damaged"],
      [drawing("<g>&nothing;</g>"), "file_damaged"],
      ['<svg xmlns="http://www.w3.org/1999/xhtml"><script/></svg>', "file_type_refused"],
      ['<s:svg xmlns:s="http://example.com/"/>', "file_type_refused"],
      [drawing("<g/>".repeat(50_001)), "file_too_costly"],
      [drawing("<g>".repeat(300) + "</g>".repeat(300)), "file_too_costly"],
    ] as const) {
      const { refusal } = await cleanDrawing(text, false).then(
        () => ({ refusal: undefined }),
        (error: unknown) => error as Refused,
      );
      expect([text.slice(0, 60), refusal?.refused]).toEqual([text.slice(0, 60), code]);
    }
  });
});
