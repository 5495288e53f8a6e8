import type { Motif } from "./motif.ts";
import { type Finish, type Material, materials } from "./palette.ts";
import {
  board,
  box,
  circle,
  extrude,
  face,
  type Flat,
  grain,
  leg,
  line,
  loose,
  type Mark,
  outline,
  type Point,
  rounded,
  trail,
} from "./solids.ts";

/** Storage furniture, for the floor and the wall. */
export const storage: Record<string, Motif> = {
  "kasse-chest": { title: "Kasse chest", finishes: ["oak", "ash"], draw: (wood) => chest(materials[wood], wood === "ash" ? 3 : 4) },
  "lang-sideboard": { title: "Lang sideboard", finishes: ["oak", "smoked-oak"], draw: (wood) => sideboard(materials[wood]) },
  "reol-bookcase": { title: "Reol bookcase", finishes: ["oak", "ash"], draw: (wood) => bookcase(materials[wood]) },
  "kiste-blanket-chest": { title: "Kiste blanket chest", finishes: ["oak", "ash"], draw: (wood) => blanketChest(materials[wood]) },
  "sko-shoe-rack": { title: "Sko shoe rack", finishes: ["oak", "ash"], size: 0.9, draw: (wood) => shoeRack(materials[wood]) },
  "boks-crate": { title: "Boks crate", finishes: ["oak", "ash"], size: 0.8, draw: (wood) => crates(materials[wood]) },
  "hylle-wall-shelves": {
    title: "Hylle wall shelves",
    finishes: ["oak", "ash"],
    setting: "wall",
    draw: (wood) => wallShelves(materials[wood]),
  },
  "bord-wall-shelf": {
    title: "Bord wall shelf",
    finishes: ["oak", "ash", "smoked-oak"],
    setting: "wall",
    size: 0.9,
    draw: (wood) => wallShelf(materials[wood]),
  },
  "knagg-coat-rack": {
    title: "Knagg coat rack",
    finishes: ["oak", "ash"],
    setting: "wall",
    size: 0.95,
    draw: (wood) => coatRack(materials[wood]),
  },
};

function feet(x: number, y: number, height: number, wood: Material): Mark[] {
  const corners: Flat[] = [
    [-x, y],
    [x, y],
    [-x, -y],
    [x, -y],
  ];
  return corners.flatMap(([u, v]) => leg([u, v, 0], [u * 0.98, v * 0.98, height], [2.6, 4.4], wood));
}

function panel(x: number, z: number, w: number, h: number, y: number, wood: Material): Mark[] {
  const corners: Point[] = [
    [x, y, z],
    [x + w, y, z],
    [x + w, y, z + h],
    [x, y, z + h],
  ];
  return [...grain(corners, wood), ...loose([line([...corners, [x, y, z]], 0.55, wood.line)], 0.75)];
}

/** A lip of shade, as a grip for a finger. */
function grip(x: number, z: number, y: number, wood: Material): Mark[] {
  const half = circle(4.5, 24).filter(([, v]) => v <= 0.01);
  return loose(
    [
      face(
        half.map(([u, v]): Point => [x + u, y, z + v * 0.6]),
        wood.line,
      ),
    ],
    0.9,
  );
}

function chest(wood: Material, drawers: number): Mark[] {
  const [w, d, each] = [90, 46, 19];
  const height = drawers * each + 4;
  const fronts = Array.from({ length: drawers }, (_, index) => {
    const z = 14 + index * each;
    return [...panel(-w / 2 + 3, z + 1, w - 6, each - 2, -d / 2 - 0.1, wood), ...grip(0, z + each - 1.2, -d / 2 - 0.2, wood)];
  });
  return [
    ...feet(w / 2 - 5, d / 2 - 5, 13, wood),
    ...box([-w / 2, -d / 2, 12], [w, d, height], wood),
    ...fronts.flat(),
    ...board([-w / 2 - 1.5, -d / 2 - 1.5, 12 + height], [w + 3, d + 3, 2.6], wood),
  ];
}

