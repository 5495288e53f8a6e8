import type { Motif } from "./motif.ts";
import { type Ground, type Material, materials } from "./palette.ts";
import { circle, extrude, face, type Flat, line, loose, type Mark, outline, type Point, rounded, steps, trail } from "./solids.ts";

const pale: Ground = { wall: "#ebe5d9", floor: "#d6cdbb", light: 0.2 };

/** Marte's woven products, and those made from the remaining wool. */
export const textiles: Record<string, Motif> = {
  "vind-throw": {
    title: "Vind throw",
    finishes: ["fjord-blue", "heather", "lichen", "rowan", "rapeseed", "slate"],
    setting: "front",
    ground: pale,
    draw: (colour) => throwOnRail(materials[colour]),
  },
  "tue-cushion": {
    title: "Tue cushion",
    finishes: ["fjord-blue", "lichen", "rowan", "slate"],
    setting: "front",
    ground: pale,
    size: 0.8,
    draw: (colour) => cushion(materials[colour]),
  },
  "brygge-bench-pad": {
    title: "Brygge bench pad",
    finishes: ["fjord-blue", "slate"],
    setting: "above",
    ground: pale,
    draw: (colour) => benchPad(materials[colour]),
  },
  "fjell-seat-pad": {
    title: "Fjell seat pad",
    finishes: ["lichen", "rowan", "slate"],
    setting: "above",
    ground: pale,
    size: 0.8,
    draw: (colour) => seatPads(materials[colour]),
  },
  "mo-rug": {
    title: "Mo rug",
    finishes: ["fjord-blue", "lichen", "rowan"],
    setting: "above",
    ground: pale,
    draw: (colour) => rug(materials[colour], 170, 240),
  },
  "sti-runner": {
    title: "Sti runner",
    finishes: ["slate", "rapeseed"],
    setting: "above",
    ground: pale,
    draw: (colour) => rug(materials[colour], 70, 250),
  },
  "gryte-pot-holders": {
    title: "Gryte pot holders",
    finishes: ["rowan", "rapeseed"],
    setting: "front",
    ground: pale,
    size: 0.8,
    draw: (colour) => potHolders(materials[colour]),
  },
};

/** Two layers over a pole, the back one longer. */
function throwOnRail(wool: Material): Mark[] {
  const edge = (z: number, left: number, right: number, sag: number) =>
    steps(12).map((t): Point => [left + (right - left) * t, -4, z + sag * Math.sin(t * Math.PI * 3 + 0.6)]);
  const sheet = (top: number, bottom: number, left: number, right: number, colour: string) =>
    face([[left, -4, top], [right, -4, top], ...edge(bottom, left, right, 0.7).toReversed()], colour);
  const fringe = (bottom: number, left: number, right: number, colour: string) =>
    steps(34).map((t) => {
      const x = left + 0.6 + (right - left - 1.2) * t;
      const z = bottom + 0.7 * Math.sin(t * Math.PI * 3 + 0.6);
      return line(
        [
          [x, -4, z],
          [x + (t - 0.5) * 0.8, -4, z - 5],
        ],
        0.5,
        colour,
      );
    });
  const stripe = (z: number, height: number, colour: string) =>
    face([...edge(z, -34, 34, 0.5), ...edge(z - height, -34, 34, 0.5).toReversed()], colour);
  const fold = (x: number, width: number, colour: string, opacity: number) =>
    face(
      [
        [x, -4, 99],
        [x + width, -4, 99],
        [x + width * 1.5, -4, 18],
        [x + width * 0.2, -4, 18],
      ],
      colour,
      opacity,
    );
  const pole = (z: number, height: number, colour: string) =>
    face(
      [
        [-56, -4, z],
        [56, -4, z],
        [56, -4, z + height],
        [-56, -4, z + height],
      ],
      colour,
    );
  const cap = (x: number) =>
    face(
      circle(2.6, 20).map(([u, v]): Point => [x + u, -4, 99 + v]),
      materials.oak.dark,
    );
  return [
    sheet(98, 6, -31, 39, wool.dark),
    ...loose(fringe(6, -31, 39, wool.dark)),
    pole(97.4, 3.2, materials.oak.base),
    ...loose([pole(99.4, 1.2, materials.oak.light)]),
    cap(-56),
    cap(56),
    sheet(102, 16, -34, 34, wool.base),
    ...loose([
      stripe(36, 5, wool.light),
      stripe(28.5, 1.6, wool.light),
      stripe(24.5, 1.6, wool.light),
      fold(-26, 9, wool.line, 0.13),
      fold(-8, 7, wool.light, 0.22),
      fold(10, 10, wool.line, 0.13),
      fold(27, 5, wool.line, 0.2),
      face(trail("-34 -4 102, 34 -4 102, 34 -4 98.6, -34 -4 98.6"), wool.light, 0.7),
      ...fringe(16, -34, 34, wool.base),
    ]),
  ];
}

/** A cushion that people have leaned on: its corners stand out, its sides draw in. */
function pillow(w: number, h: number, pull: number): Flat[] {
  const side = (from: Flat, to: Flat, [nu, nv]: Flat) =>
    steps(10)
      .slice(0, -1)
      .map((t): Flat => {
        const bulge = pull * Math.sin(t * Math.PI);
        return [from[0] + (to[0] - from[0]) * t + nu * bulge, from[1] + (to[1] - from[1]) * t + nv * bulge];
      });
  const [a, b, c, d]: [Flat, Flat, Flat, Flat] = [
    [-w / 2, -h / 2],
    [w / 2, -h / 2],
    [w / 2, h / 2],
    [-w / 2, h / 2],
  ];
  return [...side(a, b, [0, 1]), ...side(b, c, [-1, 0]), ...side(c, d, [0, -1]), ...side(d, a, [1, 0])];
}

