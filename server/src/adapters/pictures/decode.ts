import { Refused } from "./refusal.ts";

/** The encoding that a byte order mark names. */
export function markedEncoding(bytes: Buffer): "utf-8" | "utf-16le" | "utf-16be" | undefined {
  const mark = bytes.toString("hex", 0, 3);
  if (mark === "efbbbf") return "utf-8";
  if (mark.startsWith("fffe")) return "utf-16le";
  return mark.startsWith("feff") ? "utf-16be" : undefined;
}

/** The encoding of an XML file: that of its mark, else the one that it declares, else UTF-8. Not every declared name is that of an encoding. */
function xmlEncoding(head: Buffer): string {
  const marked = markedEncoding(head);
  if (marked) return marked;
  const declared = /^<\?xml\s[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head.toString("latin1", 0, 300))?.[1] ?? "utf-8";
  // A declaration that can be read byte by byte does not stand in UTF-16, whatever it says.
  return /^(?:utf-?16|ucs-?2|iso-10646-ucs-2|unicode)/i.test(declared) ? "utf-8" : declared;
}

/** The text of an XML file, without a mark. Throws Refused if its bytes are none of its encoding. */
export function decodeXml(bytes: Buffer): string {
  try {
    return new TextDecoder(xmlEncoding(bytes), { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Refused("file_damaged", "The file is not in the encoding that it declares: save it in UTF-8.", error);
  }
}
