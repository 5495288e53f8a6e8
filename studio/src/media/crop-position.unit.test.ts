import { expect, test } from "vitest";
import { cropPosition, ratioOf } from "./crop-position.ts";

test("a crop has the focus in its middle", () => {
  // 400 of 1,000 pixels across, from 100 to 500: the middle is 300.
  expect(cropPosition({ width: 1_000, height: 400 }, 1, [0.3, 0.5])).toEqual([100 / 600, 0.5]);
});

test("a crop stays within the picture, also where the focus is at an edge", () => {
  expect(cropPosition({ width: 1_000, height: 400 }, 1, [0, 0])).toEqual([0, 0.5]);
  expect(cropPosition({ width: 1_000, height: 400 }, 1, [1, 1])).toEqual([1, 0.5]);
});

test("of a tall picture the crop moves up and down", () => {
  expect(cropPosition({ width: 300, height: 900 }, ratioOf("4:3"), [0.2, 0.9])).toEqual([0.5, 1]);
  expect(cropPosition({ width: 300, height: 900 }, ratioOf("1:1"), [0.2, 0.5])[1]).toBe(0.5);
});

test("a picture of the same shape is shown whole", () => {
  expect(cropPosition({ width: 800, height: 600 }, ratioOf("4:3"), [0.1, 0.9])).toEqual([0.5, 0.5]);
});
