import { expect, test } from "vitest";
import { eventsIn, type StreamPlace } from "./event-stream.ts";

async function* chunks(text: string, size: number): AsyncGenerator<string, void, undefined> {
  for (let at = 0; at < text.length; at += size) yield await Promise.resolve(text.slice(at, at + size));
}

async function read(text: string, size: number, place: StreamPlace = { lastEventId: "", retryMs: 1 }) {
  const events: unknown[] = [];
  for await (const { name, data, lastEventId } of eventsIn(chunks(text, size), place)) events.push([name, data, lastEventId]);
  return { events, place };
}

const stream = [
  ...[": a comment", "retry: 250", "", "event: changed", 'data: {"a":1}', "id: 1", "", "event: removed", "data: {}", ""],
  ...["data: one", "data:two", "data", "id: 2", "unknown: x", "", "event: nothing", "", "id: 3", "", "event: cut off", "data: {}", "id: 4"],
];
const expected = [
  ["changed", '{"a":1}', "1"],
  ["removed", "{}", "1"],
  ["message", "one\ntwo\n", "2"],
];

test.each(["\n", "\r\n", "\r"])("events are read whatever ends a line (%j), and however the stream is cut", async (end) => {
  for (const size of [1, 2, 3, 7, 1_000]) {
    const { events, place } = await read(stream.join(end), size);
    expect([size, events, place]).toEqual([size, expected, { lastEventId: "3", retryMs: 250 }]);
  }
});

test("what is no number of milliseconds is no time to wait, and an id with a NUL is none", async () => {
  const { events, place } = await read("retry: soon\nid: a\0b\ndata: x\n\n", 100, { lastEventId: "7", retryMs: 5 });
  expect([events, place]).toEqual([[["message", "x", "7"]], { lastEventId: "7", retryMs: 5 }]);
});
