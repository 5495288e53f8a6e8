/** The formats that tenants' schemas may use, each with the message for a value without it. */
export const formats: Readonly<Record<string, { is: (text: string) => boolean; message: string }>> = {
  email: { is: isEmail, message: "must be an e-mail address" },
  uri: { is: isUri, message: "must be a complete address such as https://example.com/page" },
  uuid: { is: isUuid, message: "must be a UUID" },
  date: { is: isDate, message: "must be a date such as 2026-01-31" },
  time: { is: isTime, message: "must be a time with its offset such as 14:30:00Z" },
  "date-time": { is: isDateTime, message: "must be an instant such as 2026-01-31T14:30:00Z" },
};

// No regular expression below has two ways to match one text, so each takes linear time.

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const domainLabel = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** An address that a mail server could deliver to: no quotes, comments or address literals (RFC 5321 §4.5.3.1 for the lengths). */
function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf("@");
  const labels = text.slice(at + 1).split(".");
  return (
    at > 0 &&
    at <= 64 &&
    localPart.test(text.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((label) => label.length <= 63 && domainLabel.test(label))
  );
}

const uriForm = /^([A-Za-z][A-Za-z0-9+.-]*):(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/;

/** RFC 3986 with a scheme. Schemes that run a script when a page links to the value are not addresses. */
function isUri(text: string): boolean {
  const scheme = uriForm.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || scheme === "javascript" || scheme === "data" || scheme === "vbscript") return false;
  return (scheme !== "http" && scheme !== "https") || (/^https?:\/\/[^/?#]/i.test(text) && URL.canParse(text));
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** RFC 3339 `full-date`: a day that the calendar has. */
function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return day >= 1 && day <= days;
}

/** RFC 3339 `full-time`, without leap seconds, which neither JavaScript nor a clock on a page can show. */
function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(text);
}

function isDateTime(text: string): boolean {
  return /^.{10}[Tt]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}
