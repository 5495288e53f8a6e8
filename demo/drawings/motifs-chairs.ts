import type { Motif } from "./motif.ts";
import { type Finish, type Material, materials } from "./palette.ts";
import { between, board, box, extrude, face, type Flat, grain, leg, line, loose, type Mark, type Point, rounded, steps } from "./solids.ts";

/** Chairs, with and without arms. */
export const chairs: Record<string, Motif> = {
  "fjell-chair": { title: "Fjell chair", finishes: ["oak", "ash", "smoked-oak", "cherry"], draw: (wood) => chair(materials[wood], {}) },
  "fjell-chair-cord": {
    title: "Fjell chair with a paper cord seat",
    finishes: ["oak", "smoked-oak"],
    draw: (wood) => chair(materials[wood], { seat: "cord" }),
  },
  "fjell-armchair": {
    title: "Fjell armchair",
    finishes: ["oak", "ash", "smoked-oak"],
    draw: (wood) => chair(materials[wood], { width: 54, seat: "cord", arms: true }),
  },
  "lille-chair": {
    title: "Lille children's chair",
    finishes: ["oak", "ash"],
    size: 0.72,
    draw: (wood) => chair(materials[wood], { width: 34, depth: 30, height: 30, back: 57 }),
  },
  "stue-armchair": { title: "Stue armchair", finishes: ["oak", "ash"], draw: (wood) => lounge(materials[wood], "lichen") },
  "bolge-rocking-chair": { title: "Bølge rocking chair", finishes: ["oak", "ash"], draw: (wood) => rocking(materials[wood]) },
  "hav-folding-chair": { title: "Hav folding chair", finishes: ["oak", "ash"], draw: (wood) => folding(materials[wood]) },
};

interface Chair {
  readonly width?: number;
  readonly depth?: number;
  readonly height?: number;
  readonly back?: number;
  readonly seat?: "wood" | "cord";
  readonly arms?: boolean;
}

function chair(wood: Material, { width = 45, depth = 43, height = 44, back = 80, seat = "wood", arms = false }: Chair): Mark[] {
  const [x, y, low] = [width / 2 - 2, depth / 2 - 2, height - 7];
  const post = (side: number) => [
    ...leg([side * (x + 0.5), y + 3, 0], [side * x, y, height], [2.6, 3.6], wood),
    ...leg([side * x, y, height], [side * (x - 0.5), y + 8, back], [3.6, 2.4], wood),
  ];
  const front = (side: number) => leg([side * (x + 0.5), -y - 1, 0], [side * x, -y, arms ? height + 21 : height], [2.6, 3.8], wood);
  const arm = (side: number) => extrude("z", armrest(side, x, y), height + 21, height + 23, wood);
  const rail = (z: number) => box([-x, y - 1, z], [2 * x, 2, 3], wood);
  return [
    ...rail(low - 12),
    ...post(-1),
    ...post(1),
    ...backrest(x - 0.5, y + 5, [back - 21, back + 1], wood),
    ...box([-x - 1, -y, low - 9], [2, 2 * y, 2.5], wood),
    ...box([-x, -y + 1, low], [2 * x, 2 * y, 5], wood),
    ...(arms ? [] : front(-1)),
    ...box([x - 1, -y, low - 9], [2, 2 * y, 2.5], wood),
    ...(arms ? [] : front(1)),
    ...(seat === "wood" ? woodSeat(width, depth, height, wood) : cordSeat(width - 2, depth - 2, height, materials.cord)),
    ...(arms ? [...front(-1), ...arm(-1), ...front(1), ...arm(1)] : []),
  ];
}

function armrest(side: number, x: number, y: number): Flat[] {
  const inner = side * (x - 2.5);
  const outer = side * (x + 2.5);
  return [
    [Math.min(inner, outer), -y - 5],
    [Math.max(inner, outer), -y - 5],
    [side * x + 1.6, y + 4],
    [side * x - 1.6, y + 4],
  ];
}

/** A bent board between two posts; its middle lies further back than its ends. */
function backrest(x: number, y: number, [low, high]: Flat, wood: Material): Mark[] {
  const bend = (z: number, offset: number) =>
    steps(10).map((t): Point => {
      const u = t * 2 - 1;
      return [u * x, y + offset + (z - low) * 0.14 + 4 * (1 - u * u), z + 1.2 * (1 - u * u)];
    });
  const [bottom, top, behind] = [bend(low, 0), bend(high, 0), bend(high, 2)];
  const row = (t: number, from: number, to: number) => bottom.map((point, index) => between(point, top[index] ?? point, t)).slice(from, to);
  return [
    face([...top, ...behind.toReversed()], wood.light),
    face([...bottom, ...top.toReversed()], wood.base),
    ...loose([line(row(0.25, 1, 7), 0.25, wood.line), line(row(0.5, 3, 10), 0.25, wood.line), line(row(0.75, 1, 8), 0.25, wood.line)], 0.4),
    face([...top, ...bend(high - 0.9, 0).toReversed()], wood.light),
  ];
}

function woodSeat(width: number, depth: number, height: number, wood: Material): Mark[] {
  const hollow = rounded(width * 0.7, depth * 0.62, 13).map(([u, v]): Point => [u, v - 1, height + 2.2]);
  const [w, d] = [width * 0.42, depth * 0.4];
  return [
    ...extrude("z", rounded(width + 2, depth + 2, 6), height - 1, height + 2.2, wood),
    ...loose([face(hollow, wood.base)], 0.35),
    ...grain(
      [
        [-w, -d, height + 2.2],
        [-w, d, height + 2.2],
        [w, d, height + 2.2],
        [w, -d, height + 2.2],
      ],
      wood,
    ),
  ];
}

