import type { ServerResponse } from "node:http";
import type { Deps } from "../../../../deps.ts";
import { SiteParams, siteBase } from "../../../../lib/admin/site-path.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { problem, ProblemError, unavailable } from "../../../../lib/http/problem.ts";
import { EventStreams, type Follower } from "../event-streams.ts";

const tooManyStreams = problem("too_many_streams", 429, "You have too many open streams");

/** A person has some tabs open, in some browsers. */
const mostPerAdmin = 20;
/** Of one process; the rest of its connections are for requests. */
const mostStreams = 1_500;
/** The bytes that may wait for a client that does not read. It is cut off, and asks again for what it missed. */
const mostUnreadBytes = 64 * 1024;
const retryMs = 2_000;

/** Streams what happens in a site, as server-sent events. */
export const followEvents = operation(
  {
    id: "followEvents",
    method: "GET",
    path: `${siteBase}/events`,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [tooManyStreams, unavailable],
    tags: ["Sites"],
    summary: "Follow what happens in a site, as a stream",
    description:
      "Server-sent events: `changed`, `removed`, `presence`, `ping` and `reset`. A client that sends the id of its last event in the header " +
      "`last-event-id` gets what it missed within ten minutes; after that, `reset`.",
    params: SiteParams,
    streams: "text/event-stream",
  },
  ({ sql, clock, log, draining }: Pick<Deps, "sql" | "clock" | "log" | "draining">) => {
    const streams = new EventStreams({ sql, clock, log });
    draining.addEventListener("abort", () => streams.endAll(), { once: true });
    return async (request, reply) => {
      const { admin, member, method } = request;
      if (draining.aborted || streams.size >= mostStreams) {
        throw new ProblemError(unavailable, { detail: "Too many streams are open. Try again.", headers: { "retry-after": "5" } });
      }
      if (streams.countOf(admin.id) >= mostPerAdmin) {
        throw new ProblemError(tooManyStreams, { detail: `Close some: a person may follow ${mostPerAdmin} streams of a process.` });
      }
      const { raw } = reply;
      const lastEventId = request.headers["last-event-id"];
      const headers = { ...(reply.getHeaders() as Record<string, string>), ...streamHeaders };
      reply.hijack();
      if (method === "HEAD") {
        raw.writeHead(200, headers).end();
        return reply;
      }
      const { kind, id } = admin.credential;
      const stop = streams.follow({
        kind,
        id,
        siteId: member.site.id,
        adminId: admin.id,
        permissions: member.permissions,
        lastEventId: typeof lastEventId === "string" && lastEventId !== "" ? lastEventId : undefined,
        ...connectionOf(raw, headers),
      });
      raw.once("close", stop);
      return reply;
    };
  },
);

/** Nothing follows on the connection of a stream: kept, it would hold up the stop. Proxies must not collect the events. */
const streamHeaders = { "content-type": "text/event-stream; charset=utf-8", connection: "close", "x-accel-buffering": "no" };

/**
 * The head is sent with the first text, when the position of the stream in the events is read: a client that has read 200 gets every change from then on.
 */
function connectionOf(raw: ServerResponse, headers: Record<string, string>): Pick<Follower, "send" | "end"> {
  const begin = () => {
    if (!raw.headersSent) raw.writeHead(200, headers).write(`retry: ${retryMs}\n\n`);
  };
  return {
    send: (text) => {
      begin();
      if (raw.writableLength > mostUnreadBytes) raw.destroy();
      else raw.write(text);
    },
    end: () => {
      begin();
      raw.end();
    },
  };
}
