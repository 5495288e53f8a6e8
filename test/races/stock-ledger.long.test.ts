import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../kit/harness.ts";
import { mixStocks } from "../kit/stock-mix.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ takesPayments: true, processorTimeoutMs: 60_000 });
});
afterAll(() => server.stop());

test(
  "two hundred checkouts, cancellations, refunds and changes by hand at once leave every stock the sum of its movements",
  { timeout: 300_000 },
  async () => {
    await expect(mixStocks(server, 200)).resolves.toBeUndefined();
  },
);
