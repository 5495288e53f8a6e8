import { createHmac } from "node:crypto";
import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

export interface Delivered {
  /** 0 if there was no response. */
  status: number;
  body: string;
}

export interface Sender {
  /** Never rejects: status 0 means no response, with the reason as the body. */
  send(url: string, secrets: readonly string[], payload: string, unixSeconds: number): Promise<Delivered>;
  close(): void;
}

const limitMs = 10_000;
const longestBody = 64 * 1024;

/** Posts signed events. Connections are kept; redirects are not followed. */
export function webhookSender(): Sender {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  const stop = new AbortController();

  const post = (url: URL, headers: Record<string, string | number>, payload: string) =>
    new Promise<Delivered>((resolve) => {
      const secure = url.protocol === "https:";
      const signal = AbortSignal.any([AbortSignal.timeout(limitMs), stop.signal]);
      const options: RequestOptions = { method: "POST", headers, agent: secure ? agents.https : agents.http, signal };
      const request = (secure ? httpsRequest : httpRequest)(url, options, (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => (body = (body + part).slice(0, longestBody)));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
        response.on("error", (error) => resolve({ status: 0, body: String(error) }));
      });
      request.on("error", (error: NodeJS.ErrnoException) => {
        // The other end closed a kept connection in the same moment: it read nothing of the request.
        if (request.reusedSocket && error.code === "ECONNRESET" && !signal.aborted) resolve(post(url, headers, payload));
        else resolve({ status: 0, body: String(error) });
      });
      request.end(payload);
    });

  return {
    async send(url, secrets, payload, unixSeconds) {
      const signatures = secrets.map((secret) => `v1=${sign(secret, unixSeconds, payload)}`);
      return post(
        new URL(url),
        {
          "content-type": "application/json; charset=utf-8",
          "content-length": Buffer.byteLength(payload),
          "user-agent": "Vitrine-Sandbox/1.0",
          "stripe-signature": [`t=${unixSeconds}`, ...signatures].join(","),
        },
        payload,
      );
    },
    close() {
      stop.abort();
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function sign(secret: string, unixSeconds: number, payload: string): string {
  return createHmac("sha256", secret).update(`${unixSeconds}.${payload}`).digest("hex");
}