function sideboard(wood: Material): Mark[] {
  const slats = Array.from({ length: 12 }, (_, index): Mark => {
    const x = -84 + index * 4.6;
    return line(
      [
        [x, -22.2, 24],
        [x, -22.2, 70],
      ],
      0.9,
      wood.dark,
    );
  });
  return [
    ...feet(84, 16, 19, wood),
    ...box([-94, -22, 18], [188, 44, 56], wood),
    ...loose(
      slats.flatMap((mark) => [mark, { ...mark, points: mark.points.map(([x, y, z]): Point => [x + 118, y, z]) }]),
      0.8,
    ),
    ...panel(-90, 21, 60, 50, -22.1, wood).slice(-1),
    ...panel(28, 21, 62, 50, -22.1, wood).slice(-1),
    ...[21, 38, 55].flatMap((z) => [...panel(-27, z, 52, 16, -22.1, wood), ...grip(-1, z + 15.2, -22.2, wood)]),
    ...board([-96, -23.5, 74], [192, 47, 2.6], wood),
  ];
}

function bookcase(wood: Material): Mark[] {
  const shelves = [8, 48, 88, 128];
  return [
    ...board([-42, 12, 6], [84, 1, 166], { ...wood, base: wood.dark, light: wood.base }),
    ...box([-45, -13, 0], [3, 27, 176], wood),
    ...shelves.flatMap((z, index) => [...box([-42, -12, z], [84, 24, 2.6], wood), ...row(-40, z + 2.6, index, 26)]),
    ...board([42, -13, 0], [3, 27, 176], wood),
    ...box([-45, -13, 173], [90, 27, 3], wood),
  ];
}

/** Books, in the order in which they were put back. */
function row(from: number, z: number, seed: number, tallest: number): Mark[] {
  const colours: Finish[] = ["slate", "rowan", "white", "fjord-blue", "rapeseed", "heather", "lichen"];
  const count = 5 + ((seed * 3) % 4);
  let x = from;
  return Array.from({ length: count }, (_, index) => {
    const [w, h] = [3.2 + ((index * 5 + seed * 2) % 4), tallest - ((index * 7 + seed * 3) % 5) * 1.7];
    const colour = colours[(index * 2 + seed * 3) % colours.length] ?? "slate";
    const volume = loose(box([x, -8, z], [w, 15, h], materials[colour]));
    x += w + 0.2;
    return volume;
  }).flat();
}

function blanketChest(wood: Material): Mark[] {
  const strap = (x: number) => [
    ...box([x - 1.6, -24.4, 30], [3.2, 0.5, 12], materials.black),
    ...box([x - 1.6, -25.6, 43], [3.2, 0.6, 3.4], materials.black),
  ];
  return [
    ...box([-52, -21, 0], [104, 42, 4], wood),
    ...board([-55, -24, 4], [110, 48, 38], wood),
    ...loose([line(trail("-55 -24 23, 55 -24 23"), 0.45, wood.line)], 0.6),
    ...[-52.5, 50].flatMap((x) => [9, 17, 25, 33].flatMap((z) => box([x, -24.3, z], [2.5, 0.4, 4], { ...wood, base: wood.dark }))),
    ...board([-57, -25.5, 42.5], [114, 51, 4], wood),
    ...strap(-26),
    ...strap(26),
  ];
}

function shoeRack(wood: Material): Mark[] {
  const side = (x: number) => [...leg([x, 13, 0], [x, 13, 46], [3, 3], wood), ...leg([x, -13, 0], [x, -13, 46], [3, 3], wood)];
  const shelf = (z: number) => [11, 4, -4, -11].flatMap((y) => board([-38, y - 2, z], [76, 4, 1.6], wood));
  const shoe = (x: number, z: number, colour: Finish) => [
    ...loose(box([x - 4, -12, z], [8, 24, 2], materials.white)),
    ...loose(
      extrude(
        "x",
        [
          [-11, z + 2],
          [11, z + 2],
          [11, z + 11],
          [2, z + 11],
          [-4, z + 6],
          [-11, z + 5],
        ],
        x - 3.4,
        x + 3.4,
        materials[colour],
      ),
    ),
  ];
  return [
    ...side(-38),
    ...leg([38, 13, 0], [38, 13, 46], [3, 3], wood),
    ...shelf(9),
    ...shoe(-26, 10.6, "slate"),
    ...shoe(-16, 10.6, "slate"),
    ...shoe(4, 10.6, "rowan"),
    ...shoe(14, 10.6, "rowan"),
    ...shelf(30),
    ...board([-40, -16, 46], [80, 32, 2.4], wood),
    ...leg([-38, -13, 0], [-38, -13, 46], [3, 3], wood),
    ...leg([38, -13, 0], [38, -13, 46], [3, 3], wood),
  ];
}

