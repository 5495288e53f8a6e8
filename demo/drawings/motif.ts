import { type Finish, type Ground, groundFor, materials } from "./palette.ts";
import { render, settings } from "./render.ts";
import type { Mark } from "./solids.ts";

/** A product of the shop, and the finishes in which it is drawn. */
export interface Motif {
  readonly title: string;
  readonly finishes: readonly Finish[];
  readonly draw: (finish: Finish) => Mark[];
  readonly setting?: keyof typeof settings;
  readonly ground?: Ground;
  readonly size?: number;
}

/** The drawings of one motif, by their names in the addresses. */
export function drawings(name: string, motif: Motif): [name: string, draw: () => string][] {
  return motif.finishes.map((finish) => {
    const scene = (title: string) =>
      render({
        title,
        ground: motif.ground ?? groundFor(finish),
        setting: settings[motif.setting ?? "floor"],
        marks: motif.draw(finish),
        size: motif.size ?? 1,
      });
    return motif.finishes.length === 1
      ? [name, () => scene(motif.title)]
      : [`${name}-${finish}`, () => scene(`${motif.title}, ${materials[finish].label}`)];
  });
}
