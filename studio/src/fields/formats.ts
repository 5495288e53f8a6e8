const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const domainLabel = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (text.length > 254 || at < 1 || at > 64 || !localPart.test(text.slice(0, at))) return false;
  const labels = text.slice(at + 1).split(".");
  return labels.length > 1 && labels.every((label) => label.length <= 63 && domainLabel.test(label));
}

/** A complete address. One that runs a script when somebody follows it is none. */
export function isUri(text: string): boolean {
  const [, scheme = ""] = /^([a-z][a-z\d+.-]*):(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})+$/i.exec(text) ?? [];
  const name = scheme.toLowerCase();
  if (name === "" || ["javascript", "data", "vbscript"].includes(name)) return false;
  return !/^https?$/.test(name) || (/^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text));
}

export function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (month < 1 || month > 12 || day < 1) return false;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1;
}

const isTime = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i.test(text);

/** The formats of the server's subset. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  email: isEmail,
  uri: isUri,
  uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  date: isDate,
  time: isTime,
  "date-time": (text) => /^t$/i.test(text.charAt(10)) && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
};
