import type { DropTarget } from "react-aria-components";
import type { Category } from "./category-order.ts";

/** Where a category is put: below a parent, at a place among its other children, from 0. */
export interface CategoryPlace {
  parentId: string | null;
  position: number;
}

/** The place that a drop leads to, or undefined if the category cannot be there: below itself, or where it is. */
export function placeOfDrop(categories: readonly Category[], id: string, target: DropTarget): CategoryPlace | undefined {
  if (target.type !== "item") return undefined;
  const aim = categories.find((each) => each.id === target.key);
  if (!aim || isWithin(categories, aim.id, id)) return undefined;
  if (target.dropPosition === "on")
    return unlessHere(categories, id, { parentId: aim.id, position: others(categories, aim.id, id).length });
  const siblings = others(categories, aim.parentId, id);
  const position = siblings.findIndex((each) => each.id === aim.id) + (target.dropPosition === "after" ? 1 : 0);
  return unlessHere(categories, id, { parentId: aim.parentId, position });
}

/** The place a step up or down among the siblings, or a level out or in, as the arrow keys say. Undefined: it cannot go there. */
export function placeOfStep(categories: readonly Category[], id: string, step: "up" | "down" | "in" | "out"): CategoryPlace | undefined {
  const category = categories.find((each) => each.id === id);
  if (!category) return undefined;
  const { parentId } = category;
  const siblings = categories.filter((each) => each.parentId === parentId);
  const position = siblings.indexOf(category);
  if (step === "up") return position > 0 ? { parentId, position: position - 1 } : undefined;
  if (step === "down") return position < siblings.length - 1 ? { parentId, position: position + 1 } : undefined;
  if (step === "in") {
    const before = siblings[position - 1];
    return before && { parentId: before.id, position: others(categories, before.id, id).length };
  }
  const parent = categories.find((each) => each.id === parentId);
  if (!parent) return undefined;
  return { parentId: parent.parentId, position: others(categories, parent.parentId, id).findIndex((each) => each.id === parent.id) + 1 };
}

const others = (categories: readonly Category[], parentId: string | null, id: string) =>
  categories.filter((each) => each.parentId === parentId && each.id !== id);

/** Whether a category is another one, or below it. */
function isWithin(categories: readonly Category[], id: string, ancestor: string): boolean {
  const parents = new Map(categories.map((each) => [each.id, each.parentId]));
  for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) if (at === ancestor) return true;
  return false;
}

function unlessHere(categories: readonly Category[], id: string, place: CategoryPlace): CategoryPlace | undefined {
  const category = categories.find((each) => each.id === id);
  const siblings = categories.filter((each) => each.parentId === place.parentId);
  const isHere = category?.parentId === place.parentId && siblings.indexOf(category) === place.position;
  return isHere ? undefined : place;
}
