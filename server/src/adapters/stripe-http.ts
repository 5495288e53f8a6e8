import { Agent as HttpAgent, type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Stripe } from "stripe";

const longestAnswer = 2 * 1024 * 1024;

/**
 * The transport of Stripe's SDK: the SDK's own client measures the time between bytes, and accepts any JSON as
 * a response. This one ends the whole exchange after `timeoutMs`, and accepts only bodies that fit their status; it
 * follows no redirects.
 */
export class StripeHttp {
  readonly #timeoutMs: number;
  readonly #agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Aborts running exchanges. */
  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  client(): NonNullable<Stripe.StripeConfig["httpClient"]> {
    return {
      getClientName: () => "node",
      makeRequest: async (host, port, path, method, headers, body, protocol) => {
        const isPlain = protocol === "http";
        const { response, text } = await this.#exchange(
          isPlain ? httpRequest : httpsRequest,
          { host, port, path, method, headers, agent: isPlain ? this.#agents.http : this.#agents.https },
          body,
        );
        return {
          getStatusCode: () => response.statusCode ?? 0,
          getHeaders: () => response.headers as Record<string, string>,
          getRawResponse: () => response,
          toStream: () => {
            throw new Error("Responses are read whole.");
          },
          toJSON: async () => answerOf(response, text),
        };
      },
    };
  }

  #exchange(
    request: (options: RequestOptions, onResponse: (response: IncomingMessage) => void) => ClientRequest,
    options: RequestOptions,
    body: string,
  ): Promise<{ response: IncomingMessage; text: string }> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => outgoing.destroy(timedOut()), this.#timeoutMs);
      const fail = (error: Error) => {
        clearTimeout(deadline);
        reject(error);
      };
      const outgoing = request(options, (response) => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length > longestAnswer) outgoing.destroy(new Error("The response is too long."));
        });
        response.on("end", () => {
          clearTimeout(deadline);
          resolve({ response, text: Buffer.concat(chunks).toString("utf8") });
        });
        response.on("error", fail);
        response.on("close", () => {
          if (!response.complete) fail(Object.assign(new Error("The response was cut off."), { code: "ECONNRESET" }));
        });
      });
      outgoing.on("error", fail);
      outgoing.end(body);
    });
  }
}

/** The SDK recognizes a failure by its body alone: a response with neither a success status nor an error is invalid. */
function answerOf({ statusCode = 0 }: IncomingMessage, text: string): unknown {
  const answer = JSON.parse(text) as { error?: unknown } | null;
  if (answer === null || typeof answer !== "object") throw new Error("The response is not an object.");
  const isSuccess = statusCode >= 200 && statusCode < 300;
  if (isSuccess === (answer.error !== undefined)) throw new Error(`The response does not fit the status ${statusCode}.`);
  return answer;
}

/** The code by which the SDK recognizes a timeout. */
function timedOut(): Error {
  return Object.assign(new Error("The request timed out."), { code: "ETIMEDOUT" });
}
