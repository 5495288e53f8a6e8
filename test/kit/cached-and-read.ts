import { expect } from "vitest";
import type { PublishedContent, PublishedRequest } from "../../server/src/lib/published/published-answer.ts";
import { openTestDatabase } from "./database.ts";
import { startServer, type TestServer } from "./harness.ts";
import { RandomSite } from "./random-site.ts";

/** Two servers on one database: one answers from memory when it can, the other reads every response. */
export interface CachedAndRead {
  random: RandomSite;
  /** The tags that responses were cached with, by their kinds: `listProducts product`. */
  kinds: ReadonlySet<string>;
  /** From now on the responses of an operation are cached without its tags of one kind. */
  leaveOut(kind: string | undefined): void;
  /** Changes the site at random until so many changes are made, or a cached response differs from one that was read. */
  run(changes: number, urls: readonly string[], most: number): Promise<{ changes: number; difference: string | undefined }>;
  stop(): Promise<void>;
}

const readEachTime = 6;

export async function startCachedAndRead(seed: number): Promise<CachedAndRead> {
  const database = await openTestDatabase();
  const cached = await startServer({ database, fromMemory: true });
  const reading = await startServer({ database, fromMemory: false, clock: cached.clock, secrets: cached.deps.secrets });
  const random = await RandomSite.begin(cached, seed);
  const kinds = new Set<string>();
  let leftOut: string | undefined;
  const { answers } = cached.deps;
  const put = answers.put.bind(answers);
  answers.put = (request: PublishedRequest, content: PublishedContent, isCurrent: boolean) => {
    const kindOf = (tag: string) => `${request.operationId} ${tag.replace(/:.*/, "")}`;
    for (const tag of content.tags) kinds.add(kindOf(tag));
    const tags = content.tags.filter((tag) => kindOf(tag) !== leftOut);
    return put(request, { ...content, tags }, isCurrent);
  };

  const answerOf = async (server: TestServer, url: string) => {
    const response = await fetch(server.url + url, { headers: { "x-api-key": random.site.key } });
    const headers = ["etag", "content-language", "link"].map((name) => response.headers.get(name));
    return JSON.stringify([response.status, headers, response.ok ? await response.text() : ""]);
  };
  const differs = async (url: string) => {
    const [cachedText, read] = [await answerOf(cached, url), await answerOf(reading, url)];
    return cachedText === read ? undefined : `${url}\ncached: ${cachedText}\nread:   ${read}`;
  };

  return {
    random,
    kinds,
    leaveOut: (kind) => (leftOut = kind),
    run: async (changes, urls, most) => {
      let changeCount = 0;
      while (changeCount < changes) {
        // While it changes it is read and polled: what was read before is not cached after.
        const changing = random.change(random.pick([1, 1, most]));
        const meanwhile = [cached.directory.poll(), ...Array.from({ length: 3 }, () => answerOf(cached, random.pick(urls)))];
        [changeCount] = await Promise.all([changing.then((count) => changeCount + count), ...meanwhile]);
        for (const { directory } of [cached, reading]) await directory.poll();
        for (let count = 0; count < readEachTime; count += 1) {
          const difference = await differs(random.pick(urls));
          if (difference !== undefined) return { changes: changeCount, difference };
        }
      }
      expect(answers.counts().hits).toBeGreaterThan(0);
      return { changes: changeCount, difference: undefined };
    },
    stop: async () => {
      await cached.stop();
      await reading.stop();
      await database.drop();
    },
  };
}