function cushion(wool: Material): Mark[] {
  const on = (edge: readonly Flat[]) => edge.map(([u, v]): Point => [u, -3, v]);
  const body = pillow(50, 50, 1.8);
  const shade = [...body.filter(([u, v]) => u > 0 && v < u), ...steps(10).map((t): Flat => [23 - 9 * Math.sin(t * Math.PI), 24 - 48 * t])];
  const stripes = [-13, -9, -5, 5, 9, 13].map((x, index) =>
    line(
      on(steps(12).map((t): Flat => [x * (1 + 0.13 * Math.sin(t * Math.PI)), -22.4 + 44.8 * t])),
      index % 3 === 1 ? 1.8 : 0.7,
      wool.light,
    ),
  );
  const corner = (u: number, v: number) =>
    line(
      on([
        [u * 23.6, v * 23.6],
        [u * 17, v * 18.5],
      ]),
      0.6,
      wool.dark,
    );
  return [
    face(on(body), wool.base),
    ...loose([face(on(shade), wool.dark, 0.45)]),
    ...loose(stripes, 0.75),
    ...loose([corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], 0.6),
    ...loose([line(on([...body, ...body.slice(0, 1)]), 0.8, wool.dark)]),
  ];
}

function benchPad(wool: Material): Mark[] {
  const tuft = (x: number, y: number) =>
    face(
      circle(1.1, 12).map(([u, v]): Point => [x + u, y + v, 4.1]),
      wool.line,
    );
  const tufts = [-42, -21, 0, 21, 42].flatMap((x) => [tuft(x, 7), tuft(x, -7)]);
  return [
    ...extrude("z", rounded(116, 32, 3), 0, 4, wool),
    ...loose(tufts),
    ...loose([line(trail("-55 -16.1 2, 55 -16.1 2"), 0.5, wool.line), line(trail("58.1 -13 2, 58.1 13 2"), 0.5, wool.line)], 0.6),
    ...loose([line(trail("-58 15 2, -66 12 0, -70 16 0"), 0.7, wool.dark), line(trail("58 -14 2, 66 -18 0, 72 -15 0"), 0.7, wool.dark)]),
  ];
}

function seatPads(wool: Material): Mark[] {
  const shape = (dx: number, dy: number) => rounded(40, 38, 9).map(([u, v]): Flat => [u * (1 - v * 0.003) + dx, v + dy]);
  const seam = shape(2, -2).map(([u, v]): Point => [2 + (u - 2) * 0.9, -2 + (v + 2) * 0.9, 7.1]);
  return [
    ...extrude("z", shape(-3, 4), 0, 2.2, { ...wool, light: wool.base, base: wool.dark }),
    ...extrude("z", shape(1, 0), 2.4, 4.6, wool),
    ...extrude("z", shape(2, -2), 4.8, 7, wool),
    ...loose([line([...seam, ...seam.slice(0, 1)], 0.35, wool.dark)], 0.8),
  ];
}

function rug(wool: Material, width: number, length: number): Mark[] {
  const [x, y] = [length / 2, width / 2];
  const flat = (from: number, to: number, low: number, high: number): Point[] => [
    [from, low, 0.8],
    [to, low, 0.8],
    [to, high, 0.8],
    [from, high, 0.8],
  ];
  const fringe = steps(Math.round(width / 5)).flatMap((t) => {
    const v = -y + 1 + (width - 2) * t;
    return [
      line(
        [
          [-x, v, 0.4],
          [-x - 8, v - 0.6, 0],
        ],
        1,
        materials.white.dark,
      ),
      line(
        [
          [x, v, 0.4],
          [x + 8, v + 0.6, 0],
        ],
        1,
        materials.white.dark,
      ),
    ];
  });
  const bands = [-0.9, -0.82, 0.78, 0.86].map((t) => face(flat(x * t, x * t + x * 0.04, -y, y), wool.light));
  const broad = [-0.74, 0.6].map((t) => face(flat(x * t, x * t + x * 0.14, -y, y), wool.dark));
  const weave = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((t) =>
    line(
      [
        [-x * 0.55, -y + width * t, 0.8],
        [x * 0.55, -y + width * t, 0.8],
      ],
      0.5,
      wool.light,
    ),
  );
  return [
    ...fringe,
    ...extrude(
      "z",
      [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
      ],
      0,
      0.8,
      { ...wool, light: wool.base, base: wool.dark },
    ),
    ...loose([...bands, ...broad]),
    ...loose(weave, 0.4),
  ];
}

function potHolders(wool: Material): Mark[] {
  const holder = (x: number, z: number, material: Material) => {
    const on = (edge: readonly Flat[]) => edge.map(([u, v]): Point => [u + x, -2, v + z]);
    const body = rounded(20, 20, 2.6);
    const quilting = [-5, 0, 5].flatMap((at) => [
      line(
        on([
          [at, -9],
          [at, 9],
        ]),
        0.35,
        material.dark,
      ),
      line(
        on([
          [-9, at],
          [9, at],
        ]),
        0.35,
        material.dark,
      ),
    ]);
    return [
      line(on(outline("-1.4 9.6, -1.8 13, 0 14.6, 1.8 13, 1.4 9.6")), 0.8, material.dark),
      face(on(body), material.base),
      ...loose(quilting, 0.55),
      ...loose([line(on([...body, ...body.slice(0, 1)]), 0.9, material.light)]),
    ];
  };
  return [...holder(-13, 14, wool), ...holder(13, 10, materials.slate)];
}
