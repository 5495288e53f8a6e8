import { cms } from "../kit/harness.ts";
import type { Cell } from "./tenant-cells.ts";
import { marks, type Tenant } from "./tenant-pair.ts";

const wordOf = (mark: string) => mark.slice("mark-".length);

/** Searches over content and shop, with what the site must answer. */
export function searchCells({ mark, visibleCatalog }: Tenant): Cell[] {
  const isGamma = mark === "mark-gamma";
  const others = marks.filter((other) => other !== mark);
  const list = (query: string, total: number, shows = total === 0 ? '"data":[]' : mark): Cell => {
    return { path: `${cms}/search?pageSize=100&${query}`, total, shows };
  };
  const [products, categories] = [visibleCatalog.products.size, visibleCatalog.categories.size];
  const inGerman = isGamma ? ["fjell chair", "seating"] : ["Sitz", "Sitze"];
  // Words as they are, and with a letter wrong.
  const ownCells = [wordOf(mark), `${wordOf(mark)}x`].flatMap((q) => [
    ...[list(`q=${q}`, isGamma ? 29 : 33), list(`q=${q}&locale=de`, isGamma ? 18 : 20), list(`q=${q}&types=page`, isGamma ? 11 : 12)],
    ...[list(`q=${q}&types=entry:dish`, 3), list(`q=${q}&types=entry:dish&locale=de`, 3), list(`q=${q}&types=page&locale=de`, 4)],
    list(`q=${q}&types=product`, products, `"title":"${mark} fjell chair"`),
    list(`q=${q}&types=category`, categories, `"title":"${mark} seating"`),
    list(`q=${q}&types=product&locale=de`, products, `"title":"${mark} ${inGerman[0]}"`),
    list(`q=${q}&types=category&locale=de`, categories, `"title":"${mark} ${inGerman[1]}"`),
    list(`q=${q}&types=product,category,entry:dish`, products + categories + 3),
  ]);
  return [
    ...ownCells,
    ...others.flatMap((other) =>
      [wordOf(other), `${wordOf(other)}x`].flatMap((q) => ["", "&locale=de"].map((locale) => list(`q=${q}${locale}`, 0))),
    ),
    ...["geheim", "secret"].flatMap((q) => ["", "&locale=de"].map((locale) => list(`q=${q}${locale}&types=product,category`, 0))),
  ];
}
