import type { FastifyRequest } from "fastify";
import { isLoopbackHost } from "./origin.ts";
import { ProblemError, routeNotFound } from "./problem.ts";

/** Throws `route_not_found` unless the request names this server by a name of its own. */
export function requireOwnHost(request: FastifyRequest, publicUrl: string): void {
  if (!isOwnHost(request, publicUrl)) throw new ProblemError(routeNotFound);
}

/**
 * Whether the request names this server by a local name: localhost, a loopback address, or the host of its public URL. A foreign page whose
 * own name was made to resolve to this machine (DNS rebinding) does not.
 */
export function isOwnHost(request: FastifyRequest, publicUrl: string): boolean {
  const name = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.exec((request.headers.host ?? "").toLowerCase())?.[1];
  const isLoopback = name !== undefined && isLoopbackHost(name);
  return isLoopback || name === new URL(publicUrl).hostname;
}
