import type { Motif } from "./motif.ts";
import { type Finish, type Material, materials } from "./palette.ts";
import {
  between,
  board,
  box,
  circle,
  extrude,
  face,
  grain,
  leg,
  line,
  loose,
  type Mark,
  outline,
  type Point,
  rounded,
  steps,
  trail,
} from "./solids.ts";

/** Stools, benches and other seats without a back. */
export const benches: Record<string, Motif> = {
  "knott-stool": {
    title: "Knott stool",
    finishes: ["oak", "ash", "smoked-oak"],
    size: 0.8,
    draw: (wood) => stool(materials[wood], 45, 17),
  },
  "knott-high-stool": { title: "Knott high stool", finishes: ["oak", "ash"], draw: (wood) => stool(materials[wood], 68, 16, true) },
  "brygge-bench": { title: "Brygge bench", finishes: ["oak", "ash"], draw: (wood) => bench(materials[wood]) },
  "kai-settle": { title: "Kai settle", finishes: ["oak", "ash"], draw: (wood) => settle(materials[wood]) },
  "luke-storage-bench": { title: "Luke storage bench", finishes: ["oak", "ash"], draw: (wood) => chestBench(materials[wood]) },
  "pall-footstool": { title: "Pall footstool", finishes: ["oak", "ash"], size: 0.8, draw: (wood) => footstool(materials[wood], "lichen") },
  "trinn-step": { title: "Trinn step", finishes: ["oak"], size: 0.85, draw: (wood) => step(materials[wood]) },
};

function stool(wood: Material, height: number, radius: number, ring = false): Mark[] {
  const splay = height * 0.19;
  const foot = (angle: number): readonly [Point, Point] => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    return [
      [cos * (radius * 0.55 + splay), sin * (radius * 0.55 + splay), 0],
      [cos * radius * 0.55, sin * radius * 0.55, height - 2],
    ];
  };
  const feet = [62, 182, 302].map(foot);
  const knots = [80, 200, 320].map((angle): Point => {
    const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    return [cos * radius * 0.55, sin * radius * 0.55, height + 3.1];
  });
  const braces = feet.map(([a, b], index) => {
    const [c, d] = feet[(index + 1) % 3] ?? [a, b];
    return line([between(a, b, 0.38), between(c, d, 0.38)], 1.8, index === 0 ? wood.dark : wood.base);
  });
  return [
    ...feet.slice(0, 1).flatMap(([a, b]) => leg(a, b, [2.8, 4], wood)),
    ...(ring ? braces : []),
    ...feet.slice(1).flatMap(([a, b]) => leg(a, b, [2.8, 4], wood)),
    ...extrude("z", circle(radius, 40), height - 1, height + 3, wood),
    ...grain(
      [
        [-radius * 0.6, -radius * 0.62, height + 3],
        [radius * 0.6, -radius * 0.62, height + 3],
        [radius * 0.6, radius * 0.62, height + 3],
        [-radius * 0.6, radius * 0.62, height + 3],
      ],
      wood,
    ),
    ...loose(
      knots.map(([u, v, z]) =>
        face(
          circle(1.7, 12).map(([a, b]): Point => [u + a, v + b, z]),
          wood.dark,
        ),
      ),
    ),
  ];
}

function bench(wood: Material): Mark[] {
  const end = (x: number) => [
    ...leg([x, 13, 0], [x * 0.98, 11, 42], [3.4, 4.6], wood),
    ...leg([x, -13, 0], [x * 0.98, -11, 42], [3.4, 4.6], wood),
    ...box([x * 0.98 - 1.5, -11, 36], [3, 22, 5], wood),
  ];
  return [
    ...end(-52),
    ...end(52),
    ...[9, 3, -3, -9].flatMap((y) => board([-51, y - 1.8, 14], [102, 3.6, 1.6], wood)),
    ...leg([-52, -13, 0], [-51, -11, 42], [3.4, 4.6], wood),
    ...leg([52, -13, 0], [51, -11, 42], [3.4, 4.6], wood),
    ...board([-60, -17, 42], [120, 34, 3.4], wood),
    ...loose([line(trail("-60 0 45.4, 60 0 45.4"), 0.35, wood.line)], 0.7),
  ];
}

function settle(wood: Material): Mark[] {
  const post = (s: number) => [
    ...leg([s * 58, 22, 0], [s * 58, 19, 44], [3.2, 4.4], wood),
    ...leg([s * 58, 19, 44], [s * 57, 27, 88], [4.4, 3], wood),
  ];
  const front = (s: number) => leg([s * 58, -20, 0], [s * 58, -19, 44], [3.2, 4.4], wood);
  const spindles = steps(13).map((t) => {
    const x = -50 + t * 100;
    return line(
      [
        [x, 20, 46],
        [x, 27, 85],
      ],
      1.5,
      wood.dark,
    );
  });
  return [
    ...post(-1),
    ...post(1),
    ...spindles,
    ...board([-61, 25, 83], [122, 3.4, 8], wood),
    ...box([-58, -18, 36], [116, 36, 6], wood),
    ...front(-1),
    ...front(1),
    ...board([-62, -22, 42], [124, 43, 3.4], wood),
  ];
}

function chestBench(wood: Material): Mark[] {
  const panels = [-38.5, 0, 38.5].map((x) =>
    face(
      [
        [x - 17, -20, 10],
        [x + 17, -20, 10],
        [x + 17, -20, 36],
        [x - 17, -20, 36],
      ],
      wood.dark,
      0.22,
    ),
  );
  return [
    ...box([-57, -17, 0], [114, 34, 5], wood),
    ...board([-60, -20, 5], [120, 40, 36], wood),
    ...loose(panels),
    ...board([-61, -21.5, 42], [122, 43, 3], wood),
    ...loose(
      [
        face(
          circle(3, 16).map(([u, v]): Point => [u, -20.1, 37.6 + v]),
          wood.line,
        ),
      ],
      0.75,
    ),
  ];
}

function footstool(wood: Material, cloth: Finish): Mark[] {
  const wool = materials[cloth];
  const feet = (
    [
      [-22, 17],
      [22, 17],
      [-22, -17],
      [22, -17],
    ] as const
  ).flatMap(([x, y]) => leg([x, y, 0], [x * 0.95, y * 0.95, 26], [2.8, 4], wood));
  return [
    ...feet,
    ...box([-23, -18, 22], [46, 36, 5], wood),
    ...extrude("z", rounded(52, 42, 6), 27, 37, wool),
    ...loose([line(trail("-20 -21.1 32, 20 -21.1 32"), 0.5, wool.line), line(trail("26.1 -14 32, 26.1 14 32"), 0.5, wool.line)], 0.6),
    ...loose([line(trail("-26 3 37, 26 3 37"), 0.5, wool.line)], 0.4),
  ];
}

function step(wood: Material): Mark[] {
  const cheek = (x: number) =>
    extrude("x", outline("-22 0, -18 0, -17 16, 15 16, 18 0, 22 0, 20 40, 2 40, 1 21, -22 21"), x - 1.2, x + 1.2, wood);
  return [...cheek(-19), ...board([-22, 0, 40], [44, 22, 2.6], wood), ...cheek(19), ...board([-22, -25, 21], [44, 24, 2.6], wood)];
}
