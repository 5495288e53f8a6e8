import { describe, expect, test } from "vitest";
import { addressesIn, withAddresses, writtenName } from "./markdown-addresses.ts";

const findAddresses = (text: string) => addressesIn(text, 1_000).map(({ address, rest }) => address + rest);

describe("an address in Markdown", () => {
  test.each([
    ["[About](page:about) and ![a pan](asset:pan.jpg)", ["page:about", "asset:pan.jpg"]],
    ['[a](entry:blog-post/hello "Hello") [b]( product:pan )', ["entry:blog-post/hello", "product:pan"]],
    ["[a](<asset:my photo (1).jpg>)", ["asset:my photo (1).jpg"]],
    ["[a](page:about?x=1#team) [b](category:pans#top)", ["page:about?x=1#team", "category:pans#top"]],
    ["[a][1]\n\n[1]: page:about\n  > [2]: <page:team>", ["page:about", "page:team"]],
    ["[![alt](asset:a.png)](page:about)", ["asset:a.png", "page:about"]],
    ["page:about (page:about) [a](pages:about) [a](Page:about) [a](page:) [a](page:a b) [a](/page:about) \\](page:a)", []],
    ["`[a](page:one)` ``[a](page:two) ` `` [a](page:three)", ["page:three"]],
    ["a ` tick\n\n[a](page:one) `", ["page:one"]],
    ["- a ` tick\n- [a](page:one) `", ["page:one"]],
    ["\\`[a](page:one)\\`", ["page:one"]],
    ["```\n[a](page:one)\n~~~\n````\n[a](page:two)", ["page:two"]],
    ["> - ```md\n> [a](page:one)\n> ```\n[a](page:two)", ["page:two"]],
    ["~~~\n[a](page:one)", []],
    ["``` `\n[a](page:one)", ["page:one"]],
  ])("%j", (text, addresses) => {
    expect(findAddresses(text)).toEqual(addresses);
  });

  test("is replaced where it stands, with what follows the name", () => {
    const text = "`page:a` [a](page:a#top) [b](page:b) [c](page:a)";
    expect(withAddresses(text, 9, ({ address, rest }) => (address === "page:a" ? `/x${rest}` : undefined))).toBe(
      "`page:a` [a](/x#top) [b](page:b) [c](/x)",
    );
    expect(withAddresses(text, 1, () => "/x")).toBe("`page:a` [a](/x) [b](page:b) [c](page:a)");
  });

  test("can hold any name that `writtenName` escapes", () => {
    const name = "Größe (1) #2 <50%> `a` [b].jpg";
    const [address] = addressesIn(`[a](asset:${writtenName(name)})`, 9);
    expect(address?.name).toBe(name);
    expect(addressesIn("[a](asset:%00) [b](asset:%)", 9).map((each) => each.name)).toEqual(["%00", "%"]);
  });

  // The largest content that a document may have: in one turn of the event loop.
  test.each([
    "](page:",
    "](page:a) ",
    "](<page:",
    "`",
    "` ``\n",
    "[a](page:?#",
    ">",
    `](page:${"a".repeat(390)}?`,
    "[a]: ",
    "```\n",
    "](      ",
    "\\",
    "- ",
  ])("takes no longer in a text that repeats %j", (piece) => {
    const text = `[a](page:a) ${piece.repeat(Math.ceil(262_144 / piece.length))} [a](page:a) `;
    const times = Array.from({ length: 3 }, () => {
      const start = performance.now();
      addressesIn(text, Number.POSITIVE_INFINITY);
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(200);
  });
});
