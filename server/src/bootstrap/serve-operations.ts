import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import { ProblemError, routeNotFound } from "../lib/http/problem.ts";
import { asProblem, failureResponse } from "../pipeline/failure.ts";

export interface OperationsOptions {
  host: string;
  /** 0: any that is free. */
  port: number;
  /** Rejects while the process should get no requests. */
  checkReadiness(): Promise<void>;
  /** Absent: metrics are off. */
  scrape: (() => Promise<string>) | undefined;
}

export interface Operations {
  port: number;
  close(): Promise<void>;
}

const json = "application/json; charset=utf-8";
/** Probes and scrapes are few: a higher number of connections does not come from the operator. */
const maxConnections = 100;

/**
 * Serves `/healthz`, `/readyz` and `/metrics` on a port of their own, so that the operator can still
 * read the server's state when the API has no free connections.
 */
export async function serveOperations({ host, port, checkReadiness, scrape }: OperationsOptions): Promise<Operations> {
  const answers: Readonly<Record<string, (() => Promise<[type: string, body: string]>) | undefined>> = {
    "/healthz": async () => [json, '{"status":"ok"}'],
    "/readyz": async () => {
      await checkReadiness();
      return [json, '{"status":"ready"}'];
    },
    "/metrics": scrape && (async () => [Registry.PROMETHEUS_CONTENT_TYPE, await scrape()]),
  };
  let requests = 0;
  const fail = (response: ServerResponse, error: unknown) => {
    const requestId = `operations-${(requests += 1)}`;
    const { status, headers, body } = failureResponse(asProblem(error), { requestId, origin: undefined, constantHeaders: {} });
    response.writeHead(status, headers).end(body);
  };
  const server = createServer({ requestTimeout: 5_000, connectionsCheckingInterval: 1_000 }, (request, response) => {
    const path = request.url?.split("?", 1)[0] ?? "";
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (!answer || (request.method !== "GET" && request.method !== "HEAD")) return fail(response, new ProblemError(routeNotFound));
    void answer().then(
      ([type, body]) => response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body),
      (error: unknown) => fail(response, error),
    );
  });
  server.maxConnections = maxConnections;
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
