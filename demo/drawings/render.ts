import type { Ground } from "./palette.ts";
import { type Flat, type Mark, type Point, yaw } from "./solids.ts";

/** The surface that a product stands on, hangs on or hangs from, and the height from which the viewer sees it. */
export interface Setting {
  readonly pitch: number;
  readonly turn: number;
  readonly shadow: "floor" | "wall" | "none";
  /** The middle of the lower edge, and the space above it. */
  readonly foot: number;
  readonly width: number;
  readonly height: number;
  /** Where the wall meets the floor. */
  readonly horizon: number;
}

/** A product in its room. */
export interface Scene {
  readonly title: string;
  readonly ground: Ground;
  readonly setting: Setting;
  readonly marks: readonly Mark[];
  /** The share of the room that it fills. */
  readonly size: number;
}

export const settings = {
  floor: { pitch: 17, turn: yaw, shadow: "floor", foot: 770, width: 840, height: 620, horizon: 590 },
  above: { pitch: 34, turn: yaw, shadow: "floor", foot: 770, width: 900, height: 560, horizon: 300 },
  wall: { pitch: 8, turn: 16, shadow: "wall", foot: 720, width: 800, height: 540, horizon: 900 },
  aside: { pitch: 10, turn: 48, shadow: "wall", foot: 720, width: 800, height: 540, horizon: 900 },
  front: { pitch: 0, turn: 0, shadow: "wall", foot: 760, width: 800, height: 600, horizon: 900 },
  ceiling: { pitch: -9, turn: yaw, shadow: "none", foot: 600, width: 700, height: 360, horizon: 900 },
  night: { pitch: 12, turn: yaw, shadow: "floor", foot: 770, width: 700, height: 590, horizon: 590 },
} as const satisfies Record<string, Setting>;

const [pageWidth, pageHeight] = [1200, 900];

/** The whole drawing, as the text of an SVG file. */
export function render({ title, ground, setting, marks, size }: Scene): string {
  const project = camera(setting);
  const measured = marks.filter((mark) => !mark.loose).flatMap((mark) => mark.points.map(project));
  const fit = fitting(measured, setting, size);
  const draw = (point: Point) => fit(project(point));
  const { scale } = fit;
  const paths = marks.flatMap((mark) => path(mark, mark.points.map(draw), scale));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pageWidth} ${pageHeight}" width="${pageWidth}" height="${pageHeight}" role="img">`,
    `<title>${title.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</title>`,
    room(ground, setting),
    shadow(marks, draw, setting, scale),
    `<g stroke-linejoin="round" stroke-linecap="round">`,
    ...merged(paths),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

interface Drawn {
  readonly paint: string;
  readonly d: string;
}

function camera({ pitch, turn }: Setting): (point: Point) => Flat {
  const [yawSin, yawCos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)];
  const [pitchSin, pitchCos] = [Math.sin((pitch * Math.PI) / 180), Math.cos((pitch * Math.PI) / 180)];
  return ([x, y, z]) => [x * yawCos + y * yawSin, -z * pitchCos - (y * yawCos - x * yawSin) * pitchSin];
}

function fitting(points: readonly Flat[], { foot, width, height }: Setting, size: number): ((point: Flat) => Flat) & { scale: number } {
  const [us, vs] = [points.map(([u]) => u), points.map(([, v]) => v)];
  const [left, right, top, bottom] = [Math.min(...us), Math.max(...us), Math.min(...vs), Math.max(...vs)];
  const scale = Math.min((width * size) / (right - left), (height * size) / (bottom - top));
  // A drawing that does not fill the height moves up, towards the middle of the room.
  const lift = (height - (bottom - top) * scale) * 0.2;
  const fit = ([u, v]: Flat): Flat => [pageWidth / 2 + (u - (left + right) / 2) * scale, foot - lift + (v - bottom) * scale];
  return Object.assign(fit, { scale });
}

function path(mark: Mark, points: readonly Flat[], scale: number): Drawn[] {
  if (mark.outward && area(points) >= 0) return [];
  const opacity = mark.opacity === undefined || mark.opacity === 1 ? "" : ` opacity="${mark.opacity}"`;
  if (mark.width !== undefined) {
    const paint = `fill="none" stroke="${mark.colour}" stroke-width="${number(mark.width * scale)}"${opacity}`;
    return [{ paint, d: `M${trace(points)}` }];
  }
  // A hairline in its own colour closes the seams between neighbours.
  const seam = opacity ? "" : ` stroke="${mark.colour}"`;
  return [{ paint: `fill="${mark.colour}"${seam}${opacity}`, d: `M${trace(points)}Z` }];
}

/** Neighbours in one colour become one path, unless one must show through the other. */
function merged(drawn: readonly Drawn[]): string[] {
  const runs: { paint: string; d: string }[] = [];
  for (const { paint, d } of drawn) {
    const last = runs.at(-1);
    const seeThrough = paint.includes("opacity") && !paint.startsWith(`fill="none"`);
    if (last?.paint === paint && !seeThrough) last.d += d;
    else runs.push({ paint, d });
  }
  return runs.map(({ paint, d }) => `<path ${paint} d="${d}"/>`);
}

function room({ wall, floor, light }: Ground, { horizon }: Setting): string {
  return [
    `<rect width="${pageWidth}" height="${pageHeight}" fill="${wall}"/>`,
    `<path fill="#fff" opacity="${light}" d="M250 0L470 0L270 520L50 520ZM500 0L720 0L520 520L300 520Z"/>`,
    `<rect y="${horizon}" width="${pageWidth}" height="${pageHeight - horizon}" fill="${floor}"/>`,
  ].join("");
}

/** The shadow of all bodies at once, as one shape, so that no part of it darkens twice. */
function shadow(marks: readonly Mark[], draw: (point: Point) => Flat, { shadow: on }: Setting, scale: number): string {
  if (on === "none") return "";
  const cast = ([x, y, z]: Point): Point =>
    on === "floor" ? [x + z * 0.3, y + z * 0.1, 0] : [x + Math.max(1, -y) * 0.5, 0, z - Math.max(1, -y) * 0.7];
  const casting = marks.filter((mark) => !mark.loose);
  const traced = casting.map((mark) => ({ mark, points: mark.points.map((point) => draw(cast(point))) }));
  // For a body, the faces on one side of the light are enough.
  const faces = traced.filter(({ mark, points }) => mark.width === undefined && (mark.outward ? area(points) < -12 : area(points) !== 0));
  const lines = traced.filter(({ mark }) => mark.width !== undefined);
  const d = faces.map(({ points }) => `M${trace(area(points) < 0 ? points.toReversed() : points, 0)}Z`).join("");
  const strokes = lines.map(
    ({ mark, points }) =>
      `<path fill="none" stroke="#1d2a33" stroke-width="${number((mark.width ?? 0) * scale)}" d="M${trace(points, 0)}"/>`,
  );
  return `<g opacity=".17"><path fill="#1d2a33" d="${d}"/>${strokes.join("")}</g>`;
}

function area(points: readonly Flat[]): number {
  return points.reduce((sum, [u, v], index) => {
    const [nextU, nextV] = points[(index + 1) % points.length] ?? [u, v];
    return sum + u * nextV - nextU * v;
  }, 0);
}

function trace(points: readonly Flat[], digits = 1): string {
  return points.map(([u, v]) => `${number(u, digits)} ${number(v, digits)}`).join("L");
}

function number(value: number, digits = 1): string {
  return String(Number(value.toFixed(digits)));
}
