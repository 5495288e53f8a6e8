import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { converse, type Answers } from "./process-messages.ts";

/** Two ends of a channel that copies its messages, as processes do. */
function aChannel(): [
  EventEmitter & { send(message: object, sent: () => void): void },
  EventEmitter & { send(message: object, sent: () => void): void },
] {
  const [left, right] = [new EventEmitter(), new EventEmitter()];
  const to = (end: EventEmitter) => (message: object) => void queueMicrotask(() => end.emit("message", structuredClone(message)));
  return [Object.assign(left, { send: to(right) }), Object.assign(right, { send: to(left) })];
}
const ends = (answers: Answers) => {
  const [left, right] = aChannel();
  converse(right, answers);
  return { ask: converse(left, {}), left, right };
};

test("each request gets its own response, in any order", async () => {
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const { ask } = ends({ slow: (text: string) => gate.then(() => `slow ${text}`), quick: (text: string) => `quick ${text}` });
  const slow = ask("slow", "one", 5_000);
  expect(await ask("quick", "two", 5_000)).toBe("quick two");
  letGo();
  expect(await slow).toBe("slow one");
});

test("a failure is passed on without its reason, which may contain anything", async () => {
  const { ask } = ends({ count: () => Promise.reject(new Error("a secret")) });
  await expect(ask("count", undefined, 5_000)).rejects.toThrow(/^"count" failed\.$/);
});

test("a request without a response times out, and a closed channel sends nothing", async () => {
  const { ask, left } = ends({ never: () => new Promise(() => undefined) });
  await expect(ask("never", undefined, 1)).rejects.toThrow('No response to "never".');
  left.send = () => undefined;
  await expect(ask("never", undefined, 1)).rejects.toThrow('No response to "never".');
});

test("other messages are ignored", async () => {
  const { ask, left, right } = ends({ quick: () => "answer" });
  for (const message of [undefined, null, "text", 7, { cmd: "NODE_CLUSTER" }, { vitrine: "answer", id: 99 }]) {
    left.emit("message", message);
    right.emit("message", message);
  }
  expect(await ask("quick", undefined, 5_000)).toBe("answer");
});
