import type { Motif } from "./motif.ts";
import { type Material, materials } from "./palette.ts";
import {
  board,
  box,
  circle,
  curve,
  extrude,
  face,
  type Flat,
  grain,
  lathe,
  line,
  loose,
  type Mark,
  moved,
  outline,
  type Point,
  rounded,
  steps,
  trail,
} from "./solids.ts";

/** Products for the yearly care of furniture. */
export const care: Record<string, Motif> = {
  "linseed-oil": {
    title: "Boiled linseed oil",
    finishes: ["lichen"],
    size: 0.8,
    draw: (label) => [...tin(-4, 4, 1, materials[label]), ...tin(13, -12, 0.72, materials[label])],
  },
  "care-kit": { title: "Care kit", finishes: ["oak"], size: 0.85, draw: (wood) => careKit(materials[wood]) },
  "felt-pads": { title: "Felt pads", finishes: ["slate"], setting: "above", size: 0.8, draw: (felt) => pads(materials[felt]) },
  "wool-comb": { title: "Wool comb", finishes: ["ash"], setting: "above", size: 0.8, draw: (wood) => comb(materials[wood]) },
  "paper-cord": { title: "Paper cord", finishes: ["cord"], size: 0.8, draw: (cord) => coil(materials[cord]) },
  "rag-bucket": { title: "Rag bucket", finishes: ["fjord-blue", "black"], size: 0.85, draw: (steel) => bucket(materials[steel]) },
};

function tin(x: number, y: number, scale: number, label: Material): Mark[] {
  const part = (profile: readonly Flat[], material: Material) =>
    lathe(
      [x, y, 0],
      profile.map(([r, z]): Flat => [r * scale, z * scale]),
      material,
      5,
    );
  const arc = (z: number, from: number, to: number) =>
    steps(8).map((t): Point => {
      const angle = ((-62 + from + (to - from) * t) * Math.PI) / 180;
      return [x + 7.1 * scale * Math.cos(angle), y + 7.1 * scale * Math.sin(angle), z * scale];
    });
  return [
    ...part(outline("7.2 0, 7 1.2, 7 19, 7.2 20, 6 21"), materials.glass),
    ...part(outline("7.1 3, 7.1 17"), label),
    ...loose([
      face([...arc(13.6, -34, 34), ...arc(7, 34, -34)], materials.white.light),
      line(arc(11.4, -22, 22), 0.7 * scale, label.dark),
      line(arc(9.4, -14, 14), 0.5 * scale, label.dark),
    ]),
    ...part(outline("2.2 21, 2.2 23.6, 2 24"), materials.black),
  ];
}

function careKit(wood: Material): Mark[] {
  const cloth = (z: number, material: Material) => loose(box([2.5, -4.5, z], [13, 11, 1.5], material));
  const wall = (x: number) => board([x, -9, 1], [1.2, 19, 10], wood);
  return [
    ...box([-20, -9, 0], [40, 19, 1], wood),
    ...board([-20, 9, 1], [40, 1.2, 10], wood),
    ...wall(-20),
    ...loose(moved(tin(0, 0, 0.72, materials.lichen), [-11, 1, 1])),
    ...cloth(7, materials.slate),
    ...cloth(8.6, materials.white),
    ...cloth(10.2, materials.rapeseed),
    ...wall(18.8),
    ...board([-20, -10, 1], [40, 1.2, 10], wood),
    ...loose([
      face(
        rounded(9, 2.4, 1.2).map(([u, v]): Point => [u, -10.1, 7.6 + v]),
        wood.line,
      ),
    ]),
    ...box([4, -26, 0], [13, 7, 0.9], materials.rowan),
    ...board([4, -26, 0.9], [13, 7, 2.8], materials.ash),
  ];
}

function pads(felt: Material): Mark[] {
  const dots = [-9, -3, 3, 9].flatMap((x) => [6, 0, -6].map((y): Flat => [x, y]));
  const sheet = extrude("z", rounded(26, 20, 1.6), 0, 0.25, materials.white);
  const round = ([x, y]: Flat, z: number) => circle(2.3, 16).map(([u, v]): Point => [x + u, y + v, z]);
  const pad = (at: Flat, z: number) => [face(round(at, z), felt.dark), face(round(at, z + 0.9), felt.base)];
  const missing = loose(
    [
      face(
        circle(2.3, 20).map(([u, v]): Point => [9 + u, -6 + v, 0.3]),
        materials.white.dark,
      ),
    ],
    0.6,
  );
  return [
    ...sheet,
    ...missing,
    ...dots.filter(([x, y]) => x !== 9 || y !== -6).flatMap((dot) => loose(pad(dot, 0.3))),
    ...pad([17, -9], 0),
  ];
}

