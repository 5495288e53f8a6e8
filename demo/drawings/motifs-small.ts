import type { Motif } from "./motif.ts";
import { type Material, materials } from "./palette.ts";
import {
  board,
  box,
  circle,
  extrude,
  face,
  type Flat,
  grain,
  lathe,
  line,
  loose,
  type Mark,
  outline,
  type Point,
  rounded,
  steps,
  trail,
} from "./solids.ts";

/** Small things, most of them for the wall or the table. */
export const smallThings: Record<string, Motif> = {
  "krok-hook": {
    title: "Krok hook",
    finishes: ["black", "white", "rowan"],
    setting: "aside",
    size: 0.8,
    draw: (steel) => hook(materials[steel]),
  },
  "stav-candle-holder": { title: "Stav candle holder", finishes: ["black", "brass"], size: 0.8, draw: (metal) => candle(materials[metal]) },
  "fjol-board": {
    title: "Fjøl board",
    finishes: ["oak", "cherry"],
    setting: "wall",
    size: 0.9,
    draw: (wood) => breadBoard(materials[wood]),
  },
  "speil-mirror": {
    title: "Speil mirror",
    finishes: ["oak", "ash", "smoked-oak"],
    setting: "wall",
    size: 0.95,
    draw: (wood) => mirror(materials[wood]),
  },
  "rist-trivet": {
    title: "Rist trivet",
    finishes: ["oak", "smoked-oak"],
    setting: "above",
    size: 0.75,
    draw: (wood) => trivet(materials[wood]),
  },
  "hull-pencil-block": { title: "Hull pencil block", finishes: ["oak"], size: 0.75, draw: (wood) => pencilBlock(materials[wood]) },
};

function hook(steel: Material): Mark[] {
  const one = (x: number) => {
    const bend: Point[] = steps(12).map((t): Point => [
      x,
      -6 + 3.4 * Math.cos(Math.PI * (t + 0.02)) - 0.2,
      -3 - 3.6 * Math.sin(Math.PI * t),
    ]);
    return [
      ...extrude(
        "y",
        rounded(4.4, 15, 2.2).map(([u, v]): Flat => [u + x, v + 1]),
        -1,
        0,
        steel,
      ),
      ...loose(
        [5.6, -2.2].map((z) =>
          face(
            circle(0.7, 12).map(([u, v]): Point => [x + u, -1.1, z + v]),
            steel.line,
          ),
        ),
      ),
      line([[x, -1, 3], [x, -2.4, -3], ...bend, [x, -9.6, -1], [x, -9.8, 1]], 1.9, steel.base),
      face(
        circle(1.7, 16).map(([u, v]): Point => [x + u, -10, 1.6 + v]),
        steel.light,
      ),
    ];
  };
  return [...one(-17), ...one(0), ...one(17)];
}

function candle(metal: Material): Mark[] {
  const holder = (x: number, y: number, high: number, wax: number) => [
    ...lathe(
      [x, y, 0],
      [
        [5, 0],
        [5, 0.9],
        [3, 1.5],
        [1.6, 2.3],
        [1, 3.6],
        [0.9, high - 3],
        [1.3, high - 1.4],
        [2, high],
      ],
      metal,
      4,
    ),
    ...lathe(
      [x, y, high],
      [
        [1.1, 0],
        [1, wax],
      ],
      materials.white,
      2,
    ),
    ...loose([
      line(
        [
          [x, y, high + wax],
          [x + 0.15, y, high + wax + 1.1],
        ],
        0.25,
        "#3b2a1f",
      ),
    ]),
  ];
  return [...holder(-7, 6, 17, 15), ...holder(8, 0, 11, 18), ...holder(-3, -9, 6, 13)];
}

