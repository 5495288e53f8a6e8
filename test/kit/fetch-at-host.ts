import { request } from "node:http";
import { text } from "node:stream/consumers";

/** `fetch`, for a request that names a host other than the one that it is sent to, as from a cache in front: `fetch` itself names none but its own. */
export async function fetchAtHost(url: string, { method = "GET", headers, body }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: headers as Record<string, string>, agent: false });
    sent.on("error", reject);
    sent.on("response", (answer) => {
      const received = new Headers();
      for (let index = 0; index < answer.rawHeaders.length; index += 2) {
        received.append(answer.rawHeaders[index] ?? "", answer.rawHeaders[index + 1] ?? "");
      }
      const { statusCode: status = 0 } = answer;
      text(answer).then(
        (content) => resolve(new Response([204, 304].includes(status) ? null : content, { status, headers: received })),
        reject,
      );
    });
    sent.end(body);
  });
}
