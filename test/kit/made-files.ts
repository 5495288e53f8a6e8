import { crc32 } from "node:zlib";

/** An archive with uncompressed files. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [title, data] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(title.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    parts.push(Buffer.from("PK\u0003\u0004", "latin1"), common, title, data);
    entries.push(Buffer.from("PK\u0001\u0002\u0014\0", "latin1"), common, rest, title);
    at += 30 + title.length + data.length;
  }
  const [body, list] = [Buffer.concat(parts), Buffer.concat(entries)];
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, list, end]);
}

const openXml = (part: string, type: string) =>
  zipOf({
    "[Content_Types].xml": `<Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    [part]: "<x/>",
  });

/** Office documents, by their endings. */
export const officeFiles: Readonly<Record<string, Buffer>> = {
  docx: openXml("word/document.xml", "wordprocessingml.document"),
  xlsx: openXml("xl/workbook.xml", "spreadsheetml.sheet"),
  pptx: openXml("ppt/presentation.xml", "presentationml.presentation"),
  odt: zipOf({ mimetype: "application/vnd.oasis.opendocument.text", "content.xml": "<x/>" }),
  ods: zipOf({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>" }),
  odp: zipOf({ mimetype: "application/vnd.oasis.opendocument.presentation", "content.xml": "<x/>" }),
};

/** A box of the ISO base media file format. */
export function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(contents.map((part) => Buffer.from(part as string, "latin1")));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** A film of 2.5 seconds with 640 × 360 pixels, which tells a place in several ways. */
export function filmOf(place: string, { turned = false } = {}): Buffer {
  const head = Buffer.alloc(100);
  head.writeUInt32BE(1_000, 12);
  head.writeUInt32BE(2_500, 16);
  const track = Buffer.alloc(84);
  for (const at of turned ? [44, 52] : [40, 56]) track.writeInt32BE(0x10000, at);
  track.writeUInt16BE(640, 76);
  track.writeUInt16BE(360, 80);
  const told = box("udta", box("\u00a9xyz", place));
  return Buffer.concat([
    box("ftyp", "isom\0\0\0\0isommp42"),
    box("moov", box("mvhd", head), box("trak", box("tkhd", track), told), told, box("meta", place)),
    box("uuid", "0123456789abcdef", place),
    box("mdat", "pixels and sounds"),
  ]);
}

/** A second of silence. */
export function soundOf(samples = 8_000): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(36 + samples, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

/** A WebM's head: the kind of its container, and how long it is. */
export function webmOf(durationMs: number): Buffer {
  const element = (id: string, ...contents: Buffer[]) => {
    const body = Buffer.concat(contents);
    const size = Buffer.from([0x10 | (body.length >> 24), body.length >> 16, body.length >> 8, body.length]);
    return Buffer.concat([Buffer.from(id, "hex"), size, body]);
  };
  const length = Buffer.alloc(8);
  length.writeDoubleBE(durationMs);
  const kind = element("1a45dfa3", element("4282", Buffer.from("webm")));
  return Buffer.concat([
    kind,
    element("18538067", element("1549a966", element("2ad7b1", Buffer.from([0x0f, 0x42, 0x40])), element("4489", length))),
  ]);
}

/** Frames of MP3 without sound. */
export function mp3Of(frames: number): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

/** A page of Ogg with the head of a Vorbis stream. */
export function oggOf(): Buffer {
  const page = Buffer.from("OggS\0\u0002\0\0\0\0\0\0\0\0\u0001\0\0\0\0\0\0\0\0\0\0\0\u0001\u001e", "latin1");
  const head = Buffer.alloc(30);
  head.write("\u0001vorbis", "latin1");
  head.set([1], 11);
  head.writeUInt32LE(44_100, 12);
  head.set([0xb8, 1], 28);
  return Buffer.concat([page, head]);
}

export function pdfOf(pages: number): string {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(" ");
  return `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type /Pages /Kids [${kids}] /Count ${pages}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`;
}
