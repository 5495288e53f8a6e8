import type { XmlNode } from "jsdom";

export type Matrix = readonly [number, number, number, number, number, number];
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const number = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/.source;
const pixels = new RegExp(`^\\s*(${number})(?:px)?\\s*$`);
const portion = new RegExp(`^\\s*(${number})(%?)\\s*$`);
const numbers = new RegExp(`^\\s*${number}(?:(?:\\s+|\\s*,\\s*)${number})*\\s*$`);

/** A number of pixels; undefined if it is absent, in another unit, or none: librsvg ignores that. */
export function numberOf(node: XmlNode, name: string): number | undefined {
  const [, digits] = pixels.exec(node.getAttribute(name) ?? "") ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** A share of something, such as `0.5` or `50%`. */
export function portionOf(text: string): number | undefined {
  const [, digits, percent] = portion.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) / (percent ? 100 : 1);
}

/** Undefined if the text is anything but numbers. */
export function listOf(text: string): number[] | undefined {
  return numbers.test(text)
    ? text
        .trim()
        .split(/[\s,]+/)
        .map(Number)
    : undefined;
}

/** Style sheets and attributes `style` that say where an element is, or how large: they win over its attributes. */
const geometry = /(?:^|[;{\s])(?:x|y|r|rx|ry|cx|cy|d|width|height|transform|translate|rotate|scale|zoom|all)\s*:/i;

export function saysGeometry(declarations: string): boolean {
  return geometry.test(declarations);
}

/** Elements whose geometry a style says. It does not follow from their attributes, and styles are not calculated here. */
export type Styled = ReadonlySet<XmlNode>;

export const determinant = ([a, b, c, d]: Matrix): number => Math.abs(a * d - b * c);

export function multiply(outer: Matrix | undefined, inner: Matrix | undefined): Matrix | undefined {
  if (!outer || !inner) return undefined;
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

const transformed = /^\s*(\w+)\s*\(([^()]*)\)\s*,?/;

/** The attribute `transform`. Undefined if it is not understood, which librsvg ignores, or if a style has one. */
export function matrixOf(node: XmlNode, styled: Styled): Matrix | undefined {
  if (styled.has(node)) return undefined;
  let matrix: Matrix | undefined = [1, 0, 0, 1, 0, 0];
  let rest = node.getAttribute("transform") ?? "";
  while (matrix && rest.trim() !== "") {
    const [whole = "", name = "", values = ""] = transformed.exec(rest) ?? [];
    matrix = multiply(matrix, single(name, listOf(values) ?? []));
    rest = rest.slice(whole.length);
  }
  return matrix?.every(Number.isFinite) ? matrix : undefined;
}

function single(name: string, [first, second, ...rest]: readonly number[]): Matrix | undefined {
  if (first === undefined) return undefined;
  if (name === "translate" && rest.length === 0) return [1, 0, 0, 1, first, second ?? 0];
  if (name === "scale" && rest.length === 0) return [first, 0, 0, second ?? first, 0, 0];
  if (name === "rotate" && rest.length === (second === undefined ? 0 : 1)) {
    const [sine, cosine] = [Math.sin((first * Math.PI) / 180), Math.cos((first * Math.PI) / 180)];
    const [x, y] = [second ?? 0, rest[0] ?? 0];
    return [cosine, sine, -sine, cosine, x - cosine * x + sine * y, y - sine * x - cosine * y];
  }
  if (name !== "matrix" || second === undefined || rest.length !== 4) return undefined;
  const [c = 0, d = 0, e = 0, f = 0] = rest;
  return [first, second, c, d, e, f];
}

/** The box around an element, in its own units. Undefined if it does not follow from plain numbers: then it may be as large as the drawing. */
export function boxOf(node: XmlNode, styled: Styled): Box | undefined {
  if (styled.has(node)) return undefined;
  const at = (name: string) => (node.getAttribute(name) === null ? 0 : numberOf(node, name));
  const box = (left?: number, top?: number, width?: number, height?: number): Box | undefined =>
    left === undefined || top === undefined || width === undefined || height === undefined
      ? undefined
      : { left, top, right: left + width, bottom: top + height };
  switch (node.nodeName) {
    case "rect":
    case "image":
      return box(at("x"), at("y"), numberOf(node, "width"), numberOf(node, "height"));
    case "circle":
    case "ellipse": {
      // The one that is absent is as long as the other one.
      const [across, down] = (node.nodeName === "circle" ? ["r", "r"] : ["rx", "ry"]).map((name) => numberOf(node, name));
      const [x, y] = [at("cx"), at("cy")];
      if (across === undefined || down === undefined || x === undefined || y === undefined) return undefined;
      return box(x - across, y - down, 2 * across, 2 * down);
    }
    case "polygon":
    case "polyline":
      return boxOfPath(`M${node.getAttribute("points") ?? ""}`);
    case "path":
      return boxOfPath(node.getAttribute("d") ?? "");
    case "g": {
      const children = [...node.childNodes].filter(({ nodeType }) => nodeType === 1);
      const boxes = children.map((child) => turned(boxOf(child, styled), matrixOf(child, styled)));
      return boxes.length === 0 ? box(0, 0, 0, 0) : boxes.reduce((sum, each) => sum && each && around([sum, each]));
    }
    default:
      return undefined;
  }
}

function around(boxes: readonly [Box, ...Box[]]): Box {
  const most = (pick: (box: Box) => number, of: (...values: number[]) => number) => of(...boxes.map(pick));
  return {
    left: most(({ left }) => left, Math.min),
    top: most(({ top }) => top, Math.min),
    right: most(({ right }) => right, Math.max),
    bottom: most(({ bottom }) => bottom, Math.max),
  };
}

function turned(box: Box | undefined, matrix: Matrix | undefined): Box | undefined {
  if (!box || !matrix) return undefined;
  const [a, b, c, d, e, f] = matrix;
  const corner = (x: number, y: number): Box => {
    const [left, top] = [a * x + c * y + e, b * x + d * y + f];
    return { left, top, right: left, bottom: top };
  };
  return around([corner(box.left, box.top), corner(box.right, box.top), corner(box.left, box.bottom), corner(box.right, box.bottom)]);
}

const lengths: Readonly<Record<string, number>> = { m: 2, l: 2, t: 2, h: 1, v: 1, c: 6, s: 4, q: 4, z: 0 };

/** Curves that the next smooth one of their kind goes on from. */
const smooth: Readonly<Record<string, string>> = { s: "cs", t: "qt" };

/** Around all points and handles. Undefined for arcs, whose extent takes more than their numbers. */
function boxOfPath(text: string): Box | undefined {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  let [x, y, startX, startY] = [0, 0, 0, 0];
  /** The last handle, which a smooth curve after it reflects. */
  let [handleX, handleY] = [0, 0];
  let before = "";
  for (const [, command = "", list = ""] of text.matchAll(/([a-df-z])([^a-df-z]*)/gi)) {
    const kind = command.toLowerCase();
    const step = lengths[kind];
    if (step === undefined) return undefined;
    const values = list.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi)?.map(Number) ?? [];
    if (kind === "z") [x, y] = [startX, startY];
    for (let from = 0; step > 0 && from + step <= values.length; from += step) {
      const [baseX, baseY] = kind === command ? [x, y] : [0, 0];
      if (kind in smooth) {
        [handleX, handleY] = before !== "" && smooth[kind]?.includes(before) ? [2 * x - handleX, 2 * y - handleY] : [x, y];
        grow(handleX, handleY);
      }
      if (kind === "h") x = baseX + (values[from] ?? 0);
      else if (kind === "v") y = baseY + (values[from] ?? 0);
      for (let at = from; step > 1 && at < from + step; at += 2) {
        [x, y] = [baseX + (values[at] ?? 0), baseY + (values[at + 1] ?? 0)];
        grow(x, y);
        if (at === from + step - 4) [handleX, handleY] = [x, y];
      }
      grow(x, y);
      if (kind === "m" && from === 0) [startX, startY] = [x, y];
      before = kind;
    }
    before = kind;
  }
  return box.right < box.left ? undefined : box;

  function grow(toX: number, toY: number): void {
    box.left = Math.min(box.left, toX);
    box.top = Math.min(box.top, toY);
    box.right = Math.max(box.right, toX);
    box.bottom = Math.max(box.bottom, toY);
  }
}
