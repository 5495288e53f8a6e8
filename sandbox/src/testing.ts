import { createServer, type IncomingHttpHeaders } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { startSandbox, type SandboxOptions } from "./index.ts";

/** A sandbox for a test, with a clock that stands still until the test moves it, and access to the controls. */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
  let now = Date.UTC(2026, 10, 20, 9, 30);
  const failures: string[] = [];
  const sandbox = await startSandbox({
    port: 0,
    host: "127.0.0.1",
    now: () => new Date(now),
    onFailure: (line) => failures.push(line),
    ...options,
  });
  const url = `http://127.0.0.1:${sandbox.port}`;
  return {
    url,
    sandbox,
    failures,
    /** For `new Stripe(key, …)`. */
    sdk: { host: "127.0.0.1", port: sandbox.port, protocol: "http", maxNetworkRetries: 0, telemetry: false } as const,
    seconds: () => Math.floor(now / 1_000),
    wait: (seconds: number) => void (now += seconds * 1_000),
    get: (path: string) => fetch(`${url}/sandbox/${path}`).then(asJson),
    control: (path: string, body: object = {}) =>
      fetch(`${url}/sandbox/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }).then(asJson),
    /** The API as it is, without the SDK. */
    api: (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
      fetch(`${url}/v1/${path}`, {
        method,
        headers: { authorization: "Bearer sk_test_raw", "content-type": "application/x-www-form-urlencoded", ...headers },
        ...(body !== "" && { body }),
      }),
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver of webhooks. It responds with the result of `answer`, 200 by default. */
export async function startReceiver() {
  const received: Received[] = [];
  const receiver = { received, answer: (_body: string): number => 200 };
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(receiver.answer(body), { location: "/elsewhere" }).end("seen");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  });
}

/** A session of one line, for the SDK. */
export function sessionOf(unitAmount = 4_200, more: object = {}) {
  return {
    mode: "payment" as const,
    line_items: [{ price_data: { currency: "eur", unit_amount: unitAmount, product_data: { name: "Chair" } }, quantity: 1 }],
    success_url: "https://shop.test/thanks?session={CHECKOUT_SESSION_ID}",
    cancel_url: "https://shop.test/basket",
    ...more,
  };
}

/** The error that the SDK threw. */
export async function refusal(call: Promise<unknown>) {
  try {
    await call;
  } catch (error) {
    const { statusCode, type, code, param, message } = error as Record<string, unknown>;
    return { statusCode, type, code, param, message };
  }
  throw new Error("It was not refused.");
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- The test that calls a control proves its response.
const asJson = (response: Response): Promise<any> => response.json();
