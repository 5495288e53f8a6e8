import type { Deps } from "../../../deps.ts";
import type { LiveUpdate, LiveUpdates } from "../../../lib/http/live-updates.ts";
import { operation } from "../../../lib/http/operation.ts";
import { requireOwnHost } from "../../../lib/http/own-host.ts";
import { problem, ProblemError } from "../../../lib/http/problem.ts";

const tooManyFollowers = problem("too_many_followers", 503, "Too many pages follow the live updates");

/** Each open page of a viewer holds one. */
const mostFollowers = 50;
/** Comments keep the connection from looking idle, and tell the server that a page is gone. */
const beatMs = 15_000;

/** A stream of what becomes of imports (server-sent events, https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export const getLiveUpdates = operation(
  {
    id: "getLiveUpdates",
    method: "GET",
    path: "/dev/live",
    access: "none",
    cors: "closed",
    problems: [tooManyFollowers],
    tags: ["Demo"],
    summary: "What becomes of imports, as a stream",
  },
  ({ live, publicUrl, draining }: Pick<Deps, "publicUrl" | "draining"> & { live: LiveUpdates }) =>
    async (request, reply) => {
      requireOwnHost(request, publicUrl);
      if (live.followers >= mostFollowers || draining.aborted) throw new ProblemError(tooManyFollowers);
      const { raw } = reply;
      const headers = reply.getHeaders() as Record<string, string>;
      reply.hijack();
      // Nothing follows on the connection of a stream: kept, it would hold up the stop.
      raw.writeHead(200, { ...headers, "content-type": "text/event-stream; charset=utf-8", connection: "close" });
      raw.write("retry: 1000\n\n");
      const unfollow = live.follow((update: LiveUpdate) => void raw.write(`data: ${JSON.stringify(update)}\n\n`));
      const beat = setInterval(() => void raw.write(":\n\n"), beatMs).unref();
      const end = () => raw.end();
      draining.addEventListener("abort", end, { once: true });
      raw.once("close", () => {
        unfollow();
        clearInterval(beat);
        draining.removeEventListener("abort", end);
      });
      return reply;
    },
);
