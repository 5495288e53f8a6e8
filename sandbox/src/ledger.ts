import type { PostalAddress } from "./postal-address.ts";
import { noJournal, openJournal, type Journal } from "./journal.ts";

/** The account is its secret key. Instants are whole seconds, amounts minor units. */
interface Kept {
  id: string;
  account: string;
  created: number;
}

interface LineItem {
  name: string;
  description: string | null;
  unitAmount: number;
  quantity: number;
}

export interface Session extends Kept {
  status: "open" | "complete" | "expired";
  paid: boolean;
  currency: string;
  amount: number;
  items: LineItem[];
  successUrl: string;
  cancelUrl: string | null;
  reference: string | null;
  metadata: Record<string, string>;
  customerEmail: string | null;
  /** The page asks for an address in one of these countries; null: it asks for none. */
  shippingCountries: string[] | null;
  needsBilling: boolean;
  /** The payer's entries. */
  email: string | null;
  /** For the parcel and the bill. */
  address: PostalAddress | null;
  shop: string | null;
  locale: string | null;
  expiresAt: number;
  intent: string | null;
  /** For the intent that is made at the first payment attempt. */
  intentData: { description: string | null; metadata: Record<string, string>; receiptEmail: string | null };
}

export interface Intent extends Kept {
  secret: string;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
  amount: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  automaticMethods: boolean;
  session: string | null;
  charge: string | null;
  method: Method | null;
  error: { code: string; message: string; declineCode?: string } | null;
  returnUrl: string | null;
  canceledAt: number | null;
  cancellationReason: string | null;
}

export interface Method {
  id: string;
  card: string;
  /** When the bank decides about a debit. */
  answersAt: number;
}

export interface Charge extends Kept {
  intent: string;
  status: "pending" | "succeeded" | "failed";
  amount: number;
  refunded: number;
  currency: string;
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  email: string | null;
  method: Method;
  isDisputed?: true;
}

export interface Refund extends Kept {
  intent: string;
  charge: string;
  amount: number;
  currency: string;
  reason: string | null;
  metadata: Record<string, string>;
  /** Why the bank sent the money back, after the refund had succeeded; absent if it did not. */
  failure?: string;
}

export interface Dispute extends Kept {
  intent: string;
  charge: string;
  amount: number;
  currency: string;
  status: "needs_response" | "won" | "lost";
  /** When the time to respond ends. */
  dueBy: number;
}

export interface StoredEvent extends Kept {
  type: string;
  /** The exact text that is delivered. */
  payload: string;
}

/** The state of an event: `waiting` until every endpoint has it or its delivery is given up. */
export interface Dispatch {
  id: string;
  state: "waiting" | "held" | "dropped" | "done";
  /** Null until the event's endpoints have been looked up. */
  targets: Target[] | null;
}

export interface Target {
  endpoint: string;
  url: string;
  state: "waiting" | "delivered" | "given up";
  attempts: number;
  /** The status of the last response; 0 if there was none. */
  status: number | null;
}

export interface Endpoint extends Kept {
  url: string;
  secret: string;
  enabledEvents: string[];
  description: string | null;
  metadata: Record<string, string>;
  deleted: boolean;
}

/** The first response for an idempotency key. */
export interface FirstAnswer extends Kept {
  fingerprint: string;
  status: number;
  body: string;
}

interface Kinds {
  session: Session;
  intent: Intent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  event: StoredEvent;
  dispatch: Dispatch;
  endpoint: Endpoint;
  answer: FirstAnswer;
}

/** Everything that the processor knows, oldest first. Permanent changes happen only here. */
export interface Ledger {
  readonly sessions: Map<string, Session>;
  readonly intents: Map<string, Intent>;
  readonly charges: Map<string, Charge>;
  readonly refunds: Map<string, Refund>;
  readonly disputes: Map<string, Dispute>;
  readonly events: Map<string, StoredEvent>;
  readonly dispatches: Map<string, Dispatch>;
  readonly endpoints: Map<string, Endpoint>;
  readonly answers: Map<string, FirstAnswer>;
  readonly openSessions: Set<Session>;
  /** Counts since the start, by operation. */
  readonly calls: Record<string, number>;
  keep<K extends keyof Kinds>(kind: K, value: Kinds[K]): void;
  written(): Promise<void>;
  close(): Promise<void>;
}

export async function openLedger(folder: string | undefined, onFailure: (line: string) => void): Promise<Ledger> {
  const maps: { [K in keyof Kinds]: Map<string, Kinds[K]> } = {
    session: new Map(),
    intent: new Map(),
    charge: new Map(),
    refund: new Map(),
    dispute: new Map(),
    event: new Map(),
    dispatch: new Map(),
    endpoint: new Map(),
    answer: new Map(),
  };
  const openSessions = new Set<Session>();
  const place = <K extends keyof Kinds>(kind: K, value: Kinds[K]) => {
    maps[kind].set(value.id, value);
  };
  let journal: Journal = noJournal;
  if (folder !== undefined) journal = await openJournal(folder, (kind, value) => place(kind as keyof Kinds, value as never), onFailure);
  for (const session of maps.session.values()) if (session.status === "open") openSessions.add(session);
  return {
    sessions: maps.session,
    intents: maps.intent,
    charges: maps.charge,
    refunds: maps.refund,
    disputes: maps.dispute,
    events: maps.event,
    dispatches: maps.dispatch,
    endpoints: maps.endpoint,
    answers: maps.answer,
    openSessions,
    calls: {},
    keep: (kind, value) => {
      place(kind, value);
      if (kind === "session") {
        const session = value as Session;
        if (session.status === "open") openSessions.add(session);
        else openSessions.delete(session);
      }
      journal.put(kind, value.id, value);
    },
    written: () => journal.written(),
    close: () => journal.close(),
  };
}
