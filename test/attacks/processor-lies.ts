import { honest, lying, type Mode } from "./processor-answers.ts";

/** Responses with a single fault, and their expected outcome. */
interface Lie {
  mode: Mode;
  only?: "session" | "intent";
  /** Nothing that matters is changed. */
  isTaken?: true;
}
const wrong = (member: string, value: unknown): Lie => ({ mode: lying((answer) => ({ ...answer, [member]: value })) });
const onSession = (member: string, value: unknown): Lie => ({ ...wrong(member, value), only: "session" });
const onIntent = (member: string, value: unknown): Lie => ({ ...wrong(member, value), only: "intent" });
const labelled = (lie: (member: string, value: unknown) => Lie, member: string, values: readonly unknown[]): [string, Lie][] =>
  values.map((value) => [`${member} ${(JSON.stringify(value) ?? "absent").slice(0, 60)}`, lie(member, value)]);
const pages = (canary: number) => [
  ...["javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x"],
  ...[
    "file:///etc/passwd",
    "blob:https://pay.example/x",
    "about:blank",
    "//pay.example/x",
    "/c/pay/x",
    "",
    "https://",
    "https:pay.example",
  ],
  ...["https:///pay.example", "https://pay.example\\@canary.example/", `http:\\\\127.0.0.1:${canary}`, " https://pay.example/"],
  ...["https://pay.example/\r\nSet-Cookie: a=b", "https://pay.example/\u0000", "https://pay.example/a b", "https://pay.example:99999/"],
  ...[
    "https://pay@pay.example/",
    "https://pay.example:443@canary.example/",
    "https://[::1",
    `https://pay.example/${"x".repeat(1024 * 1024)}`,
  ],
  ...["\u0001javascript:alert(1)//https://", "https\u0000://pay.example", 7, {}, ["https://pay.example/"]],
];
const ids = [
  "",
  7,
  null,
  {},
  "cs_\u0000",
  "cs_\ud800",
  "cs_\r\nx",
  "..",
  "../refunds",
  "cs_1/expire?x",
  "a b",
  "é",
  "x".repeat(256),
  "cs_#",
];
const amounts = [499, 501, -500, 0, 500.5, "500", null, 1e21, 9_007_199_254_740_993, [500]];
export const lies = (canary: number): [string, Lie][] => [
  ...labelled(wrong, "id", ids),
  ...labelled(onSession, "url", pages(canary)),
  ...labelled(onSession, "amount_total", amounts),
  ...labelled(onIntent, "amount", amounts),
  ...labelled(wrong, "currency", ["usd", "EUR", "eur ", "", null, 7]),
  ...labelled(wrong, "object", ["charge", "refund", "", null, undefined]),
  ...labelled(onSession, "status", ["paid", "", null, undefined, 1]),
  ...labelled(onSession, "payment_status", ["yes", "", null, undefined]),
  ...labelled(onSession, "payment_intent", ["", "pi_\u0000", "x".repeat(256), 7, { id: "pi_x" }, ["pi_x"], ".."]),
  ...labelled(onIntent, "client_secret", ["", null, 7, "pi_\u0000_secret", "x".repeat(1024 * 1024), "pi_\r\nx", "<script>"]),
  [
    "an intent for a page, a page for an intent",
    {
      mode: lying((answer) =>
        answer.object === "payment_intent" ? honest("POST /v1/checkout/sessions ") : honest("POST /v1/payment_intents "),
      ),
    },
  ],
  ["the same id for all", wrong("id", "cs_always_the_same")],
  [
    "metadata of another site",
    { ...wrong("metadata", { vitrine_payment: "00000000-0000-4000-8000-000000000000", secretKey: "sk_test_other" }), isTaken: true },
  ],
  [
    "members that nobody asked for",
    {
      mode: lying((answer) => ({
        ...answer,
        livemode: true,
        constructor: {},
        next_action: { redirect_to_url: { url: `http://127.0.0.1:${canary}` } },
      })),
      isTaken: true,
    },
  ],
  ["another reference", { ...onSession("client_reference_id", "00000000-0000-4000-8000-000000000000"), isTaken: true }],
];
