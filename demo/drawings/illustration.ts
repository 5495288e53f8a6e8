import { drawings, type Motif } from "./motif.ts";
import { benches } from "./motifs-benches.ts";
import { care } from "./motifs-care.ts";
import { chairs } from "./motifs-chairs.ts";
import { hangingLamps } from "./motifs-hanging-lamps.ts";
import { lamps } from "./motifs-lamps.ts";
import { smallThings } from "./motifs-small.ts";
import { storage } from "./motifs-storage.ts";
import { tables } from "./motifs-tables.ts";
import { textiles } from "./motifs-textiles.ts";

const motifs: Record<string, Motif> = {
  ...chairs,
  ...benches,
  ...tables,
  ...storage,
  ...hangingLamps,
  ...lamps,
  ...textiles,
  ...smallThings,
  ...care,
};

const byName: ReadonlyMap<string, () => string> = new Map(Object.entries(motifs).flatMap(([name, motif]) => drawings(name, motif)));

/** Every name that has a drawing. */
export const illustrationNames: readonly string[] = [...byName.keys()];

/** The drawing of this name, as the text of an SVG file. */
export function illustration(name: string): string | undefined {
  return byName.get(name)?.();
}
