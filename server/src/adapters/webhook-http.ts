import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, isIPv4, type LookupFunction } from "node:net";
import type { AddressNetworks } from "../lib/http/address-networks.ts";
import type { WebhookError, WebhookOutcome, WebhookRequest, WebhookSender } from "../ports/webhook-sender.ts";
import type { ResolveName } from "./system-names.ts";

export interface WebhookHttpOptions {
  networks: AddressNetworks;
  resolveName: ResolveName;
  /** Of a whole try. */
  timeoutMs?: number;
  /** For tests, whose certificates nobody has signed. */
  ca?: string;
}

const defaultTimeoutMs = 10_000;
/** For the body of an answer whose status decided already. */
const bodyMs = 1_000;
/** The part of an answer that people see. */
const mostAnswerBytes = 4 * 1024;
/** https://nodejs.org/api/http.html: of all headers of an answer. */
const mostHeaderBytes = 16 * 1024;

/** Answers before the answer: 100, 102, 103. */
const mostHints = 100;

class Refusal extends Error {
  readonly error: WebhookError;
  constructor(error: WebhookError) {
    super(error);
    this.error = error;
  }
}

/**
 * Sends webhooks over HTTP. It resolves each name itself and checks every address, each time; the connection goes to the addresses that it checked. A
 * connection is used once.
 */
export function webhookHttp({ networks, resolveName, timeoutMs = defaultTimeoutMs, ca }: WebhookHttpOptions): WebhookSender {
  return {
    async send(request) {
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        const url = new URL(request.url);
        const addresses = await withDeadline(checkedAddresses(url, { networks, resolveName }), deadline);
        return await exchange(url, addresses, request, { deadline, ca });
      } catch (error) {
        return { error: errorOf(error, deadline), status: null, answer: null, retryAfter: null };
      }
    },
  };
}

async function checkedAddresses(
  { protocol, hostname }: URL,
  { networks, resolveName }: Pick<WebhookHttpOptions, "networks" | "resolveName">,
): Promise<string[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const addresses =
    isIP(host) > 0
      ? [host]
      : await resolveName(host).catch(() => {
          throw new Refusal("name_not_found");
        });
  if (addresses.length === 0) throw new Refusal("name_not_found");
  const standings = addresses.map((address) => networks.standingOf(address));
  const mayReach = standings.every((standing) => standing === "allowed" || (standing === "public" && protocol === "https:"));
  if (!mayReach || !["http:", "https:"].includes(protocol)) throw new Refusal("address_not_allowed");
  return addresses;
}

function exchange(
  url: URL,
  addresses: readonly string[],
  { headers, body }: WebhookRequest,
  { deadline, ca }: { deadline: AbortSignal; ca: string | undefined },
): Promise<WebhookOutcome> {
  const records = addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  const lookup: LookupFunction = (_name, { all }, done) => {
    const [first] = records;
    if (all || !first) done(null, records);
    else done(null, first.address, first.family);
  };
  const options: RequestOptions = {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    agent: false,
    lookup,
    signal: deadline,
    maxHeaderSize: mostHeaderBytes,
  };
  return new Promise((resolve, reject) => {
    const sent = url.protocol === "https:" ? httpsRequest(url, { ...options, ...(ca !== undefined && { ca }) }) : httpRequest(url, options);
    // The status decides, whatever comes after it.
    let isAnswered = false;
    sent.on("error", (error) => (isAnswered ? undefined : reject(error)));
    // Without this, an answer that switches protocols would end the connection and nothing else.
    sent.on("upgrade", (_answer, socket) => {
      socket.destroy();
      reject(new Refusal("status"));
    });
    sent.on("close", () => (isAnswered ? undefined : reject(new Refusal("connection_failed"))));
    let hints = 0;
    sent.on("information", () => {
      hints += 1;
      if (hints > mostHints) sent.destroy(new Refusal("connection_failed"));
    });
    sent.on("response", (answer) => {
      isAnswered = true;
      const { statusCode: status = 0, headers: answerHeaders } = answer;
      const error = status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? "redirect" : "status";
      const retryAfter = answerHeaders["retry-after"] ?? null;
      void readBeginning(answer).then((beginning) => {
        sent.destroy();
        resolve({ error, status, answer: beginning, retryAfter });
      });
    });
    sent.end(body);
  });
}

/** The first bytes of an answer as text, or as much of them as comes in time. */
function readBeginning(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = () => {
      clearTimeout(timer);
      const text = Buffer.concat(chunks).subarray(0, mostAnswerBytes).toString("utf8");
      // PostgreSQL stores no NUL in a text.
      resolve(text.replaceAll("\0", "\ufffd"));
    };
    const timer = setTimeout(finish, bodyMs);
    answer.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes >= mostAnswerBytes) finish();
    });
    for (const end of ["end", "error", "aborted", "close"]) answer.on(end, finish);
  });
}

function withDeadline<T>(work: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    deadline.addEventListener("abort", () => reject(new Refusal("timeout")), { once: true });
    work.then(resolve, reject);
  });
}

function errorOf(error: unknown, deadline: AbortSignal): WebhookError {
  if (error instanceof Refusal) return error.error;
  if (deadline.aborted) return "timeout";
  // Of several addresses that were tried, the last error tells.
  const { code = "" } = (error instanceof AggregateError ? error.errors.at(-1) : error) as { code?: string };
  if (code === "ECONNREFUSED") return "connection_refused";
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return "tls_failed";
  return "connection_failed";
}
