/** An object of the sandbox's ledger, with the members that tests read. */
export interface LedgerEntry {
  id: string;
  account: string;
  amount: number;
  currency: string;
  status: string;
  [member: string]: unknown;
}

export interface Ledger {
  sessions: LedgerEntry[];
  intents: LedgerEntry[];
  charges: LedgerEntry[];
  refunds: LedgerEntry[];
  calls: Record<string, number>;
}

export interface SandboxEvent {
  id: string;
  type: string;
  account: string;
  created: number;
  payload: string;
  state: string;
}

export interface Delivery {
  eventId: string;
  status: number;
  body: string;
}

/** The actions of a payer, of the processor's clock and of its network, and the ledger. */
export function sandboxClient(url: string) {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/sandbox/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The sandbox returned ${response.status} for ${path}: ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    url,
    ledger: () => call<Ledger>("GET", "ledger"),
    events: () => call<SandboxEvent[]>("GET", "events"),
    /** The session of a checkout URL, read through Stripe's API with the key of its account. */
    session: async (checkoutUrl: string): Promise<Record<string, unknown>> => {
      const id = sessionIdOf(checkoutUrl);
      const { sessions } = await call<Ledger>("GET", "ledger");
      const account = sessions.find((session) => session.id === id)?.account ?? "";
      const response = await fetch(`${url}/v1/checkout/sessions/${id}`, { headers: { authorization: `Bearer ${account}` } });
      return (await response.json()) as Record<string, unknown>;
    },
    /** `where` is a checkout URL or a client secret. */
    pay: (where: string, card = "succeeds", more: { step?: "approve" | "refuse"; email?: string; address?: object } = {}) =>
      call<Record<string, unknown>>("POST", "pay", { ...payable(where), card, ...more }),
    /** Completes delayed payments at once. */
    later: (where: { session: string } | { intent: string }, outcome: "succeeds" | "fails") =>
      call<Record<string, unknown>>("POST", "later", { ...where, outcome }),
    /** Opens a dispute about a payment, or closes it with an outcome. */
    dispute: (where: string, more: { amount?: number; outcome?: "won" | "lost" } = {}) =>
      call<LedgerEntry>("POST", "dispute", { ...payable(where), ...more }),
    /** The bank sends a refund back that had succeeded. */
    failRefund: (refund: string) => call<LedgerEntry>("POST", "fail-refund", { refund }),
    webhooks: (mode: {
      mode: "send" | "hold" | "drop";
      duplicates?: number;
      shuffle?: boolean;
      dropShare?: number;
      firstRetryMs?: number;
    }) => call("POST", "webhooks", mode),
    deliver: (eventIds: readonly string[]) => call<Delivery[]>("POST", "deliver", { eventIds }),
    /** Resolves when nothing is pending any more. */
    settled: async () => {
      const { settled } = await call<{ settled: boolean }>("POST", "settled", { timeoutMs: 20_000 });
      if (!settled) throw new Error("The sandbox still has events to deliver.");
    },
    behave: (error: string, more: { operation?: string; delayMs?: number; times?: number } = {}) =>
      call("POST", "behaviour", { operation: "*", fault: error, ...more }),
  };
}
export type SandboxClient = ReturnType<typeof sandboxClient>;

export function sessionIdOf(checkoutUrl: string): string {
  return /\/c\/pay\/([^/?#]+)/.exec(checkoutUrl)?.[1] ?? "";
}

function payable(where: string) {
  return where.startsWith("http") ? { session: sessionIdOf(where) } : { clientSecret: where };
}
