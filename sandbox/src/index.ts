import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isIP, type AddressInfo } from "node:net";
import { answerApi } from "./api.ts";
import { behaviour } from "./behaviour.ts";
import { systemClock } from "./clock.ts";
import { answerControl } from "./control.ts";
import { ApiError } from "./errors.ts";
import { json, send } from "./http.ts";
import { idempotencyKeys } from "./idempotency.ts";
import { openLedger } from "./ledger.ts";
import { answerPage } from "./pages/index.ts";
import { awaitBank } from "./payments.ts";
import { awaitFailure } from "./refunds.ts";
import { expireWhatIsDue } from "./sessions.ts";
import { webhooks as startWebhooks } from "./webhooks.ts";
import type { World } from "./world.ts";

export interface SandboxOptions {
  /** 0: any free one. */
  port: number;
  host: string;
  /** The address for browsers; `http://localhost:<port>` if absent. */
  publicUrl?: string;
  /** Where the ledger is kept, as `sandbox.jsonl`; absent: in memory only. */
  folder?: string;
  /** The endpoints of an account, besides those registered over the API. The account is its secret key. */
  endpointsOf?(secretKey: string): Promise<{ url: string; secret: string }[]>;
  now?(): Date;
  /** For a log; no line contains a secret. */
  onFailure?(line: string): void;
}

export interface Sandbox {
  url: string;
  port: number;
  /** Ends running requests within seconds, and leaves undelivered events for the next start. */
  close(): Promise<void>;
}

const patienceMs = 5_000;

/** A payment processor in which no money moves, which speaks the part of Stripe's API that Vitrine uses. Rejects if the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { onFailure = () => undefined, now = systemClock } = options;
  const ledger = await openLedger(options.folder, onFailure);
  const server = createServer({ keepAliveTimeout: 65_000 });
  server.listen(options.port, options.host);
  try {
    await once(server, "listening");
  } catch (error) {
    await ledger.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const url = (options.publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, "");

  let closed = false;
  const timers = new Set<NodeJS.Timeout>();
  const world: World = {
    ledger,
    url,
    now: () => Math.floor(now().getTime() / 1_000),
    later: (ms, act) => {
      if (closed) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        act();
      }, ms);
      timers.add(timer);
    },
    onEvent: (event) => webhooks.accept(event),
  };
  const webhooks = startWebhooks(world, options.endpointsOf, onFailure);
  const parts = { world, webhooks, behaviour: behaviour(), idempotency: idempotencyKeys(world) };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = `http://sandbox${request.url ?? "/"}`;
    if (!URL.canParse(path)) return send(response, json(400, { error: { message: "The path is not a valid URL." } }));
    const address = new URL(path);
    if (!isOurHost(request.headers.host ?? "", url)) return send(response, json(403, { error: { message: "This is not my name." } }));
    if (address.pathname.startsWith("/v1/")) return answerApi(parts, request, response, address);
    if (address.pathname.startsWith("/sandbox/")) return send(response, await answerControl(parts, request, address.pathname));
    return answerPage(world, request, response, address);
  };
  server.on("request", (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy();
      if (error instanceof ApiError) return send(response, json(error.status, error.body));
      onFailure(`${request.method} failed: ${error instanceof Error ? error.stack : String(error)}`);
      send(response, json(500, { error: { type: "api_error", message: "The sandbox failed." } }));
    });
  });

  const expiry = setInterval(() => expireWhatIsDue(world), 1_000);
  webhooks.resume();
  for (const intent of ledger.intents.values()) if (intent.status === "processing") awaitBank(world, intent);
  for (const refund of ledger.refunds.values()) awaitFailure(world, refund);

  return {
    url,
    port,
    async close() {
      closed = true;
      clearInterval(expiry);
      const ended = once(server, "close");
      server.close();
      server.closeIdleConnections();
      const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([ended, webhooks.close()]);
      clearTimeout(patience);
      await ledger.close();
    },
  };
}

/** Excludes names that an attacker made to resolve to this machine (DNS rebinding): such a name has a dot. */
function isOurHost(host: string, url: string): boolean {
  const { hostname } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : { hostname: "" };
  return (hostname !== "" && !hostname.includes(".")) || hostname === new URL(url).hostname || isIP(hostname.replace(/^\[|\]$/g, "")) !== 0;
}
