import { Type, type Static } from "typebox";
import { Nullable, Uuid } from "../../../lib/http/envelope.ts";
import type { Sql } from "../../../ports/database.ts";
import { applyCatalogPatch, readCatalogItems, type CatalogChange } from "../bundle/index.ts";
import { changeKinds } from "./release.ts";

const Members = (description: string) => Nullable(Type.Record(Type.String(), Type.Unknown(), { description }));

/** A product, a category or a plan, as it is and as a release makes it. */
export const ReleaseGoods = Type.Object(
  {
    type: Type.Enum([...changeKinds]),
    id: Uuid,
    before: Members("As it is now, in the members of a bundle. Null: it is gone."),
    after: Members("With the changes of the release. Null: it is gone."),
  },
  { $id: "ReleaseGoods", additionalProperties: false },
);
export type ReleaseGoods = Static<typeof ReleaseGoods>;

const sections = { product: "products", category: "categories", plan: "plans" } as const;

/** The goods with these ids in their order, each with what the changes make of it. Ids of nothing that the changes concern are left out if nothing has them. */
export async function readReleasedItems(
  sql: Sql,
  siteId: string,
  changes: readonly CatalogChange[],
  ids: readonly string[],
): Promise<ReleaseGoods[]> {
  if (ids.length === 0) return [];
  const storedItems = await readCatalogItems(sql, siteId, ids);
  return ids.flatMap((id): ReleaseGoods[] => {
    const itemChanges = changes.filter(({ targetId }) => targetId === id);
    const type = itemChanges[0]?.kind ?? changeKinds.find((kind) => storedItems[sections[kind]].some((item) => item.id === id));
    if (type === undefined) return [];
    const before = storedItems[sections[type]].find((item) => item.id === id)?.members ?? null;
    const after =
      before && itemChanges.reduce<ReleaseGoods["after"] & object>((members, change) => applyCatalogPatch(members, change).after, before);
    return [{ type, id, before, after }];
  });
}
