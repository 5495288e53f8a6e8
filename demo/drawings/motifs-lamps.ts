import { glow, halo, ring } from "./light.ts";
import type { Motif } from "./motif.ts";
import { grounds, type Material, materials } from "./palette.ts";
import {
  board,
  box,
  circle,
  curve,
  extrude,
  face,
  type Flat,
  lathe,
  line,
  loose,
  type Mark,
  moved,
  outline,
  type Point,
  steps,
  trail,
} from "./solids.ts";

const night = { setting: "night", ground: grounds.dusk } as const;

/** Lamps that stand, and one for the wall. */
export const lamps: Record<string, Motif> = {
  "kveld-table-lamp": {
    title: "Kveld table lamp",
    finishes: ["oak", "smoked-oak"],
    ...night,
    size: 0.85,
    draw: (wood) => tableLamp(materials[wood]),
  },
  "lese-reading-lamp": {
    title: "Lese reading lamp",
    finishes: ["black", "white", "brass"],
    ...night,
    draw: (steel) => readingLamp(materials[steel]),
  },
  "vegg-wall-lamp": {
    title: "Vegg wall lamp",
    finishes: ["white", "black", "lichen"],
    setting: "wall",
    ground: grounds.dusk,
    size: 0.62,
    draw: (colour) => wallLamp(materials[colour]),
  },
  "katt-low-lamp": {
    title: "Katt low lamp",
    finishes: ["white", "rapeseed", "slate"],
    ...night,
    size: 0.62,
    draw: (colour) => lowLamp(materials[colour]),
  },
  "vakt-window-lamp": {
    title: "Vakt window lamp",
    finishes: ["brass", "black"],
    ...night,
    size: 0.95,
    draw: (metal) => windowLamp(materials[metal]),
  },
  "paere-bulb": { title: "Pære bulb", finishes: ["glass"], ...night, size: 0.7, draw: () => bulb() },
  "fyr-lamp": { title: "Fyr lamp", finishes: ["brass"], ...night, size: 0.9, draw: (metal) => firstLamp(materials[metal]) },
};

function tableLamp(wood: Material): Mark[] {
  const linen = { ...materials.white, light: "#fff3d2", base: "#fbe2a8", dark: "#e9c37c" };
  return [
    ...halo([0, 0, 40], 44),
    ...lathe([0, 0, 0], curve(outline("8 0, 8.4 2, 6.5 9, 3 16, 2.2 22, 2.6 25")), wood),
    ...lathe([0, 0, 25], outline("1 0, 1 3"), materials.brass),
    ...lathe([0, 0, 28], outline("15 0, 11 23"), linen),
    ...loose([face(ring(9.6, 51), "#fffaf0")]),
  ];
}

function readingLamp(steel: Material): Mark[] {
  const head: readonly Flat[] = outline("9 0, 9 1, 6 8, 2.4 11, 2 14");
  return [
    ...loose([face(trail("27 12 116, 45 22 116, 66 32 0, 6 -2 0"), glow, 0.16)]),
    ...halo([36, 18, 112], 26),
    ...lathe([0, 0, 0], outline("15 0, 15 1.6, 14 2.2"), steel),
    line(trail("0 0 2, 0 0 138"), 1.9, steel.base),
    ...loose([line(trail("-0.5 -0.3 4, -0.5 -0.3 137"), 0.5, steel.light)]),
    line(trail("-14 -7.4 146, 36 19 132"), 1.6, steel.base),
    ...lathe([-15, -8, 141], outline("2.4 0, 2.4 7"), steel),
    ...lathe([0, 0, 136], outline("2 0, 2 8"), materials.brass),
    ...moved(
      [
        ...lathe([0, 0, 0], head, steel),
        ...loose([
          face(
            ring(8.6, -0.4).filter(([x, y]) => y - x * 0.53 < 3),
            "#fff0c4",
          ),
        ]),
      ],
      [36, 19, 116],
    ),
  ];
}

function wallLamp(colour: Material): Mark[] {
  const disc = extrude("y", circle(11, 40), -9, -7, colour);
  return [
    ...loose(
      [46, 34, 24].map((r) =>
        face(
          circle(r, 40).map(([u, v]): Point => [u, 0, v]),
          glow,
          0.13,
        ),
      ),
    ),
    ...extrude("y", circle(4, 24), -7, 0, materials.brass),
    face(
      circle(15, 40).map(([u, v]): Point => [u, -1, v]),
      "#fff0c4",
    ),
    ...disc,
    ...loose([
      face(
        circle(1.3, 16).map(([u, v]): Point => [u, -9.2, v]),
        materials.brass.base,
      ),
    ]),
  ];
}

