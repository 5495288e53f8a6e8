import type { OperationSpec } from "../../server/src/lib/http/operation.ts";
import type { ProofRequest } from "../kit/proof.ts";

const long = "x".repeat(20_000);
/** Text in the place of a parameter or of a text in the body. */
const texts = [
  ...[
    "",
    " ",
    "null",
    "undefined",
    "0",
    "-1",
    "1e999",
    "NaN",
    "true",
    "[]",
    "{}",
    "%",
    "%00",
    "\0",
    "\ud800",
    "\u202e",
    "é",
    "e\u0301",
    "🪑",
  ],
  ...[
    "__proto__",
    "constructor",
    "../../etc/passwd",
    "..%2f..",
    "a/b",
    "'; drop table sites; --",
    "' or '1'='1",
    "\\",
    "\r\nx: y",
    "${7*7}",
  ],
  ...["00000000-0000-0000-0000-000000000000", "0b51cf04-6a6e-4c0a-9b0f-3a3b0e1f0001", "9999-99-99T99:99:99Z", long],
];
/** JSON in the place of a member of the body, or of all of it. */
const values = [null, true, 0, -1, 0.1, 1e308, 2 ** 53, "", long, [], [[]], {}, { __proto__: null, a: 1 }, [null], Array(2_000).fill(0)];

interface Forged {
  place: string;
  forge(right: ProofRequest): ProofRequest;
}

/** The request with one thing wrong in it, for each place and each wrong thing. */
export function forgeries({ params = {}, body }: ProofRequest, operation: Pick<OperationSpec, "query" | "body">): Forged[] {
  const inParams = Object.keys(params).flatMap((name) =>
    texts
      // An empty segment is another address.
      .filter((text) => text !== "" && text.isWellFormed())
      .map((text) => ({
        place: `${name} ${text}`,
        forge: (right: ProofRequest) => ({ ...right, params: { ...right.params, [name]: text } }),
      })),
  );
  const queries = [...Object.keys((operation.query?.properties as object | undefined) ?? {}), "unknown"];
  const inQuery = queries.flatMap((name) =>
    texts.map((text) => ({
      place: `?${name} ${text}`,
      forge: (right: ProofRequest) => ({ ...right, query: { ...right.query, [name]: text.toWellFormed() } }),
    })),
  );
  if (body === undefined || typeof body === "string") return [...inParams, ...inQuery];
  const members = [
    ...new Set([
      ...Object.keys(body as object),
      ...Object.keys((operation.body as { properties?: object } | undefined)?.properties ?? {}),
      "unknown",
    ]),
  ];
  const inBody = members.flatMap((name) =>
    [...texts, ...values].map((value) => ({
      place: `body ${name} ${JSON.stringify(value)}`,
      forge: (right: ProofRequest) => ({ ...right, body: { ...(right.body as object), [name]: value } }),
    })),
  );
  const wholes = values.map((value) => ({
    place: `body ${JSON.stringify(value)}`,
    forge: (right: ProofRequest) => ({ ...right, body: value }),
  }));
  return [...inParams, ...inQuery, ...inBody, ...wholes];
}
