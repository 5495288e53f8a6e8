import { operators } from "../../server/src/features/content/queries/list-query.ts";
import { edgeTexts } from "./edge-values.ts";
import { urlOf, type RandomQueries } from "./random-query.ts";

const names = ["where", "sort", "fields", "facets", "q", "fallback", "page", "pageSize", "locale", "include", "nope"];
const hostile = [
  ...[
    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "hasOwnProperty",
    "constructor.prototype",
    "any",
    "any.0",
    "where",
    "0",
    "length",
  ],
  ...[
    "",
    ".",
    "..",
    "a..b",
    ".n",
    "n.",
    "n.n.n.n.n.n.n.n.n.n.n",
    "author.author.name",
    "author.",
    "author.__proto__",
    "people.friend",
    "product.title",
  ],
  ...["secret", "text", "n ", "N", "n\u0000", "é", "😀", "-", "n:asc", "relevance", "x".repeat(65), "title;drop table sites"],
];
const values = [
  ...[
    "",
    " ",
    "null",
    "undefined",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "-1e999",
    "1e-999",
    "0x10",
    "01",
    "+1",
    "1.",
    ".5",
    "-",
    "1_000",
    "１",
  ],
  ...[
    "true,false",
    "TRUE",
    "yes",
    "2026-13-01",
    "2026-02-30",
    "2026-01-31T25:00:00Z",
    "2026-01-31T00:00:60Z",
    "+010000-01-01T00:00:00Z",
    "-1",
    "[]",
    "{}",
  ],
  ...[
    "{n}",
    "00000000-0000-0000-0000-00000000000g",
    "ABCDEF00-0000-4000-8000-000000000000",
    "'",
    "' or 1=1 --",
    "$1",
    "%",
    "\\",
    "\\,",
    ",",
    ",,,,",
    ":asc",
  ],
  ...[
    "n:asc:desc",
    "n:ASC",
    "n,n",
    "n:desc,n:asc",
    "title,n,i,flag",
    "\u0000",
    "a\u0000b",
    "\u0001",
    "\u007f",
    "\r\nx: y",
    "\u202e",
    "1".repeat(400),
  ],
  ...["9".repeat(30), "0.".padEnd(300, "3"), "99999999999", "20000001", "0", "-5", "1.5", "a b c d e f g h i j k l", "x".repeat(12_001)],
];
/** Bytes that no text has, and halves of escapes. */
const escapes = [
  "%",
  "%0",
  "%zz",
  "%00",
  "%ff",
  "%c0%af",
  "%ed%a0%80",
  "%f4%90%80%80",
  "%f8%88%80%80%80",
  "%25",
  "%2525",
  "%5B",
  "%5D",
  "%26",
  "%3D",
  "+",
  "%2B",
];

type Dice = Pick<RandomQueries, "below" | "pick">;

/** A valid request with some errors in its query string. */
export function mutatedUrl(random: RandomQueries): string {
  const [path = "", query = ""] = urlOf(random.query()).split("?");
  return `${path}?${mutatedQuery(random, query, ["n", "title", "tags", "author", "author.name", "product", "flag", "at", "day", "people"])}`;
}

/** A query string with some errors: most have one, so that the others are read. `fields`: what the type has. */
export function mutatedQuery(random: Dice, query: string, fields: readonly string[]): string {
  let parts = query.split("&");
  for (let errors = random.pick([1, 1, 1, 2, 3, 8]); errors > 0; errors -= 1) parts = mutated(random, parts, fields);
  const text = parts.join("&");
  return random.below(12) === 0 ? withBytes(random, text) : text;
}

function mutated(random: Dice, parts: readonly string[], fields: readonly string[]): string[] {
  const place = random.below(parts.length);
  const [name, value] = split(parts[place] ?? "");
  const replaced = (part: string) => parts.with(place, part);
  const field = () => random.pick([...fields, ...hostile]);
  const operator = () => random.pick([...operators, "like", "EQ", "", "eq ", "not", "regex", "$gt", "__proto__", "0"]);
  const other = () => encodeURIComponent(random.pick([...values, ...hostile, ...edgeTexts]));
  switch (random.below(14)) {
    case 0:
      return replaced(`${name}=${other()}`);
    case 1:
      return replaced(`${random.pick(names)}=${value}`);
    case 2:
      return [...parts, `where[${encodeURIComponent(field())}][${encodeURIComponent(operator())}]=${other()}`];
    case 3:
      return [...parts, `where[any][${random.pick(["0", "3", "4", "-1", "00", "", "x", "__proto__", "9999999"])}][${field()}]=${other()}`];
    case 4:
      return [...parts, `${random.pick(names)}=${other()}`];
    case 5:
      return [...parts, parts[place] ?? ""];
    case 6:
      return [...parts, ...Array.from({ length: random.pick([10, 13, 100]) }, (_, at) => `where[n][ne]=${at}`)];
    case 7:
      return [
        ...parts,
        `where[${random.pick(["n", "title", "tags"])}][in]=${Array.from({ length: random.pick([49, 50, 51, 2_000]) }, (_, at) => at).join()}`,
      ];
    case 8:
      return replaced(
        name.replace(random.pick(["[", "]", "][", "where", "any"]), random.pick(["", "[", "]", "[[", "]]", "%5B", "[]", "."])) +
          `=${value}`,
      );
    case 9:
      return [...parts, `where${"[n]".repeat(random.pick([3, 4, 10, 500]))}=1`];
    case 10:
      return [...parts, `where${"[".repeat(random.pick([1, 2, 1_000]))}n${"]".repeat(random.pick([0, 1, 2, 1_000]))}=1`];
    case 11:
      return [
        ...parts,
        `${random.pick(["sort", "facets", "fields"])}=${Array.from({ length: random.pick([1, 2, 4, 6, 51]) }, () => encodeURIComponent(field())).join()}`,
      ];
    case 12:
      return replaced(withBytes(random, parts[place] ?? ""));
    default:
      return parts.toSpliced(
        place,
        1,
        random.pick(["", "=", "&", "where", "where=", "where[]", "where[]=1", "[n]=1", "sort", "q", "where[n]", "=1", "?a=b"]),
      );
  }
}

function split(part: string): [string, string] {
  const at = part.indexOf("=");
  return at === -1 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
}

/** Some bytes are removed, doubled or replaced. */
function withBytes(random: Dice, text: string): string {
  let changed = text;
  for (let changes = random.pick([1, 2, 5]); changes > 0; changes -= 1) {
    const at = random.below(changed.length + 1);
    const byte = () => `%${random.below(256).toString(16).padStart(2, "0")}`;
    const put = random.pick([
      "",
      byte(),
      byte(),
      random.pick(escapes),
      String.fromCharCode(33 + random.below(94)),
      changed.slice(at, at + 9),
    ]);
    changed = changed.slice(0, at) + put.replace("#", "") + changed.slice(at + random.below(3));
  }
  return changed;
}