function breadBoard(wood: Material): Mark[] {
  const plate = (edge: readonly Flat[], y: number) => extrude("y", edge, y - 2, y, wood);
  const hole = (x: number, z: number, y: number) =>
    loose([
      face(
        circle(1.6, 20).map(([u, v]): Point => [x + u, y, z + v]),
        wood.line,
      ),
    ]);
  const handle: Flat[] = outline("-3.4 17, -2.6 25, -3.2 31, 0 33.4, 3.2 31, 2.6 25, 3.4 17");
  const large: Flat[] = [
    ...rounded(26, 36, 3)
      .toReversed()
      .filter(([, v]) => v <= 17),
    ...handle,
  ];
  const small = rounded(20, 30, 9).map(([u, v]): Flat => [u + 28, v - 3]);
  const edge = [...large].sort((a, b) => Math.atan2(a[1] - 5, a[0]) - Math.atan2(b[1] - 5, b[0]));
  return [
    ...plate(edge, 0),
    ...grain(trail("-10 -2 -16, -10 -2 16, 10 -2 16, 10 -2 -16"), wood),
    ...hole(0, 29.4, -2.1),
    ...plate(small, 0),
    ...grain(trail("21 -2 -14, 21 -2 8, 35 -2 8, 35 -2 -14"), wood),
    ...hole(28, 8.4, -2.1),
  ];
}

function mirror(wood: Material): Mark[] {
  const on = (edge: readonly Flat[]) => edge.map(([u, v]): Point => [u, -4.1, v]);
  const pane = circle(31, 44);
  const gleam = (from: number, width: number): Point[] =>
    on([
      [from, 26],
      [from + width, 26],
      [from + width - 30, -26],
      [from - 30, -26],
    ]).map(([x, y, z]): Point => {
      const reach = Math.min(1, 30 / Math.hypot(x, z));
      return [x * reach, y, z * reach];
    });
  const peg = face(on(circle(3, 16).map(([u, v]): Flat => [u, v + 52])), wood.base);
  const strap = (side: number) =>
    line(
      [
        [side * 30, -2, 20],
        [0, -3, 52],
      ],
      1.6,
      materials.slate.line,
    );
  return [
    strap(-1),
    strap(1),
    peg,
    ...extrude("y", circle(36, 48), -4, 0, wood),
    face(on(pane), materials.glass.base),
    ...loose([face(gleam(2, 14), materials.glass.light), face(gleam(22, 5), materials.glass.light)], 0.75),
    ...loose([line(on([...pane, ...pane.slice(0, 1)]), 0.7, wood.dark)]),
  ];
}

function trivet(wood: Material): Mark[] {
  const bars = [-8.4, -5, -1.6, 1.8, 5.2, 8.6].flatMap((y) => board([-11, y - 1, 1.6], [22, 2, 1.6], wood));
  return [...box([-8, -10, 0], [1.6, 20, 1.6], materials.black), ...box([6.4, -10, 0], [1.6, 20, 1.6], materials.black), ...bars];
}

/** Eleven holes, all of them upright. */
function pencilBlock(wood: Material): Mark[] {
  const holes = Array.from({ length: 11 }, (_, index): Flat => [-10 + index * 2, index % 2 ? 1.6 : -1.6]);
  const [first = [0, 0], second = [0, 0], third = [0, 0]] = [holes[2], holes[5], holes[8]];
  const pencil = ([x, y]: Flat, length: number, paint: Material) => [
    ...lathe(
      [x, y, 5],
      [
        [0.5, 0],
        [0.5, length],
      ],
      paint,
      2,
    ),
    ...lathe([x, y, 5 + length], outline("0.5 0, 0.12 1.6"), materials.lime, 2),
    ...loose([
      line(
        [
          [x, y, 6.4 + length],
          [x, y, 6.8 + length],
        ],
        0.26,
        "#2b2b2b",
      ),
    ]),
  ];
  return [
    ...board([-12.5, -4.5, 0], [25, 9, 5], wood),
    ...loose(
      holes.map(([x, y]) =>
        face(
          circle(0.62, 10).map(([u, v]): Point => [x + u, y + v, 5.02]),
          wood.line,
        ),
      ),
    ),
    ...pencil(second, 9, materials.rapeseed),
    ...pencil(first, 11, materials.rowan),
    ...pencil(third, 7, materials["fjord-blue"]),
  ];
}
