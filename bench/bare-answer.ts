import { serveBare } from "./bare.ts";
import type { Answer } from "./exchange.ts";

/** Gives every request the same ready answer: all that node:http itself costs, and nothing else. */
serveBare(({ status, headers, body }: Answer) => {
  const bytes = status === 304 ? undefined : Buffer.from(body);
  return (_request, response) => void response.writeHead(status, headers).end(bytes);
});
