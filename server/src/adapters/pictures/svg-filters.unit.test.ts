import { expect, test } from "vitest";
import { Refused } from "./refusal.ts";
import { cleanDrawing } from "./svg-pictures.ts";

const drawing = (content: string, width = 1_600, height = 1_200) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
const filter = (content: string, attributes = "") => `<filter id="f" ${attributes}>${content}</filter>`;
const everywhere = '<rect width="100%" height="100%" filter="url(#f)"/>';
const times = (count: number, piece: (at: number) => string) => Array.from({ length: count }, (_, at) => piece(at)).join("");

async function outcome(text: string): Promise<string> {
  try {
    await cleanDrawing(text, false);
    return "kept";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    expect(error.refusal.detail).toContain("filters of the drawing");
    return error.refusal.refused;
  }
}

const shadow =
  '<feOffset dy="4"/><feGaussianBlur stdDeviation="6"/><feColorMatrix type="saturate" values=".2"/><feBlend in2="SourceGraphic"/>';
const merged = `<feFlood/><feComposite in2="SourceAlpha"/>${shadow}<feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>`;
const turbulence = (octaves = 1_000) => `<feTurbulence baseFrequency=".05" numOctaves="${octaves}"/>`;
const place = (at: number) => `${(at % 10) * 150} ${Math.floor(at / 10) * 180}`;

const honest: Record<string, string> = {
  "60 shadows of rectangles": drawing(
    filter(merged) +
      times(60, (at) => `<rect x="${(at % 10) * 150}" y="${Math.floor(at / 10) * 180}" width="120" height="90" filter="url(#f)"/>`),
  ),
  "60 shadows of a screen of 4K": drawing(
    filter('<feDropShadow dy="4" stdDeviation="6"/>') +
      times(60, (at) => `<g transform="translate(${place(at)})"><rect rx="9" width="240" height="180" filter="url(#f)"/></g>`),
    3_840,
    2_160,
  ),
  "60 shadows that Figma exports": drawing(
    times(
      60,
      (at) =>
        `<g filter="url(#f${at})"><path d="M${place(at)}h120v90h-120z"/></g><filter id="f${at}" x="0" y="0" width="140" height="120"
          filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feMorphology radius="4" operator="dilate"/>${merged}</filter>`,
    ),
  ),
  "40 blurred paths of Inkscape": drawing(
    filter('<feGaussianBlur stdDeviation="3.1"/>', 'x="-0.1" width="1.2" y="-0.1" height="1.2"') +
      times(
        40,
        (at) =>
          `<g transform="matrix(1.3 0 0 1.3 ${place(at)})"><path style="fill:#000;filter:url(#f)" d="m 0,0 c 9,9 80,9 90,0 l 20,70 -110,20 z"/></g>`,
      ),
  ),
  "shadows by a style sheet": drawing(
    `<style>.card { filter: drop-shadow(0 2px 4px #0004) } </style>${times(5, (at) => `<rect class="card" x="${at * 99}" width="9" height="9"/>`)}`,
  ),
  "60 cards, by use": drawing(
    filter(merged) +
      `<symbol id="s"><rect width="120" height="90" filter="url(#f)"/></symbol>${times(60, (at) => `<use href="#s" x="${at}"/>`)}`,
  ),
  "paper grain of a page": drawing(
    filter(`${turbulence(4)}<feColorMatrix type="saturate" values="0"/><feBlend in2="SourceGraphic"/>`) + everywhere,
  ),
  "a blurred background of a screen of 4K": drawing(filter('<feGaussianBlur stdDeviation="40"/>') + everywhere, 3_840, 2_160),
  "40 shadows of rectangles with classes and styles": drawing(
    `<style>.card { fill: #fff; stroke-width: 2 } .row { opacity: .9 }</style>${filter(merged)}${times(
      40,
      (at) =>
        `<g class="row" transform="translate(${place(at)})"><rect class="card" style="fill:#eee" width="120" height="90" filter="url(#f)"/></g>`,
    )}`,
  ),
  "40 shadows of smooth curves of Illustrator": drawing(
    filter(merged) +
      times(40, (at) => `<path filter="url(#f)" d="M${place(at)}c10 0 30 20 30 40s-9 60-30 60S${place(at)} ${place(at)}z"/>`),
  ),
  "a filter that nothing has": drawing(
    `${filter(turbulence())}<pattern id="p"><rect width="9" height="9" filter="url(#f)"/></pattern>`,
    9_000,
    4_000,
  ),
};