function lowLamp(colour: Material): Mark[] {
  const opal = { ...materials.white, light: "#fffaf0", base: "#ffeec2", dark: "#f3d28c" };
  const ball = steps(10).map((t): Flat => [
    Math.max(0.4, 9 * Math.sin(Math.PI * (0.16 + t * 0.84))),
    9 - 9 * Math.cos(Math.PI * (0.16 + t * 0.84)),
  ]);
  return [
    ...loose([face(ring(34, 0), glow, 0.13), face(ring(24, 0), glow, 0.16)]),
    ...halo([0, 0, 12], 30),
    ...lathe([0, 0, 0], curve(outline("10 0, 10.4 2, 8 5, 5 6")), colour),
    ...lathe([0, 0, 4.4], ball, opal),
  ];
}

/** On the sill, before the last of the daylight. */
function windowLamp(metal: Material): Mark[] {
  const opal = { ...materials.white, light: "#fffaf0", base: "#fff0c4", dark: "#ffdf9a" };
  const ball = steps(10).map((t): Flat => [Math.max(0.3, 5 * Math.sin(Math.PI * t)), 5 - 5 * Math.cos(Math.PI * t)]);
  const pane = (x: number, z: number) =>
    face(
      [
        [x, 9, z],
        [x + 20, 9, z],
        [x + 20, 9, z + 20],
        [x, 9, z + 20],
      ],
      "#6f8797",
    );
  const hoop = steps(30).map((t): Point => [11 * Math.sin(2 * Math.PI * t), 0, 18 - 11 * Math.cos(2 * Math.PI * t)]);
  return [
    ...box([-25, 9, 3], [50, 3, 49], materials.white),
    ...loose([pane(-22, 6), pane(2, 6), pane(-22, 29), pane(2, 29)]),
    ...board([-30, -10, 0], [60, 20, 3], materials.white),
    ...halo([0, 0, 18], 30),
    ...lathe([0, 0, 3], outline("6 0, 6 2, 5.4 3"), materials.oak),
    line(hoop, 1.1, metal.base),
    ...lathe([0, 0, 13], ball, opal),
    ...lathe([0, 0, 22.8], outline("1.5 0, 1.5 3, 0.6 4.4"), metal),
    line(trail("0 0 26, 0 0 29"), 0.8, metal.dark),
  ];
}

function bulb(): Mark[] {
  const warm = { ...materials.glass, light: "#fff6dc", base: "#ffe6a6", dark: "#f1c873" };
  return [
    ...halo([0, 0, 11], 17),
    ...lathe([0, 0, 0], outline("1 0, 1.9 0.6, 2 4.4"), materials.brass),
    ...loose(
      [1.2, 2.3, 3.4].map((z) =>
        line(
          ring(2, z, 24).filter(([x, y]) => y - x * 0.53 < 0),
          0.28,
          materials.brass.line,
        ),
      ),
    ),
    ...lathe([0, 0, 4.4], curve(outline("2 0, 2.6 1.6, 4.6 5, 5.2 8, 4.7 10.8, 3 13, 0.4 13.9")), warm),
    ...loose(
      [line(trail("-0.7 -1.3 5, -1.4 -2.4 10.5, -0.5 -1 12, 0.5 -1 10.6, 1.2 -0.6 12, 2 -0.6 10.5, 1 -0.6 5"), 0.3, "#c98a2b")],
      0.9,
    ),
  ];
}

function firstLamp(metal: Material): Mark[] {
  const opal = { ...materials.white, light: "#fffaf0", base: "#ffeec2", dark: "#f3d28c" };
  const bars = [0, 60, 120, 180, 240, 300].map((angle): Mark => {
    const [x, y] = [10.4 * Math.cos((angle * Math.PI) / 180), 10.4 * Math.sin((angle * Math.PI) / 180)];
    return line(
      [
        [x, y, 6],
        [x, y, 30],
      ],
      0.9,
      metal.dark,
    );
  });
  const behind = (mark: Mark) => (mark.points[0]?.[1] ?? 0) > 0;
  return [
    ...halo([0, 0, 18], 34),
    ...box([-12, -12, 0], [24, 24, 3], materials.oak),
    ...lathe([0, 0, 3], outline("11 0, 11 3"), metal),
    ...bars.filter(behind),
    ...lathe([0, 0, 6], outline("7.5 0, 7.5 24"), opal),
    ...bars.filter((mark) => !behind(mark)),
    ...lathe([0, 0, 30], outline("12 0, 12 1.4, 8 5, 3 8, 2 11"), metal),
    line(
      steps(10).map((t): Point => [5 * Math.cos(Math.PI * t), 2.6 * Math.cos(Math.PI * t), 40 + 6 * Math.sin(Math.PI * t)]),
      1,
      metal.base,
    ),
  ];
}
