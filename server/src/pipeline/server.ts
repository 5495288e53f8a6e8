import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import {
  badRequest,
  bodyTooLarge,
  headersTooLarge,
  methodNotAllowed,
  ProblemError,
  requestTimeout,
  tooMany,
  type Problem,
} from "../lib/http/problem.ts";
import { indexedUrl } from "../lib/http/accepted-picture.ts";
import { isAdminUrl, mediaBase } from "../lib/http/operation.ts";
import type { Clients } from "../lib/http/client-address.ts";
import { writePublished, type PublishedAnswers } from "../lib/published/published-answer.ts";
import type { Site } from "../lib/site.ts";
import { limitHeaders, type RequestLimits } from "../lib/http/request-limits.ts";
import type { ApiHost, KeyAccess, SiteDirectory } from "../features/server/sites/index.ts";
import { failureResponse, writeFailure } from "./failure.ts";
import type { RequestRecord } from "./record.ts";
import { Connections } from "./connections.ts";
import { checkWire, type WireHeaders } from "./wire.ts";

export interface ServerParts {
  answers: PublishedAnswers;
  directory: SiteDirectory;
  /** Absent: clients are not limited. */
  limits: RequestLimits | undefined;
  clients: Clients;
  /** Connections that one client may have. Absent: any number. */
  connectionsPerClient: number | undefined;
  constantHeaders: Readonly<Record<string, string>>;
  record: RequestRecord;
  newRequestId(): string;
  /** Once aborted, each connection ends with its next response. */
  draining: AbortSignal;
  /** False: every request is routed. The responses are the same. */
  hotReads: boolean;
  /** Whether a POST to this URL may name another method in `X-HTTP-Method-Override`. */
  takesOverride(url: string): boolean;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

// The callers of these prove their identity: a busy processor must not be told to wait. Their failures are counted where they occur.
const webhooks = "/api/public/v1/webhooks/";

/** The HTTP server: all decisions before a request is routed. */
export function createHttpServer(parts: ServerParts, handler: Handler): Server {
  const server = createServer(
    {
      // The reader of a body bounds its time: a film takes longer to arrive than JSON may.
      requestTimeout: 0,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 32 * 1024,
      // checkWire reports it as a problem.
      requireHostHeader: false,
    },
    (request, response) => receive(parts, connections, handler, request, response),
  );
  const connections = new Connections(server, {
    clients: parts.clients,
    maxPerClient: parts.connectionsPerClient,
    draining: parts.draining,
  });
  // Also for a client that sends requests and does not read: no honest one is silent for so long in the middle of a response.
  server.timeout = 30_000;
  server.maxRequestsPerSocket = 10_000;
  server.maxHeadersCount = 0;
  const context = (request: IncomingMessage) => ({
    requestId: (request.requestId ??= parts.newRequestId()),
    origin: isAdminUrl(request.url ?? "") ? undefined : request.headers.origin,
    constantHeaders: parts.constantHeaders,
  });
  server.on("clientError", (error: Error & { code?: string }, socket: Socket) => {
    refuseSocket(socket, clientErrorProblem(error.code), parts);
  });
  server.on("connect", (_request, socket: Socket) => refuseSocket(socket, methodNotAllowed, parts));
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    writeFailure(response, new ProblemError(badRequest, { detail: "The only supported Expect header is 100-continue." }), context(request));
  });
  return server;
}

/** How long a client may go on sending a body after the response. To cut it off at once could lose the response (RFC 9112 §9.6). */
const lingerMs = 2_000;

function receive(parts: ServerParts, connections: Connections, handler: Handler, request: IncomingMessage, response: ServerResponse): void {
  request.requestId = parts.newRequestId();
  connections.used(request, response);
  let wire: WireHeaders | undefined;
  try {
    const headers = (wire = checkWire(request));
    if (headers.hasBody) watchBody(request, response);
    if (headers.methodOverride !== undefined) overrideMethod(parts, request, headers.methodOverride);
    const access = headers.apiKey === undefined ? undefined : parts.directory.peek(headers.apiKey);
    const apiHost = (request.apiHost = parts.directory.hosts.find(headers.host));
    takeFromLimit(parts, request, access);
    if (parts.hotReads && answerFromMemory(parts, request, response, { apiHost, access, headers })) return;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (!wire) watchBody(request, response);
    const { limited, headers, requestId } = request;
    writeFailure(response, error, {
      requestId,
      origin: isAdminUrl(request.url ?? "") ? undefined : headers.origin,
      constantHeaders: parts.constantHeaders,
      limitHeaders: limited && limitHeaders(limited),
    });
    parts.record.refused(request, error.problem);
    return;
  }
  connections.answering(request, response);
  handler(request, response);
}

/** HEAD is answered as GET: the client sent POST, and waits for the body that the response announces. */
const overrides = new Map([
  ["PATCH", "PATCH"],
  ["DELETE", "DELETE"],
  ["HEAD", "GET"],
  ["GET", "GET"],
  ["POST", "POST"],
]);

/** Before anything reads the method, so that every check is of the method that is carried out. Throws `bad_request`. */
function overrideMethod({ takesOverride }: ServerParts, request: IncomingMessage, override: string): void {
  if (request.method !== "POST" || !takesOverride(request.url ?? "")) return;
  const method = overrides.get(override);
  if (method === undefined)
    throw new ProblemError(badRequest, { detail: "X-HTTP-Method-Override must be PATCH, DELETE, HEAD, GET or POST." });
  request.method = method;
}

