import Fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { Registry } from "prom-client";
import type { Deps, RouteDeps } from "./deps.ts";
import { demandRoom, type SiteDirectory } from "./features/server/sites/index.ts";
import type { Clients } from "./lib/http/client-address.ts";
import { sessionCookie } from "./lib/admin/session-cookie.ts";
import { isAdminAccess, isAdminUrl, isAtApiHosts, type App, type Operation, type OperationSpec } from "./lib/http/operation.ts";
import { LiveUpdates } from "./lib/http/live-updates.ts";
import { internalError, methodNotAllowed, ProblemError, routeNotFound, tooMany } from "./lib/http/problem.ts";
import { limitHeaders, type RequestLimits } from "./lib/http/request-limits.ts";
import { corsHeaders, securityHeaders, varyHeader } from "./lib/http/response-headers.ts";
import { admit } from "./pipeline/access.ts";
import { admitAdmin, type AdminAccessParts } from "./pipeline/admin-access.ts";
import { Addresses } from "./pipeline/addresses.ts";
import { asProblem, failureResponse, type FailureContext } from "./pipeline/failure.ts";
import { describeAdminApi, describeApi } from "./pipeline/description.ts";
import { lateSerializers } from "./pipeline/late-serializers.ts";
import { RequestRecord } from "./pipeline/record.ts";
import { RequestBodies } from "./pipeline/request-bodies.ts";
import { createHttpServer } from "./pipeline/server.ts";
import { tracedHandler, traceRequests } from "./pipeline/traced-requests.ts";
import { compileValidation } from "./lib/http/validation.ts";
import type { LocalServer } from "./ports/local-server.ts";
import type { CaughtMails } from "./ports/mailer.ts";
import type { Tracing } from "./ports/tracing.ts";
import { repeatable } from "./pipeline/repeatable.ts";
import { addOperations, withUploadLimit } from "./pipeline/router.ts";
import { routesOf } from "./routes.ts";
import { version } from "./version.ts";

export interface AppParts {
  deps: Deps;
  directory: SiteDirectory;
  limits: RequestLimits | undefined;
  clients: Clients;
  /** Connections that one client may have. Absent: any number. */
  connectionsPerClient?: number | undefined;
  /** False: published reads always go through routing. For tests, which must find no difference. */
  hotReads: boolean;
  /** Whether this server has the operator's addresses, metrics among them. */
  operating: { metrics: boolean } | undefined;
  /** The metrics of all processes of this server. Absent: there is only this one. */
  scrape?: (() => Promise<string>) | undefined;
  /** The registry of request metrics, beside the other metrics of this process. Absent: one of its own. */
  registry?: Registry | undefined;
  /** Absent: no traces. */
  tracing?: Tracing | undefined;
  /** Pages besides the API: those of the demo site, the caught mails, the server's own sites. */
  local: LocalServer | undefined;
  /** Additional operations: for tests of the pipeline. */
  moreOperations?: readonly Operation<RouteDeps>[];
}

export interface VitrineApp {
  app: App;
  server: Server;
  operations: readonly OperationSpec[];
  registry: Registry;
}

const maxBodyBytes = 256 * 1024;
const noMails: CaughtMails = { list: () => [], find: () => undefined };

