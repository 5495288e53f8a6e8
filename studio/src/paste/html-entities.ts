/** Those of HTML 4 that programs write into the clipboard: U+00A0 to U+00FF in their order. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const characters = new Map<string, string>([
  ...latin.split(" ").map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", OElig: "Œ", oelig: "œ", Scaron: "Š", scaron: "š", Yuml: "Ÿ" }),
  ...Object.entries({ ensp: "\u2002", emsp: "\u2003", thinsp: "\u2009", zwnj: "\u200c", zwj: "\u200d", ndash: "–", mdash: "—" }),
  ...Object.entries({ lsquo: "‘", rsquo: "’", sbquo: "‚", ldquo: "“", rdquo: "”", bdquo: "„", dagger: "†", Dagger: "‡", bull: "•" }),
  ...Object.entries({ hellip: "…", permil: "‰", prime: "′", Prime: "″", lsaquo: "‹", rsaquo: "›", euro: "€", trade: "™", minus: "−" }),
  ...Object.entries({ larr: "←", uarr: "↑", rarr: "→", darr: "↓", harr: "↔", ne: "≠", le: "≤", ge: "≥", asymp: "≈", infin: "∞" }),
]);

const windows = new TextDecoder("windows-1252");

function characterAt(code: number): string {
  // Numbers of control characters mean those of Windows, as in every browser.
  if (code >= 0x80 && code < 0xa0) return windows.decode(Uint8Array.of(code));
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}

/** The text with its character references resolved. An unknown name stays as it is. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,7}));?/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal !== undefined) return characterAt(Number(decimal));
    if (hex !== undefined) return characterAt(Number.parseInt(hex, 16));
    return characters.get(name ?? "") ?? whole;
  });
