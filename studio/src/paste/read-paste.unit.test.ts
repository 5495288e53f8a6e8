import { describe, expect, it } from "vitest";
import { readPaste, type Paste } from "./read-paste.ts";

const read = (html: string, rtf = "", files: File[] = []): Paste | undefined => readPaste({ html, rtf, files });
const markdown = (html: string) => read(html)?.markdown((picture) => `asset:${picture.alt || "picture"}`);
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><title>Secret title</title>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} @page WordSection1 {size:595.3pt 841.9pt;} --></style></head>
<body lang=DE style='tab-interval:35.4pt'><!--StartFragment-->
<p class=MsoTitle><span lang=EN-GB style='mso-ansi-language:EN-GB'>Opening<o:p></o:p></span></p>
<h2><span lang=EN-GB>Our&nbsp;caf&eacute;<o:p></o:p></span></h2>
<p class=MsoNormal>We are <b style='mso-bidi-font-weight:normal'>open </b>and <i>always
</i><b><i>glad</i></b> &#8211; <del cite="mailto:Ana" datetime="2026-11-03T10:00"><span>never</span></del><ins cite="mailto:Ana"><span>mostly</span></ins>
<a style='mso-comment-reference:AK_1;mso-comment-date:20261103T1000'>friendly</a><span class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[AK1]</a></span></span>,
see <a href="https://example.com/a b" onclick="steal()" data-track="77">our <b>site</b></a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Bread<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]>Rye</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Butter</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>3.<span>&nbsp; </span></span>Pay</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>4.<span>&nbsp; </span></span>Leave</p>
<table class=MsoTableGrid border=1 cellspacing=0><tr style='mso-yfti-irow:0'><td width=302 valign=top><p class=MsoNormal><b>Day</b></p></td><td><p class=MsoNormal><b>From | to</b></p></td></tr>
<tr><td><p class=MsoNormal>Monday</p><p class=MsoNormal>Tuesday</p></td><td><p class=MsoNormal>9</p></td></tr></table>
<p class=MsoNormal style='display:none;mso-hide:all'>hidden</p>
<div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff><![endif]><div style='mso-element:comment'><p class=MsoCommentText>Really?</p></div></div>
<!--EndFragment--></body></html>`;

it("reads the desktop's Word", () => {
  expect(markdown(word)).toBe(`# Opening

## Our café

We are **open** and *always **glad*** – mostly friendly, see [our **site**](https://example.com/a%20b).

- Bread
  - Rye
- Butter

3. Pay
4. Leave

| Day | From \\| to |
| --- | --- |
| Monday Tuesday | 9 |`);
});

it("reads Word for the web, which makes a list of each item", () => {
  const item = (level: number, text: string, name = "ul") =>
    `<div class="ListContainerWrapper SCXW1"><${name} class="BulletListStyle1" role="list"><li data-listid="3" aria-setsize="-1" data-aria-level="${level}" role="listitem"><p class="Paragraph SCXW1"><span data-contrast="auto" class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP SCXW1" data-ccp-props="{&quot;134233117&quot;:true}">&nbsp;</span></p></li></${name}></div>`;
  const html = `<div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="1"><span class="TextRun" style="font-weight: bold;"><span>Plan</span></span><span class="EOP">&nbsp;</span></p></div>
    <div class="OutlineElement"><p class="Paragraph"><span style="font-weight: bold">Bold</span><span style="font-style: italic; font-weight: normal">slanted</span><span class="TrackedChange TrackChangeTextDeletion">gone</span></p></div>${item(1, "one")}${item(2, "inner")}${item(1, "two")}${item(1, "first", "ol")}`;
  expect(markdown(html)).toBe("# Plan\n\n**Bold***slanted*\n\n- one\n  - inner\n- two\n\n1. first");
});