/** Cord runs from each rail to the middle: four fields, and a bridge between them. */
function cordSeat(width: number, depth: number, height: number, cord: Material): Mark[] {
  const [x, y, z] = [width / 2, depth / 2, height + 1.2];
  const [a, b, c, d]: [Point, Point, Point, Point] = [
    [-x, -y, z],
    [x, -y, z],
    [x, y, z],
    [-x, y, z],
  ];
  const [left, right]: [Point, Point] = [
    [-x * 0.12, 0, z],
    [x * 0.12, 0, z],
  ];
  const strands = (from: Point, to: Point, inner: Point, end: Point) =>
    [0.13, 0.27, 0.41, 0.55, 0.69, 0.83].map((t) => line([between(from, inner, t), between(to, end, t)], 0.3, cord.line));
  return [
    ...extrude("z", rounded(width + 3, depth + 3, 4), height - 1.5, z, cord),
    face([a, b, right, left], cord.base),
    face([c, d, left, right], cord.base),
    ...loose(
      [...strands(a, b, left, right), ...strands(d, c, left, right), ...strands(a, d, left, left), ...strands(b, c, right, right)],
      0.55,
    ),
    ...loose([line([a, left, d], 0.35, cord.dark), line([b, right, c], 0.35, cord.dark), line([left, right], 0.5, cord.dark)], 0.8),
  ];
}

function lounge(wood: Material, cloth: Finish): Mark[] {
  const wool = materials[cloth];
  const [x, y] = [34, 34];
  const side = (s: number) => [
    ...leg([s * x, y + 4, 0], [s * x, y - 4, 50], [3, 4], wood),
    ...leg([s * x, -y, 0], [s * x, -y + 2, 50], [3, 4], wood),
    ...board([s * x - 3.5, -y - 4, 50], [7, 2 * y + 4, 2.6], wood),
  ];
  const shell = (z0: number, z1: number, thick: number): Flat[] => [
    [y - 14, z0],
    [y - 14 + thick, z0],
    [y + thick, z1],
    [y + 1, z1 + 3],
    [y - 3, z1],
  ];
  return [
    ...side(-1),
    ...extrude("x", shell(30, 84, 11), -x + 6, x - 6, wool),
    ...loose(
      [
        line(
          [
            [-x + 8, y - 9, 56],
            [x - 8, y - 9, 56],
          ],
          0.5,
          wool.line,
        ),
      ],
      0.5,
    ),
    ...box([-x + 2, -y + 3, 21], [2 * x - 4, 2 * y - 8, 6], wood),
    ...extrude(
      "z",
      rounded(2 * x - 8, 2 * y - 10, 6).map(([u, v]): Flat => [u, v - 4]),
      27,
      40,
      wool,
    ),
    ...loose(
      [
        line(
          [
            [-x + 9, -y + 1, 33.5],
            [x - 9, -y + 1, 33.5],
          ],
          0.5,
          wool.line,
        ),
      ],
      0.6,
    ),
    ...side(1),
  ];
}

function rocking(wood: Material): Mark[] {
  const runner = (s: number) => {
    const curve = (offset: number) => steps(8).map((t): Flat => [-44 + t * 92, offset + 13 * (t * 2 - 0.95) ** 2]);
    return extrude("x", [...curve(0), ...curve(3.4).toReversed()], s * 23 - 1.5, s * 23 + 1.5, wood);
  };
  const legs = (s: number) => [
    ...leg([s * 23, 22, 5], [s * 22, 18, 44], [3.2, 3.6], wood),
    ...leg([s * 23, -18, 4], [s * 22, -20, 62], [3.2, 3.4], wood),
  ];
  const arm = (s: number) => extrude("z", armrest(s, 22, 22), 62, 64, wood);
  const post = (s: number) => leg([s * 21, 18, 42], [s * 20, 36, 104], [3.6, 2.6], wood);
  const spindle = (u: number) =>
    line(
      [
        [u, 19, 44],
        [u * 0.96, 34, 100],
      ],
      1.3,
      u > 9 ? wood.dark : wood.base,
    );
  return [
    ...runner(-1),
    ...legs(-1),
    ...post(-1),
    ...post(1),
    ...[-16, -9.6, -3.2, 3.2, 9.6, 16].map(spindle),
    ...extrude(
      "z",
      rounded(46, 4, 2).map(([u, v]): Flat => [u, v + 35]),
      97,
      106,
      wood,
    ),
    ...runner(1),
    ...leg([23, 22, 5], [22, 18, 44], [3.2, 3.6], wood),
    ...woodSeat(48, 46, 42, wood),
    ...arm(-1),
    ...leg([23, -18, 4], [22, -20, 62], [3.2, 3.4], wood),
    ...arm(1),
  ];
}

function folding(wood: Material): Mark[] {
  const back = (s: number) => leg([s * 20, -24, 0], [s * 20, 20, 80], [3.2, 3], wood);
  const brace = (s: number) => leg([s * 17, 22, 0], [s * 17, -16, 44], [3.2, 3.2], wood);
  const slat = (y: number) => board([-20, y, 44], [40, 5, 1.8], wood);
  return [
    ...brace(-1),
    ...back(-1),
    ...box([-17, 17, 8], [34, 2, 2.5], wood),
    ...brace(1),
    ...[14, 8, 2].flatMap(slat),
    ...board([-20, 12.5, 63], [40, 2, 5], wood),
    ...board([-20, 16, 72], [40, 2, 6], wood),
    ...[-4, -10, -16].flatMap(slat),
    ...box([-20, -20, 7], [40, 2, 2.5], wood),
    ...back(1),
  ];
}