/** A body of this size has arrived when its response is written, or is about to. The connection is worth keeping. */
const soonRead = 64 * 1024;

/**
 * Frees a request's memory once it has a response, and its connection if its body never ends. A response that comes before the end of a large
 * body says that the connection ends with it: on one that only seems to go on, the next request would be lost.
 */
function watchBody(request: IncomingMessage, response: ServerResponse): void {
  // A request whose reader gave up has none any more.
  const { socket } = request;
  const { writeHead } = response;
  const isSmall = Number(request.headers["content-length"] ?? Infinity) <= soonRead;
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (!request.complete && !isSmall) {
      response.shouldKeepAlive = false;
      // Node would end both directions at once. The client gets the end of the response, and may go on sending for a while.
      socket.destroySoon = () => (request.complete ? socket.destroy() : socket.end());
    }
    return writeHead.apply(response, head);
  }) as typeof writeHead;
  response.once("close", () => request.release?.());
  response.once("finish", () => {
    if (request.complete) return;
    request.resume();
    setTimeout(() => request.complete || socket.destroy(), lingerMs).unref();
    if (!isSmall) request.once("end", () => socket.destroy());
  });
}

function kindOf({ method }: IncomingMessage): "reads" | "writes" {
  return method === "GET" || method === "HEAD" || method === "OPTIONS" ? "reads" : "writes";
}

function takeFromLimit({ limits, clients }: ServerParts, request: IncomingMessage, access: KeyAccess | undefined): void {
  request.limited = undefined;
  const { url = "" } = request;
  if (!limits) return;
  const kind = kindOf(request);
  if (kind === "writes" && url.startsWith(webhooks)) return;
  const client = clients.ofRequest(request);
  const waitSeconds = limits.processorTime.waitSeconds(client);
  if (waitSeconds > 0) throw tooMany(waitSeconds);
  const ownRate = kind === "reads" ? access?.readRate : undefined;
  const rate = ownRate ?? limits.rate(kind);
  const allowance = limits.take(kind, ownRate && access ? `key:${access.keyId}` : client, rate);
  request.limited = { kind, rate, allowance };
  if (!allowance.allowed) throw tooMany(allowance.retryAfterSeconds);
}

/** Sends a cached response without routing the request. False: it must be routed, with the same result. */
function answerFromMemory(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
  { apiHost, access, headers }: { apiHost: ApiHost | undefined; access: KeyAccess | undefined; headers: WireHeaders },
): boolean {
  if (apiHost) {
    const site = parts.directory.peekByHost(apiHost);
    return site !== undefined && !request.url?.startsWith(mediaBase) && answerHot(parts, request, response, site, headers);
  }
  return access ? answerHot(parts, request, response, access.site, headers) : answerFile(parts, request, response, headers);
}

/** The same of a published read. */
function answerHot(parts: ServerParts, request: IncomingMessage, response: ServerResponse, site: Site, headers: WireHeaders): boolean {
  const { method, url } = request;
  if ((method !== "GET" && method !== "HEAD") || url === undefined || site.suspended || headers.preview !== undefined) return false;
  if (headers.origin !== undefined && !site.allowsOrigin(headers.origin)) return false;
  const answer = parts.answers.getByUrl(site, url);
  if (!answer) return false;
  parts.record.hot(
    request,
    answer.operationId,
    writePublished(request, response, answer, { ...conditions(headers, site), versions: site, origin: headers.origin }),
  );
  return true;
}

/** The same of a file of the media library, which takes no key. */
function answerFile(parts: ServerParts, request: IncomingMessage, response: ServerResponse, headers: WireHeaders): boolean {
  const { method, url } = request;
  if ((method !== "GET" && method !== "HEAD") || !url?.startsWith(mediaBase) || headers.range) return false;
  const site = parts.directory.peekBySlug(url.slice(mediaBase.length, url.indexOf("/", mediaBase.length)));
  if (!site || site.suspended) return false;
  const answer = parts.answers.getByUrl(site, indexedUrl(url, headers.accept));
  if (!answer) return false;
  // Every origin may read what everybody may read.
  const origin = headers.origin === undefined ? undefined : "*";
  parts.record.hot(request, answer.operationId, writePublished(request, response, answer, { ...conditions(headers, site), origin }));
  return true;
}

/** Member by member: a copy of all headers costs more. */
function conditions({ ifMatch, ifNoneMatch, explainsCache }: WireHeaders, site: Site) {
  return { ifMatch, ifNoneMatch, cache: "hit", explainedTo: explainsCache ? site : undefined } as const;
}

function clientErrorProblem(code: string | undefined): Problem {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return requestTimeout;
    case "HPE_HEADER_OVERFLOW":
      return headersTooLarge;
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return bodyTooLarge;
    default:
      return badRequest;
  }
}

/** For a failed parse: there is no response object to write to. */
function refuseSocket(socket: Socket, refusal: Problem, { constantHeaders, newRequestId }: ServerParts): void {
  if (!socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = failureResponse(new ProblemError(refusal), {
    requestId: newRequestId(),
    origin: undefined,
    constantHeaders,
  });
  const lines = Object.entries({ ...headers, connection: "close" }).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
