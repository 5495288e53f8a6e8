import type { FastifyRequest } from "fastify";
import { ProblemError, routeNotFound } from "../../lib/problem.ts";

/**
 * Throws `route_not_found` unless the request names this server as it is called here: localhost, a loopback address, or the
 * host of its public URL. A foreign page whose own name was made to resolve to this machine (DNS rebinding) does not.
 */
export function requireOwnHost(request: FastifyRequest, publicUrl: string): void {
  const name = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.exec((request.headers.host ?? "").toLowerCase())?.[1];
  const isLoopback = name !== undefined && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name);
  if (!isLoopback && name !== new URL(publicUrl).hostname) throw new ProblemError(routeNotFound);
}
