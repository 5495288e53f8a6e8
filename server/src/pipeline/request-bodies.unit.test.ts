import { once } from "node:events";
import { createServer, request as send, type ClientRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { TestClock } from "../../../test/kit/harness.ts";
import { ProblemError } from "../lib/http/problem.ts";
import { everyRoute } from "../routes.ts";
import { heldBytes, heldBytesOfClient, RequestBodies, type RequestBodiesOptions } from "./request-bodies.ts";

const mebibyte = 1024 * 1024;
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server that reads bodies, reports the outcome, and ends each response when `finish` is called. */
async function reader(options: Partial<RequestBodiesOptions> = {}) {
  const clock = new TestClock();
  const bodies = new RequestBodies({ clock, limitsClients: true, ...options });
  const finishers: (() => void)[] = [];
  const outcomes: string[] = [];
  const server = createServer((request, response) => {
    response.once("close", () => request.release?.());
    const client = request.headers["x-client"] as string;
    bodies.read(request, { client, maxBytes: mebibyte }).then(
      (body) => {
        outcomes.push(`read ${body.length}`);
        finishers.push(() => response.end());
      },
      (error: unknown) => {
        outcomes.push(error instanceof ProblemError ? error.problem.code : String(error));
        response.writeHead(400, { connection: "close" }).end();
      },
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const begin = (client: string, headers: Record<string, string> = {}): ClientRequest => {
    const sent = send({ host: "127.0.0.1", port, method: "POST", agent: false, headers: { "x-client": client, ...headers } });
    sent.on("error", () => undefined);
    sent.on("response", (answer: IncomingMessage) => answer.resume());
    return sent;
  };
  return { bodies, clock, outcomes, finishers, begin };
}

const told = (outcomes: readonly string[]) => expect.poll(() => outcomes, { timeout: 10_000 });

test("bodies count as held until they have a response, and their total is bounded", async () => {
  const { bodies, outcomes, finishers, begin } = await reader();
  const count = heldBytes / mebibyte;
  for (let index = 0; index < count; index += 1) begin(`client ${index}`).end(Buffer.alloc(mebibyte));
  await told(outcomes).toEqual(Array(count).fill(`read ${mebibyte}`));
  expect(bodies.bytes).toBe(heldBytes);
  begin("one more").end("x");
  await told(outcomes).toEqual([...Array<string>(count).fill(`read ${mebibyte}`), "unavailable"]);
  finishers.pop()?.();
  await expect.poll(() => bodies.bytes).toBe(heldBytes - mebibyte);
  begin("one more").end("x");
  await told(outcomes).toContain("read 1");
  for (const finish of finishers) finish();
  await expect.poll(() => bodies.bytes).toBe(0);
});

test("one client holds at most a quarter of that", async () => {
  const { bodies, outcomes, begin } = await reader();
  const share = heldBytes / mebibyte / 4;
  for (let index = 0; index < share; index += 1) begin("loud").end(Buffer.alloc(mebibyte));
  await told(outcomes).toHaveLength(share);
  begin("loud").end("x");
  begin("quiet").end("xy");
  await told(outcomes).toHaveLength(share + 2);
  expect(outcomes.slice(share).sort()).toEqual(["rate_limited", "read 2"]);
  expect(bodies.bytes).toBe(heldBytes / 4 + 2);
});

test("a body that is not sent holds nothing, and one client has 64 slow bodies at most", async () => {
  const { bodies, outcomes, begin } = await reader();
  const unsent = (client: string) => begin(client, { "content-length": String(mebibyte) });
  const slow = Array.from({ length: 64 }, () => unsent("slow"));
  for (const sent of slow) sent.write("x");
  await expect.poll(() => bodies.bytes).toBe(64);
  // Checked every second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const others = [...Array.from({ length: 36 }, () => unsent("slow")), unsent("other")];
  for (const sent of others) sent.write("x");
  for (let index = 0; index < 100; index += 1) begin("slow").end("x");
  // A body that is sent at once is read, whatever its size.
  await told(outcomes).toEqual(Array(100).fill("read 1"));
  await told(outcomes).toEqual([...Array<string>(100).fill("read 1"), ...Array<string>(36).fill("rate_limited")]);
  for (const sent of slow) sent.destroy();
  await expect.poll(() => bodies.bytes).toBe(101);
});

test("a body slower than 1 KiB a second is refused, and a pause is not", async () => {
  const { bodies, clock, outcomes, begin } = await reader();
  const sent = begin("slow", { "content-length": "10000" });
  sent.write(Buffer.alloc(5_000));
  await expect.poll(() => bodies.bytes).toBe(5_000);
  clock.advance(7_000);
  // Checked every second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(outcomes).toEqual([]);
  clock.advance(2_000);
  await told(outcomes).toEqual(["request_timeout"]);
});

test("ten bytes are not sent one by one", async () => {
  const { bodies, clock, outcomes, begin } = await reader();
  begin("slow", { "content-length": "10" }).write("x");
  await expect.poll(() => bodies.bytes).toBe(1);
  clock.advance(3_100);
  await told(outcomes).toEqual(["request_timeout"]);
});

test("a body over its limit is refused when the length is announced, or when it is exceeded", async () => {
  const { outcomes, begin } = await reader();
  begin("announcing", { "content-length": String(mebibyte + 1) }).write("x");
  await told(outcomes).toEqual(["body_too_large"]);
  begin("not announcing").end(Buffer.alloc(mebibyte + 1));
  await told(outcomes).toEqual(["body_too_large", "body_too_large"]);
});

test("a client that hangs up frees its memory", async () => {
  const { bodies, outcomes, begin } = await reader();
  const sent = begin("gone", { "content-length": "10000" });
  sent.write(Buffer.alloc(9_999));
  await expect.poll(() => bodies.bytes).toBe(9_999);
  sent.destroy();
  await told(outcomes).toEqual(["bad_request"]);
  await expect.poll(() => bodies.bytes).toBe(0);
});

test("without rate limits only the total of all clients is bounded", async () => {
  const { outcomes, begin } = await reader({ limitsClients: false });
  const share = heldBytes / mebibyte / 4;
  for (let index = 0; index < share + 1; index += 1) begin("loud").end(Buffer.alloc(mebibyte));
  await told(outcomes).toEqual(Array(share + 1).fill(`read ${mebibyte}`));
});

test("no operation takes a body that one client may not send", () => {
  const sizes = everyRoute.map(({ id, maxBodyBytes = 0 }) => [id, maxBodyBytes] as const);
  expect(sizes.length).toBeGreaterThan(150);
  // A quarter is left for what the client sends at the same time.
  expect(sizes.filter(([, bytes]) => bytes > (heldBytesOfClient * 3) / 4)).toEqual([]);
});
