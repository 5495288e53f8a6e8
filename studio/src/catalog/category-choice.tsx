import { shopTexts } from "../app/shop-texts.ts";
import { Choice } from "../parts/choice.tsx";
import { pathsOf, type Category } from "./category-order.ts";

interface CategoryChoiceProps {
  categories: readonly Category[];
  category: string | undefined;
  onCategory(category: string | undefined): void;
}

const all = "all";

/** Narrows a list to a category and those below it. Nothing where the shop has no categories. */
export function CategoryChoice({ categories, category, onCategory }: CategoryChoiceProps) {
  const { products } = shopTexts;
  if (categories.length === 0) return null;
  const options = [{ id: all, label: products.allCategories }, ...pathsOf(categories)];
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