/** The pipeline that every request goes through, written once, with all operations registered on it. */
export async function buildApp(parts: AppParts): Promise<VitrineApp> {
  const { deps, directory, limits, clients, hotReads } = parts;
  const constantHeaders = securityHeaders(deps.publicUrl);
  const registry = parts.registry ?? new Registry();
  const record = new RequestRecord(deps.log, registry);
  const addresses = new Addresses();
  let server: Server | undefined;
  const adminAccess: AdminAccessParts = {
    sql: deps.sql,
    clock: deps.clock,
    sites: deps.sites,
    demandRoom: (id: string) => demandRoom(deps.sql, deps.dataQuotaMb, id),
    cookie: sessionCookie(deps.publicUrl),
    origin: new URL(deps.publicUrl).origin,
  };

  const processId = randomBytes(6).toString("hex");
  let requests = 0;
  const newRequestId = () => `${processId}-${(requests += 1).toString(36)}`;

  const app: App = Fastify({
    logger: false,
    bodyLimit: maxBodyBytes,
    schemaController: lateSerializers,
    // Existing connections still get responses while the server stops.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 8 * 1024 },
    genReqId: (request) => request.requestId,
    serverFactory: (handler) =>
      (server = createHttpServer(
        {
          answers: deps.answers,
          directory,
          limits,
          clients,
          connectionsPerClient: parts.connectionsPerClient,
          constantHeaders,
          record,
          newRequestId,
          draining: deps.draining,
          hotReads,
          takesOverride: (url) => addresses.takesOverride(url),
        },
        parts.tracing ? tracedHandler(parts.tracing, handler) : handler,
      )),
    frameworkErrors: (error, request, reply) => fail(error, request, reply),
  });

  const takeFromLimit = ({ raw }: FastifyRequest, kind: "credentials" | "writes") => {
    if (!limits) return;
    const rate = limits.rate(kind);
    const allowance = limits.take(kind, clients.ofRequest(raw), rate);
    raw.limited = { kind, rate, allowance };
    if (!allowance.allowed) throw tooMany(allowance.retryAfterSeconds);
  };
  const limitHeadersOf = ({ raw: { limited } }: FastifyRequest) => limited && limitHeaders(limited);
  const failureContext = (request: FastifyRequest): FailureContext => ({
    requestId: request.id,
    origin: originForFailure(request),
    constantHeaders,
    limitHeaders: limitHeadersOf(request),
  });
  const commonHeaders = (request: FastifyRequest): Record<string, string> => ({
    "cache-control": "no-store",
    vary: varyHeader,
    "x-request-id": request.id,
    ...constantHeaders,
    ...limitHeadersOf(request),
  });
  /** Charges validation and the work of a handler before it first waits: work that grows with the request without any call outside. */
  const bookWork = ({ raw }: FastifyRequest) => {
    const { workBeganAtMs } = raw;
    if (limits && workBeganAtMs !== undefined) limits.processorTime.book(clients.ofRequest(raw), deps.clock.monotonicMs() - workBeganAtMs);
    delete raw.workBeganAtMs;
  };
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    bookWork(request);
    const refusal = asProblem(error);
    if (refusal.problem === internalError) record.unexpected(request.id, error);
    const { status, headers, body } = failureResponse(refusal, failureContext(request));
    void reply.code(status).headers(headers).send(body);
  };
  app.setErrorHandler(fail);
  if (parts.tracing) traceRequests(app);
  app.setNotFoundHandler(() => {
    throw new ProblemError(routeNotFound);
  });
  // Decided before a body is read: a wrong address is reported before a wrong body.
  const answerUnrouted = (request: FastifyRequest, reply: FastifyReply) => {
    const address = addresses.at(request.raw.url ?? "", { isApiHost: request.raw.apiHost !== undefined });
    if (!address) throw new ProblemError(routeNotFound);
    const allow = address.methods.join(", ");
    if (request.method !== "OPTIONS") throw new ProblemError(methodNotAllowed, { detail: `It takes ${allow}.`, headers: { allow } });
    return reply
      .code(204)
      .headers({ ...commonHeaders(request), allow, ...preflightHeaders(request, address), ...address.optionsHeaders })
      .send();
  };

  app.setValidatorCompiler(({ schema, httpPart }) => compileValidation({ schema, ...(httpPart ? { httpPart } : {}) }));

  app.addHook("onRoute", (route) => {
    if (!route.config?.access) throw new Error(`The route ${route.url} declares no access.`);
    if (route.method !== "HEAD") addresses.add(route);
    const { handler } = route;
    route.handler = function (request, reply) {
      try {
        return handler.call(this, request, reply);
      } finally {
        bookWork(request);
      }
    };
  });
  app.decorateRequest("client", {
    getter(this: FastifyRequest) {
      return clients.ofRequest(this.raw);
    },
  });
  const bodies = new RequestBodies({ clock: deps.clock, limitsClients: limits !== undefined });
  app.decorateRequest("readBody", function (this: FastifyRequest) {
    return bodies.read(this.raw, { client: this.client, maxBytes: this.routeOptions.bodyLimit });
  });
  app.decorateRequest("spend", function <T>(this: FastifyRequest, work: () => T): T {
    return limits ? limits.processorTime.spend(this.client, work) : work();
  });
  app.decorateRequest("countFailure", function (this: FastifyRequest) {
    takeFromLimit(this, "writes");
  });
  app.decorateRequest("apiKeyId", {
    getter(this: FastifyRequest) {
      return this.raw.apiKeyId;
    },
  });
  app.decorateRequest("customer", {
    getter(this: FastifyRequest) {
      return this.raw.customer;
    },
  });
  for (const name of ["admin", "member", "expected"] as const) {
    app.decorateRequest(name, {
      getter(this: FastifyRequest) {
        const value = this.raw[name];
        if (value === undefined) throw new Error(`An operation that reads request.${name} must declare that it needs it.`);
        return value;
      },
    });
  }
  app.decorateRequest("site", {
    getter(this: FastifyRequest) {
      const { site } = this.raw;
      if (!site) throw new Error("An operation that reads request.site must declare which credential it takes.");
      return site;
    },
  });

  app.addHook("onRequest", async (request, reply) => {
    const { config } = request.routeOptions;
    if (request.is404) return answerUnrouted(request, reply);
    if (config.exact && request.raw.url?.split("?", 1)[0] !== request.routeOptions.url) throw new ProblemError(routeNotFound);
    const { access } = config;
    if (request.raw.apiHost && !isAtApiHosts(config)) throw new ProblemError(routeNotFound);
    if (isAdminAccess(access)) Object.assign(request.raw, await admitAdmin(adminAccess, { ...config, access }, request));
    else if (access !== "none") Object.assign(request.raw, await admit(directory, deps, { ...config, access }, request));
    if (config.limit) takeFromLimit(request, config.limit);
    // A published response brings all of its headers, and a failure too.
    if (config.published) return;
    void reply.headers(commonHeaders(request));
    const { origin } = request.headers;
    if (config.cors === "any" && origin !== undefined) void reply.headers({ ...corsHeaders("*") });
    if (config.cors === "site" && origin !== undefined) void reply.headers(corsHeaders(origin));
  });
  app.addHook("preValidation", async (request) => {
    const params = request.params as Record<string, string> | undefined;
    // A wildcard stands for a slug of several segments.
    if (params?.["*"] !== undefined) params.slug = params["*"];
  });
  // The last step before validation, which follows in the same tick.
  app.addHook("preValidation", (request, _reply, done) => {
    request.raw.workBeganAtMs = deps.clock.monotonicMs();
    done();
  });
  app.addHook("onResponse", async (request, reply) => {
    record.routed({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? "none",
      operationId: (request.routeOptions.schema as { operationId?: string } | undefined)?.operationId,
      status: reply.raw.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 100) / 100,
      site: request.raw.site?.slug,
      sampled: request.routeOptions.config.published === true && reply.raw.statusCode < 400,
      traceId: request.raw.span?.traceId,
    });
  });

  const { local, operating } = parts;
  const served = {
    signup: deps.signup === "on",
    operating: operating !== undefined,
    metrics: operating?.metrics === true,
    demo: local !== undefined,
    ownSites: local?.showsOwnSites === true,
    mailCatcher: local?.caughtMails !== undefined,
  };
  const operations = [...routesOf(served), ...(parts.moreOperations ?? [])].map((one) => repeatable(withUploadLimit(one, deps.media)));
  addOperations(app, operations, {
    ...deps,
    scrape: parts.scrape ?? (() => registry.metrics()),
    describe: () => describeApi(operations, { publicUrl: deps.publicUrl, version }),
    describeAdmin: () => describeAdminApi(operations, { publicUrl: deps.publicUrl, version }),
    version,
    caughtMails: local?.caughtMails ?? noMails,
    live: local?.live ?? new LiveUpdates(),
    local,
  });
  await app.ready();
  if (!server) throw new Error("The server is missing.");
  return { app, server, operations, registry };
}

/** The origin that may read a failure: any, but never of the admin API, which no other origin calls. */
function originForFailure({ url, headers, routeOptions }: FastifyRequest): string | undefined {
  if (isAdminUrl(url)) return undefined;
  return headers.origin !== undefined && routeOptions.config?.cors === "any" ? "*" : headers.origin;
}

/**
 * A preflight carries no key, so it cannot be decided for a site: every origin gets a response, and the decision falls on the
 * request itself (Fetch standard, CORS protocol).
 */
function preflightHeaders({ headers }: FastifyRequest, { methods, cors }: { methods: string[]; cors: string }): Record<string, string> {
  if (cors === "closed" || headers.origin === undefined) return {};
  return {
    "access-control-allow-origin": cors === "any" ? "*" : headers.origin,
    "access-control-allow-methods": methods.join(", "),
    "access-control-allow-headers": "content-type, x-api-key, x-preview, authorization, idempotency-key",
    "access-control-max-age": "7200",
  };
}
