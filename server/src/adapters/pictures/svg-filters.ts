import { generate, parse, walk } from "css-tree";
import type { XmlNode } from "jsdom";
import { maxDrawingElements, maxFilterSeconds } from "./limits.ts";
import { Refused } from "./refusal.ts";
import {
  boxOf,
  determinant,
  listOf,
  matrixOf,
  multiply,
  numberOf,
  portionOf,
  saysGeometry,
  type Matrix,
  type Styled,
} from "./svg-boxes.ts";

type Weigh = (node: XmlNode, pixelsOfUnit: number) => number;
const numbers = (text: string | null): number[] => (text ?? "").match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi)?.map(Number) ?? [];
const [most, mostOctaves] = [21, 9];
const both = (text: string | null, usual: number): [number, number] => {
  const [first = usual, second = first] = numbers(text);
  return [Math.abs(first), Math.abs(second)];
};

/**
 * Nanoseconds for a pixel of a filter's region, rounded. Measured with sharp 0.35.5 (librsvg 2.63.2, one thread) on a busy machine of two cores: processor time of a
 * rectangle with the filter, less that of the rectangle alone. Those up to feComponentTransfer at 1,000 × 1,000 pixels, the smallest of three runs; the others once at
 * 1,000 × 1,000 and 2,000 × 2,000, which agreed within a fifth, blurs within 40 %; the octaves of feTurbulence once at 300 × 300. At 3,840 × 2,160, in four tiles,
 * a pixel took four to five times as much. From 9 octaves and a radius of 10 pixels on the cost rises no more; a deviation changes little.
 */
