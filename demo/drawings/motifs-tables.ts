import type { Motif } from "./motif.ts";
import { type Material, materials } from "./palette.ts";
import { board, box, circle, extrude, face, type Flat, grain, leg, line, loose, type Mark, type Point, trail } from "./solids.ts";

/** Tables, desks and the products that belong to them. */
export const tables: Record<string, Motif> = {
  "holm-table": { title: "Holm table", finishes: ["oak", "ash"], draw: (wood) => holm(materials[wood]) },
  "holm-extension-leaf": {
    title: "Holm extension leaf",
    finishes: ["oak", "ash"],
    setting: "above",
    size: 0.9,
    draw: (wood) => leaf(materials[wood]),
  },
  "skjaer-round-table": {
    title: "Skjær round table",
    finishes: ["oak", "ash", "smoked-oak"],
    draw: (wood) => round(materials[wood], 60, 73),
  },
  "nes-desk": { title: "Nes desk", finishes: ["oak", "ash", "smoked-oak"], draw: (wood) => desk(materials[wood]) },
  "odde-coffee-table": { title: "Odde coffee table", finishes: ["oak", "ash", "smoked-oak"], draw: (wood) => coffee(materials[wood]) },
  "lav-side-table": {
    title: "Lav side table",
    finishes: ["black", "fjord-blue", "rowan"],
    size: 0.85,
    draw: (colour) => side(materials[colour]),
  },
  "klaff-drop-leaf-table": { title: "Klaff drop-leaf table", finishes: ["oak", "ash"], draw: (wood) => dropLeaf(materials[wood]) },
  "natt-bedside-table": { title: "Natt bedside table", finishes: ["oak", "cherry"], size: 0.85, draw: (wood) => bedside(materials[wood]) },
  "bukk-trestles": { title: "Bukk trestles", finishes: ["ash"], size: 0.95, draw: (wood) => trestles(materials[wood]) },
};

function fourLegs(x: number, y: number, height: number, [low, high]: Flat, splay: number, wood: Material): Mark[] {
  const corners: Flat[] = [
    [-x, y],
    [x, y],
    [-x, -y],
    [x, -y],
  ];
  return corners.flatMap(([u, v]) => leg([u + Math.sign(u) * splay, v + Math.sign(v) * splay, 0], [u, v, height], [low, high], wood));
}

/** Five boards and four legs. */
function holm(wood: Material): Mark[] {
  const joints = [-27, -9, 9, 27].map((y) =>
    line(
      [
        [-90, y, 74],
        [90, y, 74],
      ],
      0.35,
      wood.line,
    ),
  );
  return [
    ...box([-76, 32, 63], [152, 2.5, 7], wood),
    ...fourLegs(80, 36, 70, [4.5, 8], 3, wood),
    ...box([-76, -36, 63], [152, 2.5, 7], wood),
    ...leg([83, -39, 0], [80, -36, 70], [4.5, 8], wood),
    ...leg([-83, -39, 0], [-80, -36, 70], [4.5, 8], wood),
    ...board([-90, -45, 70], [180, 90, 4], wood),
    ...loose(joints, 0.5),
  ];
}

/** On two battens, tongues first, as it lies between two dinners. */
function leaf(wood: Material): Mark[] {
  const tongue = (y: number) => box([-40, y - 2, 8], [18, 4, 1], materials.black);
  return [
    ...box([-15, -44, 0], [5, 88, 7], wood),
    ...tongue(26),
    ...tongue(-26),
    ...box([15, -44, 0], [5, 88, 7], wood),
    ...board([-25, -45, 7], [50, 90, 4], wood),
    ...loose(
      [-8, 9].map((x) =>
        line(
          [
            [x, -45, 11],
            [x, 45, 11],
          ],
          0.35,
          wood.line,
        ),
      ),
      0.5,
    ),
  ];
}

function round(wood: Material, radius: number, height: number): Mark[] {
  const foot = (x: number, y: number) => leg([x, y, 0], [x * 0.62, y * 0.62, height - 4], [4.2, 7.5], wood);
  const w = radius * 0.66;
  return [
    ...foot(0, radius * 0.82),
    ...foot(-radius * 0.82, 0),
    ...box([-radius * 0.5, -2, height - 10], [radius, 4, 6], wood),
    ...box([-2, -radius * 0.5, height - 10], [4, radius, 6], wood),
    ...foot(radius * 0.82, 0),
    ...foot(0, -radius * 0.82),
    ...extrude("z", circle(radius, 44), height - 4, height, wood),
    ...grain(
      [
        [-w, -w, height],
        [w, -w, height],
        [w, w, height],
        [-w, w, height],
      ],
      wood,
    ),
  ];
}

function drawerFront([x, y, z]: Point, w: number, h: number, wood: Material): Mark[] {
  const corners: Point[] = [
    [x, y, z],
    [x + w, y, z],
    [x + w, y, z + h],
    [x, y, z + h],
  ];
  const knob = circle(1.3, 14).map(([u, v]): Point => [x + w / 2 + u, y - 0.6, z + h / 2 + v]);
  return loose([line([...corners, [x, y, z]], 0.5, wood.line), face(knob, wood.line)], 0.85);
}

