import { expect, test } from "vitest";
import { pageLinks } from "./paging.ts";

test("an empty list has one page, the first and the last", () => {
  expect(pageLinks({}, { page: 1, pageSize: 10 }, 0)).toBe('<?page=1&pageSize=10>; rel="first", <?page=1&pageSize=10>; rel="last"');
});