const weights: Readonly<Record<string, Weigh>> = {
  feFlood: () => 10,
  feOffset: () => 15,
  feTile: () => 20,
  feImage: () => 25,
  feMerge: (node) => 20 + 45 * [...node.childNodes].filter(({ nodeName }) => nodeName === "feMergeNode").length,
  feBlend: () => 80,
  feComposite: () => 80,
  feColorMatrix: () => 90,
  feComponentTransfer: () => 110,
  feDiffuseLighting: () => 120,
  feSpecularLighting: () => 170,
  feDropShadow: () => 250,
  feGaussianBlur: () => 260,
  feMorphology: (node, pixelsOfUnit) => {
    const [across, down] = both(node.getAttribute("radius"), 0).map((radius) => Math.min(2 * radius * pixelsOfUnit + 1, most));
    return 30 + 11 * (across ?? most) * (down ?? most);
  },
  feConvolveMatrix: (node) => {
    const [across, down] = both(node.getAttribute("order"), 3);
    return 150 + 16 * across * down;
  },
  feTurbulence: (node) => 150 + 75 * Math.min(both(node.getAttribute("numOctaves"), 1)[0], mostOctaves),
  feDisplacementMap: () => 1_600,
};
/** For a pixel of the whole drawing, wherever the region is: a primitive has a surface of that size. */
const surface = 2;
const functions = /\b(?:blur|drop-shadow|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia)\(/g;
/** The widest variant, and the edge of a tile: libvips draws one tile after the other, and librsvg each filter for each tile. */
const [widest, tileEdge] = [3_840, 2_000];
/** Only drawn where something refers to them. */
const notDrawn = new Set([
  "defs",
  "symbol",
  "filter",
  "clipPath",
  "mask",
  "pattern",
  "marker",
  "linearGradient",
  "radialGradient",
  "style",
]);
/** Elements that are drawn, each use counted: more than a drawing may have, and less than librsvg draws. */
const maxDrawn = 4 * maxDrawingElements;

/** Throws Refused where all uses of filters would take longer, at the largest size that is ever rendered, than a drawing may. */
export function checkFilters(root: XmlNode, { width, height }: { width: number; height: number }): void {
  const nodes = [...elementsOf(root)];
  const byId = new Map(nodes.map((node) => [node.getAttribute("id") ?? "", node]));
  const { declared, styled } = readStyles(root, nodes);
  const scale = Math.min(1, widest / width);
  const [across, down] = [width * scale, height * scale];
  const drawnPixels = across * down * Math.ceil(across / tileEdge) * Math.ceil(down / tileEdge);
  const unitArea = areaOfUnit(root, [across, down], [width, height]);
  let drawn = 0;
  let nanoseconds = 0;

  draw(root, unitArea === undefined ? undefined : [1, 0, 0, 1, 0, 0], new Set());

  function draw(node: XmlNode, outer: Matrix | undefined, within: ReadonlySet<XmlNode>): void {
    if ((drawn += 1) > maxDrawn) throw tooMuchFiltered();
    const isScaled = node !== root && ["svg", "symbol"].includes(node.nodeName) && node.getAttribute("viewBox") !== null;
    const matrix = isScaled ? undefined : multiply(outer, matrixOf(node, styled));
    for (const [property, value] of declarationsOf(node, declared)) {
      for (const [, id = ""] of value.matchAll(/url\(\s*["']?#([^"')]*)/g)) {
        const target = byId.get(id);
        if (target?.nodeName === "filter" && (property === "filter" || property.startsWith("--"))) apply(target, node, matrix, within);
        else if (target?.nodeName === "marker") {
          for (let vertex = numbers(node.getAttribute("d") ?? node.getAttribute("points")).length + 4; vertex > 0; vertex -= 2)
            enter(target, undefined, within);
        } else if (target) enter(target, undefined, within);
      }
      if (property === "filter") book((value.match(functions) ?? []).length * (surface + 260));
    }
    if (node.nodeName === "use") enter(targetOf(node), multiply(matrix, moved(node)), within);
    for (const child of node.childNodes) if (child.nodeType === 1 && !notDrawn.has(child.nodeName)) draw(child, matrix, within);
  }

  function enter(target: XmlNode | undefined, matrix: Matrix | undefined, within: ReadonlySet<XmlNode>): void {
    if (target && !within.has(target)) draw(target, matrix, new Set(within).add(target));
  }

  function targetOf(node: XmlNode): XmlNode | undefined {
    return byId.get((node.getAttribute("href") ?? node.getAttribute("xlink:href") ?? "").slice(1));
  }

  function apply(filter: XmlNode, node: XmlNode, matrix: Matrix | undefined, within: ReadonlySet<XmlNode>): void {
    const area = regionOf(filter, node, styled);
    const pixelsOfArea = matrix ? determinant(matrix) * (unitArea ?? Infinity) : Infinity;
    const share = area === undefined || !matrix ? 1 : Math.min(1, (area * pixelsOfArea) / (across * down));
    const pixelsOfUnit = Math.sqrt(pixelsOfArea);
    for (const primitive of filter.childNodes) {
      const weigh = weights[primitive.nodeName];
      if (weigh) book(surface + share * weigh(primitive, pixelsOfUnit));
      if (primitive.nodeName === "feImage") enter(targetOf(primitive), undefined, within);
    }
  }

  function book(perPixel: number): void {
    nanoseconds += perPixel * drawnPixels;
    if (nanoseconds > maxFilterSeconds * 1e9) throw tooMuchFiltered();
  }
}

function* elementsOf(node: XmlNode): Generator<XmlNode> {
  if (node.nodeType === 1) yield node;
  for (const child of node.childNodes) yield* elementsOf(child);
}

const moved = (node: XmlNode): Matrix => [1, 0, 0, 1, numberOf(node, "x") ?? 0, numberOf(node, "y") ?? 0];

/** The pixels of one unit of the drawing, squared. Undefined if its view box is not understood, which librsvg ignores. */
function areaOfUnit(root: XmlNode, [across, down]: readonly number[], [width, height]: readonly number[]): number | undefined {
  const text = root.getAttribute("viewBox");
  const [, , boxWidth = 0, boxHeight = 0, ...rest] = text === null ? [0, 0, width, height] : (listOf(text) ?? []);
  if (rest.length > 0 || boxWidth <= 0 || boxHeight <= 0) return undefined;
  const [byWidth, byHeight] = [(across ?? 0) / boxWidth, (down ?? 0) / boxHeight];
  return root.getAttribute("preserveAspectRatio")?.includes("slice") ? Math.max(byWidth, byHeight) ** 2 : byWidth * byHeight;
}

/** In units of the element that is filtered. Undefined if it does not follow from plain numbers. */
function regionOf(filter: XmlNode, node: XmlNode, styled: Styled): number | undefined {
  const units = filter.getAttribute("filterUnits") ?? "objectBoundingBox";
  if (styled.has(filter)) return undefined;
  if (units === "userSpaceOnUse") {
    const [width, height] = [numberOf(filter, "width"), numberOf(filter, "height")];
    return width === undefined || height === undefined ? undefined : Math.abs(width * height);
  }
  const box = boxOf(node, styled);
  if (units !== "objectBoundingBox" || !box) return undefined;
  const [across, down] = ["width", "height"].map((name) => portionOf(filter.getAttribute(name) ?? "120%"));
  return across === undefined || down === undefined ? undefined : Math.abs((box.right - box.left) * (box.bottom - box.top) * across * down);
}

type Declarations = ReadonlyMap<XmlNode, readonly [string, string][]>;

function declarationsOf(node: XmlNode, declared: Declarations): [string, string][] {
  const attributes = [...(node.attributes ?? [])]
    .filter(({ value }) => value.includes("("))
    .map(({ name, value }): [string, string] => [name, value]);
  return [...attributes, ...styleOf(node.getAttribute("style") ?? ""), ...(declared.get(node) ?? [])];
}

/** Those with a function, such as url(). */
function styleOf(text: string): [string, string][] {
  const all: [string, string][] = [];
  if (text.includes("(")) {
    walk(parse(text, { context: "declarationList" }), (node) => {
      if (node.type === "Declaration") all.push([node.property.toLowerCase(), generate(node.value)]);
    });
  }
  return all.filter(([, value]) => value.includes("("));
}

/**
 * Reads the declarations of style sheets that call functions, under any media query, and the elements whose geometry a style sheet or an attribute `style`
 * sets. A selector that cannot be parsed counts for every element.
 */
function readStyles(root: XmlNode, nodes: readonly XmlNode[]): { declared: Declarations; styled: Styled } {
  const declared = new Map<XmlNode, [string, string][]>();
  const styled = new Set(nodes.filter((node) => saysGeometry(node.getAttribute("style") ?? "")));
  for (const sheet of nodes.filter(({ nodeName }) => nodeName === "style")) {
    walk(parse(sheet.textContent ?? ""), (rule) => {
      if (rule.type !== "Rule") return;
      const block = generate(rule.block);
      const declarations = styleOf(block.slice(1, -1));
      const isOfGeometry = saysGeometry(block);
      if (declarations.length === 0 && !isOfGeometry) return;
      for (const node of selected(root, nodes, generate(rule.prelude))) {
        declared.set(node, [...(declared.get(node) ?? []), ...declarations]);
        if (isOfGeometry) styled.add(node);
      }
    });
  }
  return { declared, styled };
}

function selected(root: XmlNode, nodes: readonly XmlNode[], selector: string): Iterable<XmlNode> {
  try {
    return root.ownerDocument.querySelectorAll(selector);
  } catch {
    return nodes;
  }
}

function tooMuchFiltered(): Refused {
  const detail =
    "The filters of the drawing take too long to draw: use fewer or simpler ones, make the drawing smaller, or save it as a PNG.";
  return new Refused("file_too_costly", detail);
}