test.each(Object.entries(honest))("keeps %s", async (_, text) => {
  expect(await outcome(text)).toBe("kept");
});

const nested = (depth: number, inner: string): string => (depth === 0 ? inner : `<g filter="url(#f)">${nested(depth - 1, inner)}</g>`);
const doubled = (levels: number) =>
  times(levels, (at) => `<g id="u${at + 1}"><use href="#u${at}"/><use href="#u${at}"/></g>`) + `<use href="#u${levels}"/>`;
const blur = filter('<feGaussianBlur stdDeviation="2"/>');

const large = (content: string, sheet = "") => drawing(`${sheet}${filter(turbulence())}${content}`, 3_840, 2_160);

const hostile: Record<string, string> = {
  "turbulence at full size": drawing(filter(turbulence()) + everywhere, 3_840, 2_160),
  "turbulence of ten thousand pixels": drawing(filter(turbulence(2)) + everywhere, 3_840, 10_000),
  "turbulence by a style sheet": drawing(`<style>rect { filter: url(#f) }</style>${filter(turbulence())}<rect/>`, 3_840, 2_160),
  "turbulence by a style": drawing(`${filter(turbulence())}<rect style="filter: url('#f')"/>`, 3_840, 2_160),
  "small turbulence that is made large": drawing(
    `${filter(turbulence(), 'filterUnits="userSpaceOnUse" width="1" height="1"')}<g transform="scale(4000)"><rect width="1" height="1" filter="url(#f)"/></g>`,
    3_840,
    2_160,
  ),
  ...Object.fromEntries(
    Object.entries({
      "a style": ["", 'style="width:3000px;height:2000px"'],
      "a style sheet": ["<style>.b { color: red; width: 3000px; height: 2000px }</style>", 'class="b"'],
      "a style sheet for screens": ["<style>@media screen { rect { width: 3000px } }</style>", ""],
      "a variable": ["<style>:root { --w: 3000px } rect { width: var(--w) }</style>", ""],
      "a transform of a style": ["", 'style="transform:scale(3000)"'],
      "a transform of a style sheet": ["<style>rect { transform: scale(3000) }</style>", ""],
      "a scale of a style sheet": ["<style>rect { scale: 3000 }</style>", ""],
    }).flatMap(([by, [sheet, attributes]]) => [
      [`a small rectangle that is made large by ${by}`, large(`<rect width="1" height="1" ${attributes} filter="url(#f)"/>`, sheet)],
      [`a group of one that is made large by ${by}`, large(`<g filter="url(#f)"><rect width="1" height="1" ${attributes}/></g>`, sheet)],
    ]),
  ),
  "a small circle that a style makes large": large('<circle cx="9" cy="9" r="1" style="r:2000px" filter="url(#f)"/>'),
  "a small path that a style makes large": large(`<path d="M0 0h1v1z" style="d:path('M0 0h3000v2000z')" filter="url(#f)"/>`),
  "a region that a style sheet makes large": large(
    '<rect width="3000" height="2000" filter="url(#g)"/>',
    `<filter id="g" width=".01" height=".01">${turbulence()}</filter><style>filter { width: 1; height: 1 }</style>`,
  ),
  "a filter that a variable names": large('<rect width="3000" height="2000" style="--f:url(#f);filter:var(--f)"/>'),
  ...Object.fromEntries(
    ["scale(.001) x(", "scale(.001 .001 1)", "scale()", "scale(.001) translate(1,,2)", "matrix(.001 0 0 .001)"].map((transform) => [
      `turbulence in a transform that is ignored: ${transform}`,
      large(`<g transform="${transform}"><rect width="3000" height="2000" filter="url(#f)"/></g>`),
    ]),
  ),
  ...Object.fromEntries(
    [
      ['width=".001foo" height=".001"', "a number with more behind it"],
      ['width="0." height="1"', "a number that ends with a point"],
      ['filterUnits="userSpaceOnUse" width="1." height="1."', "pixels that end with a point"],
      ['filterUnits="userSpace" width="1" height="1"', "unknown units"],
    ].map(([attributes = "", what]) => [
      `a region of ${what}, which is ignored`,
      drawing(filter(turbulence(), attributes) + '<rect width="3840" height="2160" filter="url(#f)"/>', 3_840, 2_160),
    ]),
  ),
  "an ellipse of one radius": large('<ellipse rx="2000" filter="url(#f)"/>'),
  "a picture of one edge": large('<image width="3000" filter="url(#f)"/>'),
  "smooth curves that swing out": large(
    `<path filter="url(#f)" d="M0 0Q1 5 0 0${times(1_000, (at) => `T${at % 2 ? 0 : 3} ${at % 2 ? 3 : 0}`)}"/>`,
  ),
  "a view box that is ignored": drawing(filter(turbulence()) + everywhere, 3_840, 2_160).replace("<svg", '<svg viewBox="0 0 9e9 9e9 1"'),
  "a view box of another shape that is filled": drawing(
    `${filter(turbulence())}<rect width="1" height="1" filter="url(#f)"/>`,
    3_840,
    2_160,
  ).replace("<svg", '<svg viewBox="0 0 1 90000" preserveAspectRatio="xMidYMin slice"'),
  "filters inside of filters": drawing(blur + nested(190, "<rect/>")),
  "uses of uses": drawing(`${blur}<g id="u0"><rect filter="url(#f)"/></g>${doubled(16)}`),
  "uses of uses of something small": drawing(`${blur}<g id="u0"><rect width="1" height="1" filter="url(#f)"/></g>${doubled(20)}`),
  "a pattern with filters": drawing(
    `${blur}<pattern id="p">${times(30, () => everywhere)}</pattern>${times(9, () => '<rect fill="url(#p)"/>')}`,
  ),
  "a marker with a filter": drawing(
    `${blur}<marker id="m"><rect filter="url(#f)"/></marker><path marker-mid="url(#m)" d="M0 0${times(500, () => "L9 9")}"/>`,
  ),
  "a picture of a filtered shape in a filter": drawing(
    `${blur}<filter id="g">${times(100, () => '<feImage href="#r"/>')}</filter><rect id="r" filter="url(#f)"/><rect filter="url(#g)"/>`,
  ),
  "functions in a row": drawing(`<rect style="filter:${"blur(2px) ".repeat(60)}"/>`),
};

