import { expect, test } from "vitest";
import { slugOf } from "./new-site.ts";

test("the slug of a new site is made of its folder's name, in any script", () => {
  expect(["Corner Bakery", "Café Zürich", "Cafe\u0301", "Łódź", "Чайная", "会社", "a", "★", "x".repeat(60)].map(slugOf)).toEqual([
    ...["corner-bakery", "cafe-zurich", "cafe", "lodz", "chaynaya", "hui-she", "my-a", "my-site", "x".repeat(40)],
  ]);
});
