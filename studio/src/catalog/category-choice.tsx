import { shopTexts } from "../app/shop-texts.ts";
import { Choice } from "../parts/choice.tsx";
import type { TreeCategory } from "./category-order.ts";

interface CategoryChoiceProps {
  categories: readonly TreeCategory[];
  category: string | undefined;
  onCategory(category: string | undefined): void;
}

const all = "all";

/** Narrows a list to a category and those below it. Nothing where the shop has no categories. */
export function CategoryChoice({ categories, category, onCategory }: CategoryChoiceProps) {
  const { products } = shopTexts;
  if (categories.length === 0) return null;
  const options = [
    { id: all, label: products.allCategories },
    ...categories.map(({ id, title, depth }) => ({ id, label: indented(title, depth) })),
  ];
  const value = categories.some(({ id }) => id === category) ? category : all;
  return (
    <Choice
      label={products.category}
      isLabelUnseen
      options={options}
      value={value ?? all}
      onChange={(next) => onCategory(next === all ? undefined : next)}
    />
  );
}

/** The title of a category below others, as a list shows it. */
export const indented = (title: string, depth: number) => "\u2003".repeat(depth) + title;