function crates(wood: Material): Mark[] {
  const crate = (x: number, y: number, z: number, [w, d, h]: Point) => {
    const slot = rounded(10, 2.6, 1.3).map(([u, v]): Point => [x + w / 2 + u, y - 0.1, z + h * 0.72 + v]);
    const inside: Point[] = [
      [x + 1.4, y + 1.4, z + h],
      [x + w - 1.4, y + 1.4, z + h],
      [x + w - 1.4, y + d - 1.4, z + h],
      [x + 1.4, y + d - 1.4, z + h],
    ];
    const floor = inside.map(([u, v]): Point => [u, Math.max(v, y + d * 0.45), z + h]);
    return [...board([x, y, z], [w, d, h], wood), ...loose([face(inside, wood.dark), face(floor, wood.line, 0.35), face(slot, wood.line)])];
  };
  return [...crate(-20, -14, 0, [40, 28, 20]), ...crate(-20, -14, 20.4, [40, 28, 20]), ...crate(-32, -46, 0, [30, 24, 14])];
}

function wallShelves(wood: Material): Mark[] {
  const upright = (x: number) => board([x, -20, 0], [2.4, 20, 92], wood);
  const shelf = (z: number) => box([-58, -21, z], [116, 21, 2.2], wood);
  const vase = extrude(
    "z",
    circle(4.6, 20).map(([u, v]): Flat => [u + 20, v - 10]),
    36.2,
    52,
    materials["fjord-blue"],
  );
  return [
    ...upright(-48),
    ...shelf(4),
    ...row(-40, 6.2, 2, 21),
    ...shelf(34),
    ...row(-24, 36.2, 1, 20),
    ...vase,
    ...shelf(64),
    ...row(-42, 66.2, 3, 20),
    ...upright(46),
  ];
}

function wallShelf(wood: Material): Mark[] {
  const bracket = (x: number) => extrude("x", outline("-16 11, 0 0, 0 12, -16 12"), x - 0.8, x + 0.8, materials.black);
  return [
    ...bracket(-30),
    ...bracket(30),
    ...board([-45, -22, 12], [90, 22, 2.6], wood),
    ...row(-36, 14.6, 2, 22),
    ...extrude(
      "z",
      circle(5, 20).map(([u, v]): Flat => [u + 14, v - 11]),
      14.6,
      24,
      materials.rowan,
    ),
  ];
}

function coatRack(wood: Material): Mark[] {
  const peg = (x: number) => [
    line(
      [
        [x, -2, 5],
        [x, -10, 8],
      ],
      2.4,
      wood.dark,
    ),
    face(
      circle(1.9, 16).map(([u, v]): Point => [x + u, -10.5, 8 + v]),
      wood.light,
    ),
  ];
  const bag: Point[] = trail("3 -9 -20, 3 -9 -50, 34 -9 -50, 34 -9 -20");
  const straps = line(trail("10 -9 -20, 17.5 -10 8, 19.5 -10 8, 27 -9 -20"), 1.2, materials["fjord-blue"].dark);
  return [
    ...board([-45, -2, 0], [90, 2, 11], wood),
    ...[-37, -18.5, 0, 18.5, 37].flatMap(peg),
    straps,
    face(bag, materials["fjord-blue"].base),
    ...loose([
      face(
        bag.map(([x, y, z]): Point => [x, y, z === -20 ? -24 : z === -50 ? -25.2 : z]),
        materials["fjord-blue"].light,
      ),
    ]),
  ];
}
