import { pino } from "pino";
import { expect, test } from "vitest";
import { TestClock } from "../../../../../test/kit/harness.ts";
import type { Database } from "../../../ports/database.ts";
import { EventStreams, type Follower } from "./event-streams.ts";

/** Streams whose statements are answered one by one, and what they log. */
function streamsOf() {
  const statements: { text: string; resolve(rows: unknown[]): void }[] = [];
  const ask = (texts: TemplateStringsArray) => new Promise((resolve) => statements.push({ text: texts.join(""), resolve }));
  const logged: string[] = [];
  const log = pino({}, { write: (line) => logged.push(line) });
  const streams = new EventStreams({ sql: ask as unknown as Database, clock: new TestClock(), log });
  /** Answers the next statement, which has the text, with the state of the database at a snapshot. */
  const answer = async (text: string, snapshot: string) => {
    await expect.poll(() => statements.length).toBe(1);
    const [statement] = statements.splice(0);
    expect(statement?.text.includes("from site_events")).toBe(text === "events");
    statement?.resolve([{ era: "1", snapshot, siteId: null }]);
    await new Promise(setImmediate);
  };
  return { streams, answer, logged };
}

const follower = (): Follower => ({
  kind: "SESSION",
  id: "0190a000-0000-7000-8000-000000000003",
  siteId: "0190a000-0000-7000-8000-000000000001",
  adminId: "0190a000-0000-7000-8000-000000000002",
  permissions: new Set(["site:read"]),
  lastEventId: undefined,
  send: () => undefined,
  end: () => undefined,
});

test("a round whose last follower leaves ends by itself, and the next follower begins with a state of its own", async () => {
  const { streams, answer, logged } = streamsOf();
  const leave = streams.follow(follower());
  await answer("state", "5:5:");
  leave();
  await answer("events", "6:6:");
  expect([logged, streams.size]).toEqual([[], 0]);
  streams.follow(follower());
  await answer("state", "7:7:");
});
