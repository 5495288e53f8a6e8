import { expect, test } from "vitest";
import { Refused } from "./refusal.ts";
import { cleanDrawing } from "./svg-pictures.ts";

const svg = "http://www.w3.org/2000/svg";
const withEntities = (declarations: string, content: string, attributes = "") =>
  `<!DOCTYPE svg [${declarations}]><svg xmlns="${svg}" viewBox="0 0 9 9"${attributes}>${content}</svg>`;
const cleaned = (content: string) => `<svg xmlns="${svg}" viewBox="0 0 9 9">${content}</svg>`;

/** As Illustrator 16 begins each file. */
const illustrator = `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 16.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
	<!ENTITY ns_svg "${svg}">
	<!ENTITY ns_xlink "http://www.w3.org/1999/xlink">
]>
<svg version="1.1" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;" viewBox="0 0 9 9" i:pageBounds="0 9 9 0">
<switch><g i:extraneous="self"><path id="a" fill="#C33" d="M0,0h9v9z"/><use xlink:href="#a"/></g></switch></svg>`;

test("the names of namespaces that Illustrator declares are read, and the drawing is kept", async () => {
  const { text, cut } = await cleanDrawing(illustrator, false);
  expect(cut).toEqual([]);
  expect(text).toContain('<path id="a" fill="#C33" d="M0,0h9v9z"/><use xlink:href="#a"/>');
  expect(text).not.toMatch(/ENTITY|&|adobe/);
});

test.each([
  ["in a text", '<!ENTITY who "Ada">', "<text>I am &who;.</text>", "<text>I am Ada.</text>"],
  ["in an attribute", "<!ENTITY red '#c33'>", '<path fill="&red;"/>', '<path fill="#c33"/>'],
  ["with quotes in it", `<!ENTITY q 'say "a"'>`, '<text class="&q;">&q;</text>', '<text class="say &quot;a&quot;">say "a"</text>'],
  ["declared twice: the first counts", '<!ENTITY a "1"><!ENTITY a "2">', "<text>&a;</text>", "<text>1</text>"],
  ["beside declarations of other kinds", '<!-- & --><!ATTLIST svg a CDATA ""><!ENTITY a "1">', "<text>&a;</text>", "<text>1</text>"],
  ["of the name of one of XML", '<!ENTITY amp "x">', "<text>&amp;</text>", "<text>&amp;</text>"],
  [
    "not in a comment, a section and an instruction",
    '<!ENTITY a "1">',
    "<!--&a;--><text><![CDATA[&a;]]></text><?p &a;?>",
    "<text>&amp;a;</text>",
  ],
])("an entity %s", async (_, declarations, content, expected) => {
  expect(await cleanDrawing(withEntities(declarations, content), false)).toEqual({ text: cleaned(expected), cut: [] });
});

test("an entity is no way around the cleaning", async () => {
  const text = withEntities('<!ENTITY js "javascript:alert(1)"><!ENTITY on "alert(1)">', '<a href="&js;"><path onclick="&on;"/></a>');
  expect((await cleanDrawing(text, false)).text).toBe(cleaned("<a><path/></a>"));
});

const plain = "The drawing declares entities that are not short plain texts: save it as plain SVG.";
test.each([
  ["that has an element", `<!ENTITY a "<script/>">`, plain],
  ["that has another entity", `<!ENTITY a "1"><!ENTITY b "&a;">`, plain],
  ["that has a character by number", `<!ENTITY a "&#60;script/&#62;">`, plain],
  ["from elsewhere", `<!ENTITY a SYSTEM "file:///etc/passwd">`, plain],
  ["from elsewhere, public", `<!ENTITY a PUBLIC "p" "http://example.com/">`, plain],
  ["of parameters", `<!ENTITY % p "1">`, plain],
  ["of parameters, used", `<!ENTITY a "1">%p;`, plain],
  ["that is long", `<!ENTITY a "${"x".repeat(1_001)}">`, plain],
  ["too many of them", Array.from({ length: 101 }, (_, at) => `<!ENTITY a${at} "1">`).join(""), plain],
  ["that does not end", `<!ENTITY a "1`, undefined],
])("refuses a drawing with an entity %s", async (_, declarations, detail) => {
  const error = await cleanDrawing(withEntities(declarations, "<text>&a;</text>"), false).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Refused);
  if (detail !== undefined) expect((error as Refused).refusal).toEqual({ refused: "file_type_refused", detail });
});

test("refuses what would be too long with its entities, whatever it holds", async () => {
  const long = withEntities(`<!ENTITY a "${"x".repeat(1_000)}">`, `<text>${"&a;".repeat(100_000)}</text>`);
  const unclosed = ["<!--", "<![CDATA[", "<?p "].map((start) => withEntities('<!ENTITY a "1">', start.repeat(500_000)));
  const codes = [];
  for (const text of [long, ...unclosed]) {
    const error = await cleanDrawing(text, false).catch((reason: unknown) => reason);
    codes.push((error as Refused).refusal.refused);
  }
  expect(codes).toEqual(["file_too_costly", "file_damaged", "file_damaged", "file_damaged"]);
});
