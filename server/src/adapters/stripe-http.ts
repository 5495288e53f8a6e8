import { Agent as HttpAgent, type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { Stripe } from "stripe";

const longestAnswer = 2 * 1024 * 1024;

/**
 * How Stripe's SDK reaches its server: the SDK's own client follows what time it has between bytes, and takes any JSON for
 * an answer. This one ends the whole exchange after `timeoutMs`, and takes only what comes with a status of an answer; it
 * follows no redirects.
 */
export class StripeHttp {
  readonly #timeoutMs: number;
  readonly #agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Cuts what is under way. */
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
            throw new Error("Answers are read whole.");
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
          if (length > longestAnswer) outgoing.destroy(new Error("The answer is too long."));
        });
        response.on("end", () => {
          clearTimeout(deadline);
          resolve({ response, text: Buffer.concat(chunks).toString("utf8") });
        });
        response.on("error", fail);
        response.on("close", () => {
          if (!response.complete) fail(Object.assign(new Error("The answer was cut off."), { code: "ECONNRESET" }));
        });
      });
      outgoing.on("error", fail);
      outgoing.end(body);
    });
  }
}

/** The SDK tells a failure by its body alone: an answer that has neither the status of one nor an error is none. */
function answerOf({ statusCode = 0 }: IncomingMessage, text: string): unknown {
  const answer = JSON.parse(text) as { error?: unknown } | null;
  if (answer === null || typeof answer !== "object") throw new Error("The answer is no object.");
  const isSuccess = statusCode >= 200 && statusCode < 300;
  if (isSuccess === (answer.error !== undefined)) throw new Error(`The answer does not go with the status ${statusCode}.`);
  return answer;
}

/** The code by which the SDK knows that time was up. */
function timedOut(): Error {
  return Object.assign(new Error("No answer in time."), { code: "ETIMEDOUT" });
}
