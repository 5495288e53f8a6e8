import { glow, halo, ring } from "./light.ts";
import type { Motif } from "./motif.ts";
import { type Finish, grounds, type Material, materials } from "./palette.ts";
import { curve, extrude, face, type Flat, lathe, line, loose, type Mark, moved, outline, type Point, steps } from "./solids.ts";

/** Lamps that hang from the ceiling, all of them switched on, and their cable. */
export const hangingLamps: Record<string, Motif> = {
  "lykt-lamp": {
    title: "Lykt lamp",
    finishes: ["white", "black", "rowan", "fjord-blue"],
    setting: "ceiling",
    ground: grounds.dusk,
    draw: (colour) => pendant(materials[colour], lykt, 0),
  },
  "lykt-wide-lamp": {
    title: "Lykt wide lamp",
    finishes: ["white", "black", "rapeseed"],
    setting: "ceiling",
    ground: grounds.dusk,
    size: 1.15,
    draw: (colour) => pendant(materials[colour], wide, 0),
  },
  "klokke-lamp": {
    title: "Klokke lamp",
    finishes: ["brass", "black"],
    setting: "ceiling",
    ground: grounds.dusk,
    size: 0.85,
    draw: (metal) => pendant(materials[metal], bell, 0),
  },
  "rekke-lamp": {
    title: "Rekke lamp",
    finishes: ["oak", "ash"],
    setting: "ceiling",
    ground: grounds.dusk,
    draw: (wood) => inARow(materials[wood]),
  },
  "tau-cable-set": { title: "Tau cable set", finishes: ["rowan", "slate", "rapeseed"], size: 0.75, draw: (colour) => cableSet(colour) },
};

const lykt = curve(outline("14 0, 14 1.5, 13 6, 10.5 12, 6.5 17, 3.2 19, 3 22, 1 23"));
const wide = curve(outline("22.5 0, 22.5 1, 19 6, 12 11, 5 14, 3.2 17, 3 20, 1 21"));
const bell = curve(outline("10 0, 9.4 1.5, 7.6 6, 6.8 12, 5.6 16, 2.4 18.5, 1.6 21, 0.6 22"));

function pendant(shade: Material, profile: readonly Flat[], x: number): Mark[] {
  const rim = profile[0]?.[0] ?? 0;
  const top = profile.at(-1)?.[1] ?? 0;
  const beam = face(
    [
      [-rim * 0.86, -rim * 0.47, 0],
      [rim * 0.86, rim * 0.47, 0],
      [rim * 2.6, rim * 1.4, -90],
      [-rim * 2.6, -rim * 1.4, -90],
    ],
    glow,
    0.14,
  );
  return moved(
    [
      ...loose([
        line(
          [
            [0, 0, top],
            [0, 0, 400],
          ],
          0.5,
          "#1b2329",
        ),
      ]),
      { ...beam, loose: true },
      ...halo([0, 0, -rim * 0.2], rim * 1.7),
      ...lathe([0, 0, 0], profile, shade, 6),
      face(ring(rim * 0.97, 0), "#fff0c4"),
      ...loose([face(ring(rim * 0.55, 0.4), "#fffaf0")]),
    ],
    [x, x * 0.53, 0],
  );
}

function inARow(wood: Material): Mark[] {
  const small = bell.filter((_, index) => index % 2 === 0).map(([r, z]): Flat => [r * 0.75, z * 0.7]);
  const shade = (x: number) =>
    pendant(materials.white, small, x).map((mark, index) =>
      index === 0
        ? {
            ...mark,
            points: [
              [x, x * 0.53, 15],
              [x, x * 0.53, 34],
            ] as Point[],
          }
        : mark,
    );
  const rail = extrude("y", outline("-44 34, 44 34, 44 38, -44 38"), -2, 2, wood).map((mark) => ({
    ...mark,
    points: mark.points.map(([x, y, z]): Point => [x, y + x * 0.53, z]),
  }));
  const hangers = [-34, 34].map((x) =>
    line(
      [
        [x, x * 0.53, 38],
        [x, x * 0.53, 400],
      ],
      0.4,
      "#1b2329",
    ),
  );
  return [...loose(hangers), ...[-32, 0, 32].flatMap(shade), ...rail];
}

function cableSet(colour: Finish): Mark[] {
  const cable = materials[colour];
  const coil = [0, 1, 2, 3].flatMap((turn) => [
    line(
      [...ring(13 - (turn % 2) * 1.2, 1.2 + turn * 1.6, 36), [13 - (turn % 2) * 1.2, 0, 1.2 + turn * 1.6]],
      1.5,
      turn % 2 ? cable.dark : cable.base,
    ),
  ]);
  const tail = steps(10).map((t): Point => [13 + t * 12, -t * 10, 0.8 + Math.sin(t * Math.PI) * 3]);
  return [
    ...coil,
    line(tail, 1.5, cable.base),
    ...lathe([26, -12, 0], outline("2 0, 2.2 5, 1.6 6, 1.2 7"), materials.black),
    ...lathe([-26, 8, 0], outline("6 0, 6 1, 5.4 3.4, 1 4.4"), materials.white),
  ];
}
