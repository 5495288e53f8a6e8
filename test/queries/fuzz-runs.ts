import { expect } from "vitest";
import type { Answer, TestServer } from "../kit/harness.ts";
import { mutatedUrl } from "./mutated-query.ts";
import type { QueriedSite } from "./queried-site.ts";
import { RandomQueries } from "./random-query.ts";

const causes = ["invalid_query", "locale_unsupported", "include_too_large", "bad_request"];
const atOnce = 4;

interface Problem {
  code: string;
  errors?: { path: string }[];
}

/** Sends faulty queries: each has an answer, or is refused with the name of the parameter. Resolves with the number of each status. */
export async function runFuzz(server: TestServer, { site, model }: QueriedSite, seed: number, count: number): Promise<Map<number, number>> {
  const random = new RandomQueries(model, seed);
  const statuses = new Map<number, number>();
  let begun = 0;
  const one = async () => {
    while (begun < count) {
      const number = (begun += 1);
      const url = mutatedUrl(random);
      const { status, text } = await askAgain(() => server.ask(url, { key: site.key }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const said = `seed ${seed}, query ${number}: ${url.slice(0, 2_000)}\n${text.slice(0, 1_000)}`;
      expect([200, 400, 404, 414, 431], said).toContain(status);
      if (status !== 400) continue;
      const { code, errors } = JSON.parse(text) as Problem;
      expect(causes, said).toContain(code);
      if (code === "invalid_query") expect(errors?.[0]?.path, said).toMatch(/^\/./);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return statuses;
}

/** Each connection that is kept may be one that the server has ended. */
async function askAgain(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries > atOnce || !isClosedConnection(error)) throw error;
    }
  }
}

/**
 * A kept connection that the server ends while a request is on its way: of a read, a client may send it again (RFC 9110 §9.2.2). It happens
 * where a query holds up the process of both.
 */
function isClosedConnection(error: unknown): boolean {
  return error instanceof TypeError && (error.cause as { code?: string } | undefined)?.code === "UND_ERR_SOCKET";
}
