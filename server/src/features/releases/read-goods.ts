import { Type, type Static } from "typebox";
import { Nullable, Uuid } from "../../lib/http/envelope.ts";
import { applyMergePatch } from "../../lib/http/merge-patch.ts";
import type { Sql } from "../../ports/database.ts";
import { readCatalogItems } from "../bundle/index.ts";
import { changeKinds, type ReleaseChange } from "./release.ts";

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
export async function readGoods(
  sql: Sql,
  siteId: string,
  changes: readonly Pick<ReleaseChange, "type" | "target" | "patch">[],
  ids: readonly string[],
): Promise<ReleaseGoods[]> {
  if (ids.length === 0) return [];
  const stored = await readCatalogItems(sql, siteId, ids);
  return ids.flatMap((id): ReleaseGoods[] => {
    const own = changes.filter(({ target }) => target === id);
    const type = own[0]?.type ?? changeKinds.find((kind) => stored[sections[kind]].some((item) => item.id === id));
    if (type === undefined) return [];
    const before = stored[sections[type]].find((item) => item.id === id)?.members ?? null;
    const after = before && own.reduce<unknown>((members, { patch }) => applyMergePatch(members, patch), before);
    return [{ type, id, before, after: after as ReleaseGoods["after"] }];
  });
}
