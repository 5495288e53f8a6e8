import { describe, expect, it } from "vitest";
import {
  emptyVariant,
  missingChoices,
  nameOfVariant,
  removedVariants,
  suggestedSku,
  withCells,
  withMissing,
  withOption,
  withOptionText,
  withoutOption,
  withoutValue,
  withoutVariants,
  withPasted,
  withValues,
  type Matrix,
} from "./variant-matrix.ts";

const start: Matrix = { options: [], variants: [{ ...emptyVariant(), id: "v1", sku: "TEE", price: "20.00" }] };
const keyOf = (matrix: Matrix, index: number) => matrix.options[index]?.key ?? "";
const valueKey = (matrix: Matrix, index: number, text: string) =>
  matrix.options[index]?.values.find((value) => value.text === text)?.key ?? "";
const names = ({ options, variants }: Matrix) => variants.map((variant) => nameOfVariant(options, variant));

function add(matrix: Matrix, name: string, values: readonly string[], stored?: Matrix): Matrix {
  const withOne = withOption(matrix);
  const key = withOne.options.at(-1)?.key ?? "";
  return withValues(withOptionText(withOne, key, { name }), key, values, stored)!;
}

/** Stored: every variant has an ID and an SKU. */
function stored(matrix: Matrix): Matrix {
  const variants = matrix.variants.map((variant, index) => ({ ...variant, id: `id-${index}`, key: `id-${index}`, sku: `SKU-${index}` }));
  return { ...matrix, variants };
}

const twoOptions = () => stored(add(add(start, "Size", ["S", "M"]), "Colour", ["Red", "Blue"]));

describe("values of options", () => {
  it("make a variant for each combination, in the order of the options", () => {
    const matrix = add(add(start, "Size", ["S", "M", "L"]), "Colour", ["Red", "Blue"]);
    expect(names(matrix)).toEqual(["S, Red", "S, Blue", "M, Red", "M, Blue", "L, Red", "L, Blue"]);
    expect(missingChoices(matrix)).toEqual([]);
  });

  it("leave the variant that exists its ID, and give its price to the new ones", () => {
    const matrix = add(start, "Size", ["S", "M"]);
    expect(matrix.variants.map(({ id, sku, price }) => [id, sku, price])).toEqual([
      ["v1", "TEE", "20.00"],
      [null, "", "20.00"],
    ]);
  });

  it("copy the price of the variant that is the same otherwise", () => {
    const matrix = twoOptions();
    const blue = withCells(matrix, new Set(["id-1"]), "price", "25.00");
    const larger = withValues(blue, keyOf(blue, 0), ["L"])!;
    expect(larger.variants.map(({ price }) => price)).toEqual(["20.00", "25.00", "20.00", "20.00", "20.00", "25.00"]);
  });

  it("that are here already, or empty, add nothing", () => {
    const matrix = twoOptions();
    expect(withValues(matrix, keyOf(matrix, 0), ["S", " M ", " "])).toBe(matrix);
  });

  it("do not bring back combinations that somebody removed", () => {
    const matrix = withoutVariants(twoOptions(), new Set(["id-3"]));
    const larger = withValues(matrix, keyOf(matrix, 1), ["Green"])!;
    expect(names(larger)).toEqual(["S, Red", "S, Blue", "S, Green", "M, Red", "M, Green"]);
    expect(missingChoices(larger)).toHaveLength(1);
    expect(names(withMissing(larger))).toEqual(["S, Red", "S, Blue", "S, Green", "M, Red", "M, Blue", "M, Green"]);
  });

  it("are refused if they make too many variants", () => {
    const many = Array.from({ length: 40 }, (_, index) => String(index));
    const matrix = withOption(add(start, "A", many));
    expect(withValues(matrix, keyOf(matrix, 1), many)).toBeUndefined();
    expect(withValues(matrix, keyOf(matrix, 1), many.slice(0, 25))?.variants).toHaveLength(1_000);
  });
});

describe("a change of options", () => {
  it("keeps all variants when an option or a value gets another name", () => {
    const matrix = twoOptions();
    const renamed = withOptionText(withOptionText(matrix, keyOf(matrix, 1), { name: "Shade" }), keyOf(matrix, 0), {
      valueKey: valueKey(matrix, 0, "S"),
      text: "Small",
    });
    expect(names(renamed)).toEqual(["Small, Red", "Small, Blue", "M, Red", "M, Blue"]);
    expect(renamed.variants.map(({ id }) => id)).toEqual(matrix.variants.map(({ id }) => id));
  });

  it("drops the variants of a value that goes, which can be listed before a save", () => {
    const matrix = twoOptions();
    const smaller = withoutValue(matrix, keyOf(matrix, 0), valueKey(matrix, 0, "S"));
    expect(names(smaller)).toEqual(["M, Red", "M, Blue"]);
    expect(removedVariants(matrix, smaller).map(({ sku }) => sku)).toEqual(["SKU-0", "SKU-1"]);
  });

  it("gives variants back their IDs when somebody adds the value again", () => {
    const matrix = twoOptions();
    const smaller = withoutValue(matrix, keyOf(matrix, 0), valueKey(matrix, 0, "S"));
    const again = withValues(smaller, keyOf(matrix, 0), ["S"], matrix)!;
    expect(again.variants.map(({ id, sku }) => [id, sku])).toEqual([
      ["id-2", "SKU-2"],
      ["id-3", "SKU-3"],
      ["id-0", "SKU-0"],
      ["id-1", "SKU-1"],
    ]);
    expect(removedVariants(matrix, again)).toEqual([]);
  });

  it("keeps the first of the variants that only the removed option told apart", () => {
    const matrix = twoOptions();
    const one = withoutOption(matrix, keyOf(matrix, 1));
    expect(one.variants.map(({ id }) => id)).toEqual(["id-0", "id-2"]);
    expect(names(one)).toEqual(["S", "M"]);
    expect(names(withoutOption(one, keyOf(one, 0)))).toEqual([""]);
  });

  it("leaves the variants when the last value of an option goes", () => {
    const matrix = stored(add(add(start, "Size", ["S", "M"]), "Colour", ["Red"]));
    const none = withoutValue(matrix, keyOf(matrix, 1), valueKey(matrix, 1, "Red"));
    expect(none.variants.map(({ id }) => id)).toEqual(["id-0", "id-1"]);
    expect(names(withValues(none, keyOf(none, 1), ["Blue"])!)).toEqual(["S, Blue", "M, Blue"]);
  });
});

describe("the table", () => {
  it("takes the cells of a spreadsheet from a cell on, but no stock of a stored variant", () => {
    const matrix = withValues(twoOptions(), "", [])!;
    const pasted = withPasted(
      matrix,
      { key: "id-1", cell: "sku" },
      ["title", "sku", "price", "compareAtPrice", "stock"],
      "A\t1,50\nB\t2\t3\t4\n",
    );
    expect(pasted.variants.map(({ sku, price, compareAtPrice, stock }) => [sku, price, compareAtPrice, stock])).toEqual([
      ["SKU-0", "20.00", "", ""],
      ["A", "1,50", "", ""],
      ["B", "2", "3", ""],
      ["SKU-3", "20.00", "", ""],
    ]);
  });

  it("offers an SKU made of the address and the values", () => {
    const matrix = add(add(start, "Größe", ["S"]), "Colour", ["Dark blue"]);
    expect(suggestedSku("tee", matrix.options, matrix.variants[0]!)).toBe("TEE-S-DARK-BLUE");
  });
});