it("reads Google Docs", () => {
  const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1a2b"><h1 dir="ltr" style="line-height:1.38"><span style="font-size:20pt;font-weight:400;">Menu</span></h1>
    <p dir="ltr"><span style="font-weight:400;white-space:pre-wrap;">Soup is </span><span style="font-weight:700;">hot</span><span style="font-style:italic;font-weight:400"> today</span><br><span>or not</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p>
    <ul style="margin-top:0"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Starters</span></p></li><ul><li dir="ltr" aria-level="2"><p><span>Bread</span></p></li></ul><li aria-level="1"><p><a href="https://example.com/" style="text-decoration:none"><span>Mains</span></a></p></li></ul>
    <div dir="ltr"><table><colgroup><col width="90"></colgroup><tbody><tr><td colspan="2"><p><span>Price</span></p></td></tr><tr><td><p>Soup</p></td><td><p>4 €</p></td></tr></tbody></table></div><br class="Apple-interchange-newline"></b>`;
  expect(markdown(html)).toBe(`# Menu

Soup is **hot** *today*\\
or not

- Starters
  - Bread
- [Mains](https://example.com/)

| Price |  |
| --- | --- |
| Soup | 4 € |`);
});

it("reads LibreOffice", () => {
  const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.0 Transitional//EN"><HTML><HEAD><META HTTP-EQUIV="CONTENT-TYPE"><STYLE TYPE="text/css">P { margin: 0.1in }</STYLE></HEAD><BODY LANG="de-DE">
    <H1 CLASS="western">Stra&szlig;e</H1><P STYLE="margin-bottom: 0in"><FONT FACE="Liberation Serif">Ein <B>fetter</B> Satz</FONT><OL><LI><P>Eins</P><LI><P>Zwei</P><UL><LI>innen</UL></OL>
    <P><IMG SRC="data:image/png;base64,${pixel}" NAME="Bild1" ALT="Ein Haus" WIDTH=1 HEIGHT=1 BORDER=0></P></BODY></HTML>`;
  expect(markdown(html)).toBe("# Straße\n\nEin **fetter** Satz\n\n1. Eins\n2. Zwei\n   - innen\n\n![Ein Haus](asset:Ein Haus)");
  expect([...(read(html)?.pictures.values() ?? [])].map((file) => [file?.name, file?.type, file?.size])).toEqual([
    ["picture.png", "image/png", 70],
  ]);
});

it("reads a web page", () => {
  const html = `<html><body><!--StartFragment--><nav><a href="/home">Home</a></nav><article style="color: rgb(0, 0, 0)"><h3><a href="#x" aria-hidden="true"></a>Facts</h3>
    <blockquote><p>Less is <em>more</em>.</p></blockquote><p>Use <code>a * b</code> &amp; 2 * 3 * 4_5 _x_ [1] &lt;b&gt;.<img src="https://cdn.example.com/track.gif" width=1 height=1></p>
    <pre><code>if (a) {
  b();
}</code></pre><ul><li>One<p>more</p></li><li><strong>Two:</strong> text</li></ul><script>alert(1)</script><style>p{}</style><button>Share</button></article></body></html>`;
  expect(read(html)?.markdown()).toBe(`Home

### Facts

> Less is *more*.

Use \`a * b\` & 2 \\* 3 \\* 4_5 \\_x\\_ \\[1\\] \\<b>.

\`\`\`
if (a) {
  b();
}
\`\`\`

- One

  more
- **Two:** text`);
});

it.each([
  ["javascript", '<a href="javascript:alert(1)">click</a><b>!</b>', "click**!**"],
  ["a hidden javascript", '<a href=" &#106;ava&#x0A;script:alert(1)">click</a><b>!</b>', "click**!**"],
  ["data", '<a href="data:text/html,x">click</a><b>!</b>', "click**!**"],
  ["no address", '<a href="https://">click</a><b>!</b>', "click**!**"],
  ["a closing bracket", '<a href="https://a.example/(x)">a](javascript:b)</a>', "[a\\](javascript:b)](https://a.example/%28x%29)"],
  ["mail", '<a href="mailto:ana@example.com">write</a>', "[write](mailto:ana@example.com)"],
])("leads nowhere bad: %s", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

it.each([
  ["<b>a <i>b</i></b><i> c</i>", "**a *b*** *c*"],
  ["<i>a <b>b</b> c</i>", "*a **b** c*"],
  ["a<b> b </b>c", "a **b** c"],
  ["<b>a</b><br><b>b</b>", "**a\\\nb**"],
  ["<code>a</code><code> b</code> <b> </b>c", "`a b` c"],
  ["<a href='https://a.example'><b>a</b> b</a><a href='https://b.example'> c</a>", "[**a** b](https://a.example) [c](https://b.example)"],
])("nests the marks of %s", (html, expected) => {
  expect(markdown(html)).toBe(expected);
});

it.each([
  ["a heading", "<b>x</b><p># no</p>", "**x**\n\n\\# no"],
  ["a list", "<b>x</b><p>- no</p><p>1. no</p>", "**x**\n\n\\- no\n\n1\\. no"],
  ["a line below a heading", "<b>x</b><br>=", "**x**\\\n\\="],
  ["a table", "<b>x</b><p>| no |</p>", "**x**\n\n\\| no |"],
  ["an entity", "<b>x</b><p>&amp;amp; R&amp;D</p>", "**x**\n\n\\&amp; R&D"],
  ["a backslash", "<b>x</b><p>C:\\dir</p>", "**x**\n\nC:\\\\dir"],
])("what looks like %s stays text", (_name, html, expected) => {
  expect(markdown(html)).toBe(expected);
});

it.each([
  ["nothing", ""],
  ["one line without marks", "<html><body><p style='color:red'>just words</p></body></html>"],
  ["source code", "<pre># Title\n\n- item</pre>"],
])("leaves %s to the browser", (_name, html) => {
  expect(read(html)).toBeUndefined();
});

describe("pictures", () => {
  const blip = "89504e470d0a1a0a";
  const rtf = `{\\rtf1\\ansi{\\*\\shppict{\\pict{\\*\\picprop\\shplid1{\\sp{\\sn wzName}}}\\picw26\\pngblip\\bliptag-1{\\*\\blipuid 0a1b}\n${blip.slice(0, 8)}\n${blip.slice(8)}}}{\\nonshppict {\\pict\\wmetafile8 0102}}text{\\pict\\jpegblip ffd8ff}}`;
  const html = (count: number) => `<p>Text</p>${'<p><img src="file:///C:/Temp/clip_image001.png" alt="A"></p>'.repeat(count)}`;
  const sizes = (paste: Paste | undefined) => [...(paste?.pictures.values() ?? [])].map((file) => file && [file.type, file.size]);

  it("of Word have their data in the RTF", () => {
    expect(sizes(read(html(2), rtf))).toEqual([
      ["image/png", 8],
      ["image/jpeg", 3],
    ]);
  });

  it("without their data, or with that of others, are left out", () => {
    expect(sizes(read(html(1), rtf))).toEqual([undefined]);
    expect(sizes(read('<p>Text</p><p><img src="https://example.com/a.png"><img src="data:image/png;base64,%%%"></p>'))).toEqual([
      undefined,
      undefined,
    ]);
    expect(read(html(1))?.markdown()).toBe("Text");
  });

  it("that are copied alone are files", () => {
    const file = new File(["x"], "image.png", { type: "image/png" });
    expect(sizes(read('<img src="https://example.com/a.png" alt="A pan">', "", [file]))).toEqual([["image/png", 1]]);
    expect(read("", "", [file])?.markdown(() => "asset:1")).toBe("![](asset:1)");
    expect(read("", "", [new File(["x"], "a.pdf", { type: "application/pdf" })])).toBeUndefined();
  });
});

describe("hostile HTML", () => {
  const lots = 1_000_000;
  it.each([
    ["deep elements", "<div>".repeat(10_000) + "deep <b>end</b>"],
    ["deep lists", "<ul><li>x".repeat(10_000)],
    ["deep quotations", "<blockquote>x".repeat(10_000)],
    ["deep tables", "<table><tr><td>x<td>".repeat(10_000)],
    ["deep marks", "<b><i>x".repeat(10_000)],
    ["tags without an end", "<a ".repeat(lots / 3)],
    ["quotes without an end", '<a b="'.repeat(lots / 6)],
    ["comments without an end", "<!--".repeat(lots / 4)],
    ["scripts without an end", "<script>".repeat(lots / 8)],
    ["end tags", "</p>".repeat(lots / 4)],
    ["less-than signs", "<".repeat(lots)],
    ["ampersands", "&".repeat(lots)],
    ["blanks", `<b>x</b>${" ".repeat(lots)}y`],
    ["many marks", "<b>x</b>*_`[".repeat(lots / 12)],
    ["wide cells", '<tr><td colspan="999999999" rowspan="999999999">x</td><td>y</td></tr>'.repeat(2_000)],
    ["wide cells in a table", `<table>${'<tr><td colspan="999999999" rowspan="999999999">x</td><td>y</td></tr>'.repeat(2_000)}</table>`],
    ["styles", `<p style="${"a:b;".repeat(lots / 4)}">x</p>`],
  ])("is read in the end: %s", (_name, html) => {
    const text = markdown(html) ?? "";
    expect(text.length).toBeLessThan(10 * lots);
  });

  it("never becomes HTML or a script", () => {
    const html = `<b>x</b><img src=x onerror=alert(1)><svg onload=alert(1)><p>in</p></svg><iframe srcdoc="<b>y"></iframe><a href="https://a.example" onclick=alert(1)>&lt;script&gt;alert(1)&lt;/script&gt;</a><object data=x><p>o</p></object>`;
    expect(read(html)?.markdown()).toBe("**x**[\\<script>alert(1)\\</script>](https://a.example)");
  });
});