function desk(wood: Material): Mark[] {
  return [
    ...fourLegs(62, 26, 68, [3.5, 5.5], 3, wood),
    ...box([-60, -26, 59], [120, 52, 10], wood),
    ...drawerFront([-54, -26.1, 60.5], 50, 7.5, wood),
    ...drawerFront([4, -26.1, 60.5], 50, 7.5, wood),
    ...leg([-65, -29, 0], [-62, -26, 68], [3.5, 5.5], wood),
    ...leg([65, -29, 0], [62, -26, 68], [3.5, 5.5], wood),
    ...board([-68, -32, 69], [136, 64, 3], wood),
    ...box([-66, 26, 72], [132, 3, 7], wood),
  ];
}

function coffee(wood: Material): Mark[] {
  return [
    ...fourLegs(50, 24, 40, [3.4, 5.5], 4, wood),
    ...[18, 9, 0, -9, -18].flatMap((y) => board([-50, y - 3, 16], [100, 6, 1.8], wood)),
    ...leg([-54, -28, 0], [-50, -24, 40], [3.4, 5.5], wood),
    ...leg([54, -28, 0], [50, -24, 40], [3.4, 5.5], wood),
    ...board([-60, -32, 40], [120, 64, 3.4], wood),
    ...loose([line(trail("-60 -10 43.4, 60 -10 43.4"), 0.35, wood.line), line(trail("-60 11 43.4, 60 11 43.4"), 0.35, wood.line)], 0.5),
  ];
}

function side(steel: Material): Mark[] {
  const tray = circle(21, 40);
  const rim = tray.map(([u, v]): Point => [u * 0.93, v * 0.93, 47.1]);
  const handle: Point[] = trail("-3.5 0 47, -3.5 0 62, -2 0 64.5, 2 0 64.5, 3.5 0 62, 3.5 0 47");
  return [
    ...extrude("z", circle(15, 40), 0, 1.6, steel),
    line(trail("0 0 1, 0 0 44"), 2.4, steel.base),
    ...loose([line(trail("-0.6 0 2, -0.6 0 43"), 0.7, steel.light)], 0.8),
    ...extrude("z", tray, 44, 47, steel),
    ...loose([face(rim, steel.base)]),
    line(handle, 1.3, steel.dark),
  ];
}

function dropLeaf(wood: Material): Mark[] {
  return [
    ...fourLegs(34, 22, 70, [4, 5.5], 1, wood),
    ...box([-32, -22, 60], [64, 44, 10], wood),
    ...leg([-35, -23, 0], [-34, -22, 70], [4, 5.5], wood),
    ...leg([35, -23, 0], [34, -22, 70], [4, 5.5], wood),
    ...drawerFront([-20, -22.1, 61], 40, 8, wood),
    line(trail("-34 -20 58, -70 -20 69"), 2.2, wood.dark),
    ...board([-84, -40, 70], [42, 80, 3], wood),
    ...board([-42, -40, 70], [84, 80, 3], wood),
    ...board([42, -40, 26], [2.6, 80, 45], wood),
    ...loose([line(trail("-42 -40 73, -42 40 73"), 0.6, wood.line)], 0.9),
  ];
}

function bedside(wood: Material): Mark[] {
  return [
    ...fourLegs(18, 15, 50, [2.6, 3.8], 2, wood),
    ...board([-19, -15, 14], [38, 30, 1.8], wood),
    ...leg([-20, -17, 0], [-18, -15, 50], [2.6, 3.8], wood),
    ...leg([20, -17, 0], [18, -15, 50], [2.6, 3.8], wood),
    ...board([-20, -17, 37], [40, 34, 14], wood),
    ...drawerFront([-17, -17.1, 39], 34, 10, wood),
    ...board([-21, -18, 51], [42, 36, 2], wood),
    ...book([-10, -6, 53]),
  ];
}

function book([x, y, z]: Point): Mark[] {
  return [...box([x, y, z], [16, 12, 2.2], materials["fjord-blue"]), ...box([x + 1.5, y + 1, z + 2.2], [13, 10, 1.6], materials.rapeseed)];
}

function trestles(wood: Material): Mark[] {
  const one = (dx: number, dy: number) => [
    ...leg([dx - 32, dy + 22, 0], [dx - 27, dy + 2, 68], [3.4, 3.4], wood),
    ...leg([dx + 32, dy + 22, 0], [dx + 27, dy + 2, 68], [3.4, 3.4], wood),
    ...box([dx - 29, dy + 15, 22], [58, 2, 4], wood),
    ...leg([dx - 32, dy - 22, 0], [dx - 27, dy - 2, 68], [3.4, 3.4], wood),
    ...leg([dx + 32, dy - 22, 0], [dx + 27, dy - 2, 68], [3.4, 3.4], wood),
    ...box([dx - 29, dy - 17, 22], [58, 2, 4], wood),
    ...board([dx - 36, dy - 4, 66], [72, 8, 5], wood),
  ];
  return [...one(-46, 22), ...one(46, -22)];
}
