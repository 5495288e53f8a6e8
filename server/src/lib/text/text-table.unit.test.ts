import { expect, test } from "vitest";
import { textTable } from "./text-table.ts";

test("tables are aligned", () => {
  expect(
    textTable(
      ["a", "bb"],
      [
        ["xxx", "y"],
        ["", "z"],
      ],
    ),
  ).toBe("a    bb\nxxx  y\n     z");
});
