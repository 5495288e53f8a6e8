import { setTimeout as sleep } from "node:timers/promises";
import { Option } from "commander";
import { siteArgument } from "../../../../lib/cli/arguments.ts";
import { command, UsageError } from "../../../../lib/cli/command.ts";
import { addListener, readHeardEvents, removeListener, type HeardEvent } from "../listener.ts";
import { findSiteOf } from "../site-of.ts";

interface Listener {
  id: string;
  secret: string;
  after: number;
}
interface Input {
  slug: string;
  forward: string | null;
  /** Absent: it begins to listen. */
  listener?: Listener;
  ends?: true;
}
interface Output {
  listener: Listener;
  events: HeardEvent[];
}

const everyMs = 1_000;
const forwardMs = 10_000;

export const webhookListen = command<Input, Output>(
  {
    name: "webhook listen",
    description: "show what happens in a site, and forward it to a program on this machine, until you stop it",
    arguments: [siteArgument],
    options: [new Option("--forward <url>", "POST each event there, signed as for a webhook")],
    input: (slug: string, { forward: url }: { forward?: string }): Input => {
      const forward = url ?? null;
      if (forward !== null && !/^https?:$/.test(URL.canParse(forward) ? new URL(forward).protocol : ""))
        throw new UsageError("--forward must be an http(s) URL such as http://localhost:4000/hook.");
      return { slug, forward };
    },
  },
  {
    run: async ({ sql, clock, ids, secrets, publicUrl }, { slug, listener, ends }) => {
      const site = await findSiteOf(sql, slug);
      const ctx = { now: clock.now(), ids, secrets };
      if (!listener) return { listener: await sql.begin((tx) => addListener(tx, ctx, site.id)), events: [] };
      if (ends) await sql.begin((tx) => removeListener(tx, ctx, site.id, listener.id));
      const events = ends ? [] : await readHeardEvents(sql, { now: ctx.now, publicUrl }, site, listener);
      return { listener: { ...listener, after: events.at(-1)?.sequence ?? listener.after }, events };
    },
    print: ({ events }) => events.map(({ body }) => body).join("\n"),
    write: (run, input) => listen(run, input),
  },
);

async function* listen(run: (input: Input) => Promise<Output>, input: Input): AsyncIterable<string> {
  let { listener } = await run(input);
  let isStopped = false;
  const stop = () => (isStopped = true);
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    yield `Listening. The secret of these deliveries:\n  ${listener.secret}\nPress Ctrl+C to stop.\n`;
    while (!isStopped) {
      const { listener: next, events } = await run({ ...input, listener });
      listener = next;
      for (const event of events) yield `${event.body}\n${input.forward === null ? "" : `${await forward(event, input.forward)}\n`}`;
      if (events.length === 0) await sleep(everyMs);
    }
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    await run({ ...input, listener, ends: true });
  }
}

async function forward({ headers, body }: HeardEvent, url: string): Promise<string> {
  try {
    const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(forwardMs) });
    await answer.body?.cancel();
    return `  → ${answer.status}`;
  } catch (error) {
    const { cause, name } = error as { cause?: { code?: string }; name: string };
    return `  → failed: ${cause?.code ?? name}`;
  }
}
