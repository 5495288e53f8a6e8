import { serveBare } from "./bare.ts";
import type { Answer, Read } from "./exchange.ts";

/** Gives each read its ready answer: all that node:http itself costs, and nothing else. */
export interface ReadyAnswers {
  exchanges: readonly { read: Read; answer: Answer }[];
}

serveBare(({ exchanges }: ReadyAnswers) => {
  const ready = new Map(
    exchanges.map(({ read: { path, headers }, answer: { status, headers: lines, body } }) => [
      `${path} ${headers["if-none-match"] ?? ""}`,
      { status, lines, body: status === 304 ? undefined : Buffer.from(body) },
    ]),
  );
  return ({ url, headers }, response) => {
    const answer = ready.get(`${url} ${headers["if-none-match"] ?? ""}`);
    if (!answer) return response.writeHead(404, { "content-length": "0" }).end();
    response.writeHead(answer.status, answer.lines).end(answer.body);
  };
});
