/** The types of pictures in the file itself that browsers show, by the names that programs write. */
const imageTypes: Readonly<Record<string, string>> = {
  png: "png",
  "x-png": "png",
  apng: "png",
  jpeg: "jpeg",
  jpg: "jpeg",
  pjpeg: "jpeg",
  gif: "gif",
  webp: "webp",
  avif: "avif",
  "svg+xml": "svg+xml",
};
const fontType = /^(?:font\/[a-z0-9+-]{1,20}|application\/(?:x-)?font-[a-z0-9-]{1,20}|application\/octet-stream)$/;

/** A picture in the one form that is kept: of a known type, in base64 without blanks. */
export const keptImage = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml);base64,[A-Za-z0-9+/]*={0,2}$/;

/** The address of a picture in the file itself, in the form that is kept; undefined for every other address. */
export function imageData(address: string): string | undefined {
  const data = readData(address);
  const type = data && /^image\//.test(data.type) ? imageTypes[data.type.slice(6)] : undefined;
  return data && type && `data:image/${type};base64,${data.base64}`;
}

/** The same of a font. */
export function fontData(address: string): string | undefined {
  const data = readData(address);
  return data && fontType.test(data.type) ? `data:${data.type};base64,${data.base64}` : undefined;
}

/** Reads a `data:` address. Its parameters, such as a charset, are about texts, and an XML file declares its own. */
function readData(address: string): { type: string; base64: string } | undefined {
  const comma = address.indexOf(",");
  const head = comma < 0 ? undefined : /^\s*data:([\w.+-]+\/[\w.+-]+)((?:;[^;]*)*)$/i.exec(address.slice(0, Math.min(comma, 300)));
  if (!head) return undefined;
  const [, type = "", parameters = ""] = head;
  const body = address.slice(comma + 1);
  const base64 = /;\s*base64\s*$/i.test(parameters) ? plainBase64(body) : bytesOf(body).toString("base64");
  return base64 === undefined ? undefined : { type: type.toLowerCase(), base64 };
}

function plainBase64(body: string): string | undefined {
  const [data = ""] = body.split("#", 1);
  const base64 = (data.includes("%") ? bytesOf(data).toString("latin1") : data).replace(/\s+/g, "");
  return /^[A-Za-z0-9+/]*={0,2}$/.test(base64) ? base64 : undefined;
}

function bytesOf(escaped: string): Buffer {
  const bytes = Buffer.from(escaped).toString("latin1");
  return Buffer.from(
    bytes.replace(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    "latin1",
  );
}
