import type { Material } from "./palette.ts";

/** A point in centimetres: to the right, away from the viewer, up. */
export type Point = readonly [x: number, y: number, z: number];

/** A point of an outline, in a plane. */
export type Flat = readonly [u: number, v: number];

/** One element, in the order of drawing: a face, or a line where `width` is given. */
export interface Mark {
  readonly points: readonly Point[];
  readonly colour: string;
  readonly width?: number;
  readonly opacity?: number;
  /** Counter-clockwise as seen from outside: a face that is turned away is left out. */
  readonly outward?: boolean;
  /** Decoration: casts no shadow, and does not count in measurements. */
  readonly loose?: boolean;
}

const radians = Math.PI / 180;

/** How far every room is turned; round bodies are shaded for it. */
export const yaw = 28;

/** A block with its left, front, lower corner at `at`. */
export function box(at: Point, [w, d, h]: Point, material: Material): Mark[] {
  return extrude("z", rectangle(at[0], at[1], w, d), at[2], at[2] + h, material);
}

/** A block of wood with its grain along the longer side of its most visible face. */
export function board(at: Point, size: Point, material: Material): Mark[] {
  const [x, y, z] = at;
  const [w, d, h] = size;
  const top: Point[] = [
    [x, y, z + h],
    [x + w, y, z + h],
    [x + w, y + d, z + h],
    [x, y + d, z + h],
  ];
  const front: Point[] = [
    [x, y, z],
    [x + w, y, z],
    [x + w, y, z + h],
    [x, y, z + h],
  ];
  const upright = front.map((_, index) => front[(index + 1) % 4] ?? at);
  const seen = d > h ? (w >= d ? top : top.map((_, index) => top[(index + 1) % 4] ?? at)) : h > w ? upright : front;
  return [...box(at, size, material), ...grain(seen, material)];
}

/** An outline drawn out along an axis; it runs counter-clockwise, seen from the end of the axis. */
export function extrude(axis: "x" | "y" | "z", outline: readonly Flat[], from: number, to: number, material: Material): Mark[] {
  const place = ([u, v]: Flat, w: number): Point => (axis === "z" ? [u, v, w] : axis === "x" ? [w, u, v] : [u, w, v]);
  const sides = outline.map((point, index): Mark => {
    const next = outline[(index + 1) % outline.length] ?? point;
    const quad = [place(point, from), place(next, from), place(next, to), place(point, to)];
    return solidFace(axis === "y" ? quad.toReversed() : quad, material);
  });
  const near = outline.map((point) => place(point, from));
  const far = outline.map((point) => place(point, to));
  const caps = axis === "y" ? [near, far.toReversed()] : [far, near.toReversed()];
  return [...sides, ...caps.map((cap) => solidFace(cap, material))];
}

/** A square leg between two points, thicker or thinner at its foot. */
export function leg(foot: Point, head: Point, [low, high]: Flat, material: Material): Mark[] {
  const square = ([x, y, z]: Point, side: number): Point[] => [
    [x - side / 2, y - side / 2, z],
    [x + side / 2, y - side / 2, z],
    [x + side / 2, y + side / 2, z],
    [x - side / 2, y + side / 2, z],
  ];
  const [a, b] = [square(foot, low), square(head, high)];
  const sides = a.map((point, index) => {
    const next = (index + 1) % 4;
    return solidFace([point, a[next] ?? point, b[next] ?? point, b[index] ?? point], material);
  });
  return [...sides, solidFace(b, material)];
}

/** A body turned on a lathe: radius and height from its foot to its top, above `at`. Small ones need few `parts`. */
export function lathe([x, y, z]: Point, profile: readonly Flat[], material: Material, parts = 8): Mark[] {
  const on = (angle: number, [r, h]: Flat): Point => [x + r * Math.cos(angle * radians), y + r * Math.sin(angle * radians), z + h];
  const [foot = [0, 0], top = [0, 0]] = [profile[0], profile.at(-1)];
  const band = (from: number, to: number, colour: string): Mark => {
    const turn = (ring: Flat, a: number, b: number) => steps(parts).map((t) => on(yaw - 90 + a + (b - a) * t, ring));
    const up = profile.map((ring) => on(yaw - 90 + to, ring));
    const down = profile.toReversed().map((ring) => on(yaw - 90 + from, ring));
    return face([...turn(foot, from, to), ...up, ...turn(top, to, from), ...down], colour);
  };
  const ring = (flat: Flat) => circle(flat[0], parts * 3 + 4).map(([u, v]): Point => [x + u, y + v, z + flat[1]]);
  return [
    band(-90, -38, material.light),
    band(-40, 32, material.base),
    band(30, 90, material.dark),
    ...(top[0] > 0 ? [{ ...face(ring(top), material.light), outward: true }] : []),
    ...(foot[0] > 0 ? [{ ...face(ring(foot).toReversed(), material.dark), outward: true }] : []),
  ];
}