test.each(Object.entries(hostile))("refuses %s", async (_, text) => {
  expect(await outcome(text)).toBe("file_too_costly");
});

const lights = '<feDistantLight azimuth="30"/>';
/** Each kind of primitive, so that none is free. */
const primitives = [
  ["feFlood", "<feFlood/>"],
  ["feOffset", '<feOffset dx="3"/>'],
  ["feTile", "<feTile/>"],
  ["feImage", '<feImage href="#none"/>'],
  ["feMerge", "<feMerge><feMergeNode/></feMerge>"],
  ["feBlend", '<feBlend in2="SourceGraphic"/>'],
  ["feComposite", '<feComposite in2="SourceAlpha"/>'],
  ["feColorMatrix", '<feColorMatrix type="saturate" values=".4"/>'],
  ["feComponentTransfer", '<feComponentTransfer><feFuncR type="gamma" exponent="2"/></feComponentTransfer>'],
  ["feDiffuseLighting", `<feDiffuseLighting>${lights}</feDiffuseLighting>`],
  ["feSpecularLighting", `<feSpecularLighting>${lights}</feSpecularLighting>`],
  ["feDropShadow", '<feDropShadow stdDeviation="4"/>'],
  ["feGaussianBlur", '<feGaussianBlur stdDeviation="4"/>'],
  ["feMorphology", '<feMorphology radius="9"/>'],
  ["feConvolveMatrix", `<feConvolveMatrix order="9" kernelMatrix="${"1 ".repeat(81)}"/>`],
  ["feTurbulence", turbulence()],
  ["feDisplacementMap", '<feDisplacementMap in2="SourceGraphic" scale="20"/>'],
] as const;

test.each(primitives)("%s counts: once on a page is kept, on many pages of a drawing not", async (_, primitive) => {
  expect(await outcome(drawing(filter(primitive) + everywhere))).toBe("kept");
  expect(await outcome(drawing(filter(primitive) + times(1_200, () => everywhere)))).toBe("file_too_costly");
});
