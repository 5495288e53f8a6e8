import { circle, face, type Mark, type Point } from "./solids.ts";

/** The colour of lamplight. */
export const glow = "#ffdf9a";

/** A level circle of points. */
export function ring(r: number, z: number, parts = 24): Point[] {
  return circle(r, parts).map(([u, v]): Point => [u, v, z]);
}

/** A ball of light, brighter towards its middle. */
export function halo([x, y, z]: Point, r: number): Mark[] {
  return [1, 0.72, 0.46].map((part) => ({
    ...face(
      circle(r * part, 24).map(([u, v]): Point => [x + u * 0.883, y + u * 0.469, z + v]),
      glow,
      0.09,
    ),
    loose: true,
  }));
}