/** The same profile with its corners rounded off, through the same points. */
export function curve(profile: readonly Flat[]): Flat[] {
  const at = (index: number): Flat => profile[Math.min(Math.max(index, 0), profile.length - 1)] ?? [0, 0];
  const spline = (a: number, b: number, c: number, d: number, t: number) =>
    b + (t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))) / 2;
  return profile.flatMap((point, index) => {
    if (index === profile.length - 1) return [point];
    const [a, b, c, d] = [at(index - 1), point, at(index + 1), at(index + 2)];
    return [0, 1 / 3, 2 / 3].map((t): Flat => [Math.max(0.2, spline(a[0], b[0], c[0], d[0], t)), spline(a[1], b[1], c[1], d[1], t)]);
  });
}

/** A flat piece, seen from either side. */
export function face(points: readonly Point[], colour: string, opacity = 1): Mark {
  return { points, colour, opacity };
}

/** A line, with its thickness in centimetres. */
export function line(points: readonly Point[], width: number, colour: string): Mark {
  return { points, colour, width };
}

/** The same marks as decoration. */
export function loose(marks: readonly Mark[], opacity?: number): Mark[] {
  return marks.map((mark) => ({ ...mark, loose: true, opacity: opacity ?? mark.opacity ?? 1 }));
}

/** Grain on four corners, along the side from the first to the second. */
export function grain(corners: readonly Point[], material: Material): Mark[] {
  const [a, b, c, d] = corners;
  if (!a || !b || !c || !d) return [];
  const rows: readonly Point[] = [
    [0.14, 0.04, 0.6],
    [0.3, 0.35, 0.97],
    [0.47, 0.02, 0.42],
    [0.52, 0.55, 0.9],
    [0.69, 0.12, 0.78],
    [0.86, 0.3, 0.66],
  ];
  const at = (across: number, along: number) => between(between(a, b, along), between(d, c, along), across);
  const width = Math.max(0.25, Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / 260);
  return loose(
    rows.map(([across, from, to]) => line([at(across, from), at(across, to)], width, material.line)),
    0.35,
  );
}

/** The point at `t` of the way. */
export function between(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** The same marks somewhere else. */
export function moved(marks: readonly Mark[], [dx, dy, dz]: Point): Mark[] {
  return marks.map((mark) => ({ ...mark, points: mark.points.map(([x, y, z]): Point => [x + dx, y + dy, z + dz]) }));
}

/** Points of an outline, as written: `"14 0, 14 1.5"`. */
export function outline(text: string): Flat[] {
  return numbers(text).map(([u = 0, v = 0]): Flat => [u, v]);
}

/** Points in the room, as written: `"0 0 6, 0 0 24"`. */
export function trail(text: string): Point[] {
  return numbers(text).map(([x = 0, y = 0, z = 0]): Point => [x, y, z]);
}

/** From 0 to 1 in the given number of steps, both included. */
export function steps(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, index) => index / count);
}

/** The outline of a rectangle. */
function rectangle(u: number, v: number, w: number, h: number): Flat[] {
  return [
    [u, v],
    [u + w, v],
    [u + w, v + h],
    [u, v + h],
  ];
}

/** The outline of a rectangle around the middle, with its corners taken off. */
export function rounded(w: number, h: number, r: number): Flat[] {
  const corners: Flat[] = [
    [w / 2 - r, h / 2 - r],
    [r - w / 2, h / 2 - r],
    [r - w / 2, r - h / 2],
    [w / 2 - r, r - h / 2],
  ];
  return corners.flatMap(([u, v], quarter) =>
    steps(5).map((t): Flat => {
      const angle = (quarter + t) * 90 * radians;
      return [u + r * Math.cos(angle), v + r * Math.sin(angle)];
    }),
  );
}

/** The outline of a circle around the middle. */
export function circle(r: number, parts = 32): Flat[] {
  return Array.from({ length: parts }, (_, index): Flat => {
    const angle = (index / parts) * 360 * radians;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
}

function numbers(text: string): number[][] {
  return text.split(",").map((point) => point.trim().split(" ").map(Number));
}

function solidFace(points: readonly Point[], material: Material): Mark {
  const [a, b, c] = points;
  return { points, colour: a && b && c ? toneOf(a, b, c, material) : material.base, outward: true };
}

/** Light falls from above and from the left. */
function toneOf(a: Point, b: Point, c: Point, material: Material): string {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(nx, ny, nz) || 1;
  if (nz / length > 0.5) return material.light;
  if (nz / length < -0.5 || nx / length > 0.45) return material.dark;
  return material.base;
}
