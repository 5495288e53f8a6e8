import { createClient, isVitrineError, type Client } from "../../client/src/index.ts";

/** The outcomes of a load, by kind of request and response: `getPage ok`, `submitForm 503`, `listProducts network_error (ECONNRESET …)`. */
export type Tally = Readonly<Record<string, number>>;

export interface Load {
  tally(): Tally;
  /** Ends it once the running requests have a response. */
  stop(): Promise<Tally>;
}

export interface LoadOptions {
  /** The URLs of the servers; each client keeps to one of them. */
  urls: readonly string[];
  apiKey: string;
  clients: number;
  /** The pause between two requests of a client. */
  pauseMs?: number;
  fetch?: typeof fetch;
}

let searched = 0;

/** One request of each kind: a cached read, a read from the database, a write. */
const requests: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ["getPage", (client) => client.content.getPage({ slug: "home" })],
  ["listProducts", (client) => client.catalog.listProducts({ q: `word${(searched += 1)}` })],
  ["submitForm", (client) => client.forms.submitForm({ slug: "contact", data: { text: "Hello" } })],
];

/** Sends steadily, each client one request after the other, without retries. */
export function startLoad({ urls, apiKey, clients, pauseMs = 5, ...options }: LoadOptions): Load {
  const tally: Record<string, number> = {};
  let stopped = false;
  const run = async (index: number) => {
    const client = createClient({ ...options, baseUrl: urls[index % urls.length] ?? "", apiKey, retries: 0, timeoutMs: 15_000 });
    for (let turn = index; !stopped; turn += 1) {
      const [name, request] = requests[turn % requests.length] ?? ["", async () => undefined];
      const outcome = await request(client).then(
        () => "ok",
        (error: unknown) => outcomeOf(error),
      );
      tally[`${name} ${outcome}`] = (tally[`${name} ${outcome}`] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };
  const running = Array.from({ length: clients }, (_, index) => run(index));
  return {
    tally: () => ({ ...tally }),
    stop: async () => {
      stopped = true;
      await Promise.all(running);
      return tally;
    },
  };
}

function outcomeOf(error: unknown): string {
  if (!isVitrineError(error)) return String(error);
  if (error.status > 0) return String(error.status);
  const { cause } = (error.cause ?? {}) as { cause?: { code?: string; message?: string } };
  return cause ? `${error.code} (${cause.code ?? ""} ${cause.message ?? ""})` : error.code;
}

/** The outcomes of a tally that are not allowed. */
export function unexpected(tally: Tally, allowed: RegExp): Tally {
  return Object.fromEntries(Object.entries(tally).filter(([outcome]) => !allowed.test(outcome)));
}