function comb(wood: Material): Mark[] {
  const teeth = steps(15).map((t) => {
    const x = -9 + t * 18;
    return line(
      [
        [x, -3, 1.2],
        [x, -7.4, 0.8],
      ],
      0.32,
      materials.slate.line,
    );
  });
  const edge: Flat[] = [
    ...rounded(20, 6, 1.4).filter(([, v]) => v < 0),
    [9.6, 3],
    [2.2, 5],
    [1.9, 20],
    [0, 22],
    [-1.9, 20],
    [-2.2, 5],
    [-9.6, 3],
  ];
  return [
    ...teeth,
    ...extrude("z", edge, 0.4, 2.2, wood),
    ...grain(trail("-1 5 2.2, -1 19 2.2, 1 19 2.2, 1 5 2.2"), wood),
    ...loose([
      line(trail("-8.6 -1.4 2.2, 8.6 -1.4 2.2"), 0.4, materials.brass.dark),
      face(
        circle(0.7, 14).map(([u, v]): Point => [u, 19.4 + v, 2.25]),
        wood.line,
      ),
    ]),
  ];
}

function coil(cord: Material): Mark[] {
  const turns = Array.from({ length: 9 }, (_, index) => index);
  const half = (z: number, r: number) =>
    steps(14).map((t): Point => {
      const angle = ((-152 + t * 180) * Math.PI) / 180;
      return [r * Math.cos(angle), r * Math.sin(angle), z];
    });
  const windings = turns.map((turn) => line(half(0.6 + turn * 1.1, 10.1), 0.28, cord.dark));
  const hole = loose([
    face(
      circle(4.6, 28).map(([u, v]): Point => [u, v, 10.05]),
      cord.line,
    ),
    face(
      circle(4, 28).map(([u, v]): Point => [u + 0.4, v + 0.4, 10.05]),
      "#7f683e",
    ),
  ]);
  const rings = [6, 7.4, 8.8].map((r) =>
    line(
      [...circle(r, 28), ...circle(r, 28).slice(0, 1)].map(([u, v]): Point => [u, v, 10.05]),
      0.26,
      cord.dark,
    ),
  );
  const band = loose([line(trail("3.6 -9.4 0.2, 3.6 -9.4 10, 1.8 -4.2 10.1"), 1.6, materials.rowan.base)]);
  return [
    ...lathe([0, 0, 0], outline("10 0, 10 10"), cord),
    ...loose(windings, 0.8),
    ...hole,
    ...loose(rings, 0.8),
    ...band,
    line(
      steps(12).map((t): Point => [9.6 + t * 12, -2 - 7 * t, 0.5 + 0.5 * Math.sin(t * 6)]),
      0.6,
      cord.base,
    ),
  ];
}

function bucket(steel: Material): Mark[] {
  const handle = steps(16).map((t): Point => [14.6 * Math.cos(Math.PI * t), 7.7 * Math.cos(Math.PI * t), 22 + 15 * Math.sin(Math.PI * t)]);
  const hoop = (z: number, r: number) =>
    line(
      steps(12).map((t): Point => {
        const angle = ((-152 + t * 180) * Math.PI) / 180;
        return [r * Math.cos(angle), r * Math.sin(angle), z];
      }),
      0.5,
      steel.line,
    );
  return [
    line(handle, 0.9, materials.black.dark),
    ...lathe([0, 0, 0], outline("11 0, 14 26"), steel),
    ...loose([hoop(5, 11.6), hoop(20, 13.4)], 0.7),
    ...lathe([0, 0, 26], curve(outline("14.8 0, 14.8 1.4, 10 2.8, 1.6 3.2")), steel),
    ...lathe([0, 0, 29.2], outline("1 0, 2 1.6, 1.4 2.6"), materials.oak),
    ...loose([
      face(trail("-3.2 -14.4 9, 4.6 -13.9 9, 4.8 -14.3 16, -3.3 -14.9 16"), materials.white.light),
      line(trail("-1.6 -14.8 13.4, 3 -14.4 13.4"), 0.6, steel.dark),
      line(trail("-1 -14.7 11.4, 2.4 -14.4 11.4"), 0.5, steel.dark),
    ]),
  ];
}
