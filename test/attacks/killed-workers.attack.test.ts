import { readFile } from "node:fs/promises";
import { afterEach, expect, inject, test } from "vitest";
import { startLoad } from "../machines/load.ts";
import { startAttackedServer, type AttackedServer } from "./attacked-server.ts";
import { recordAttack } from "./record.ts";

let server: AttackedServer;
afterEach(() => server.remove());

/** The processes that the first one started, oldest first. */
async function workers(): Promise<number[]> {
  const text = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, "utf8");
  return text.trim().split(" ").map(Number);
}
const serving = () => server.output().split('"a worker serves again"').length - 1;

// needs: server-postgres. The embedded database allows one process only.
test.skipIf(inject("database") === "embedded")(
  "one of two workers is killed again and again, and every request gets a response",
  { timeout: 400_000 },
  async (context) => {
    server = await startAttackedServer({ WORKERS: "2", RATE_LIMITS: "off" });
    const kills = 20;
    const load = startLoad({ urls: [server.url], apiKey: server.site.apiKey, clients: 4, pauseMs: 20 });
    // Each read whose connection was cut is repeated once, a tenth of a second later, as proxies and clients do.
    let asked = 0;
    let away = 0;
    let over = false;
    const probing = (async () => {
      while (!over) {
        asked += 1;
        // A connection that was just handed to the dying worker gets no response: docs/run/scaling.md.
        const ask = () =>
          fetch(`${server.url}/api/public/v1/pages/home`, {
            headers: { "x-api-key": server.site.apiKey, connection: "close" },
            signal: AbortSignal.timeout(5_000),
          });
        const again = () => new Promise((resolve) => setTimeout(resolve, 100)).then(ask);
        const answer = await ask().catch(() => again().catch(() => undefined));
        await answer?.arrayBuffer().catch(() => undefined);
        if (answer?.status !== 200) away += 1;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    for (let kill = 0; kill < kills; kill += 1) {
      const before = serving();
      const [oldest] = await workers();
      process.kill(oldest ?? 0, "SIGKILL");
      await expect.poll(serving, { timeout: 20_000 }).toBeGreaterThan(before);
    }
    over = true;
    await probing;
    const tally = await load.stop();
    const cut = Object.entries(tally).filter(([outcome]) => !outcome.endsWith(" ok"));
    console.info(`${kills} kills: ${asked} reads, ${away} not answered at the second try; without a second try ${JSON.stringify(tally)}.`);
    expect(away).toBe(0);
    // Its connections are cut with the worker, and that is all: no request gets an error response.
    expect(cut.filter(([outcome]) => !/ (network_error|timeout)/.test(outcome))).toEqual([]);
    recordAttack(context, {
      attack: "SIGKILL to one of two workers while the other serves",
      unit: "kills",
      tried: kills,
      promise: "every read succeeded, at the second try a tenth of a second later at the latest",
    });
  },
);
