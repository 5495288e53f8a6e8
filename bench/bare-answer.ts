import { serveBare } from "./bare.ts";
import type { Answer } from "./exchange.ts";

/** Sends the same ready response to every request: the cost of node:http alone. */
serveBare(({ status, headers, body }: Answer) => {
  const bytes = status === 304 ? undefined : Buffer.from(body);
  return (_request, response) => void response.writeHead(status, headers).end(bytes);
});
