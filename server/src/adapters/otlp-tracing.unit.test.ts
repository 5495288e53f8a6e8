import type { Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { answering, startHostileServer, type HostileServer } from "../../../test/attacks/hostile-server.ts";
import { tracingTo } from "../../../test/kit/collector.ts";
import type { Tracing } from "../ports/tracing.ts";
import { openOtlpTracing } from "./otlp-tracing.ts";

let collector: HostileServer;
let tracing: Tracing;
afterEach(async () => {
  await tracing.close();
  await collector.close();
});

const drips = (start: string, drop: string) => (socket: Socket) => {
  socket.write(start);
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(drop)), 5);
  socket.on("close", () => clearInterval(timer));
};

test.each<[string, (socket: Socket) => void]>([
  ["switches protocols", (socket) => void socket.write("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")],
  ["drips its answer", drips("HTTP/1.1 500 Broken\r\nContent-Length: 1000000\r\n\r\n", "x")],
  ["gives hints without end", drips("", "HTTP/1.1 103 Hints\r\n\r\n")],
  ["says nothing", () => undefined],
])("an export to a collector that %s times out, and the next batch is sent", async (_name, mode) => {
  collector = await startHostileServer();
  let isItself = false;
  const takes = (socket: Socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
  collector.mode = answering((socket) => (isItself ? takes : mode)(socket));
  const outcomes: boolean[] = [];
  tracing = openOtlpTracing({
    ...tracingTo(`http://127.0.0.1:${collector.port}`, { timeoutMs: 100 }),
    version: "1",
    instanceId: "1",
    scheme: "http",
    onExport: (_spans, wereTaken) => void outcomes.push(wereTaken),
  });
  const span = () => tracing.span({ name: "x", kind: "internal" }, async () => undefined);
  await span();
  await expect.poll(() => outcomes, { timeout: 10_000 }).toEqual([false]);
  isItself = true;
  await span();
  await expect.poll(() => outcomes, { timeout: 10_000 }).toEqual([false, true]);
});
