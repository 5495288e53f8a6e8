import { expect, test } from "vitest";
import { mentionOf } from "./addresses-in.ts";

const ada = "ada@example.com";

test.each([
  [ada, "is"],
  [" Ada@Example.com ", "is"],
  ["Write to ada@example.com.", "mentions"],
  ["email=ada@example.com&x=1", "mentions"],
  ["https://shop.example/?mail=ada@example.com", "mentions"],
  ["*ada@example.com*", "mentions"],
  ["_ada@example.com_", "mentions"],
  ["ada@example.com/home", "mentions"],
  ["ada@example.com。", "mentions"],
  ["ada@example.com…", "mentions"],
  ["lovelada@example.com", undefined],
  ["x.ada@example.com", undefined],
  ["ada@example.com.br", undefined],
  ["ada@example.community", undefined],
  ["ada at example.com", undefined],
])("%s: %s", (text, expected) => {
  expect(mentionOf(text, ada)).toBe(expected);
  expect(mentionOf({ deep: [{ text }] }, ada)).toBe(expected);
});

test("a domain is found in both of its spellings", () => {
  expect(mentionOf("to=post@bücher.example", "post@xn--bcher-kva.example")).toBe("mentions");
  expect(mentionOf("to=post@xn--bcher-kva.example", "post@xn--bcher-kva.example")).toBe("mentions");
});
