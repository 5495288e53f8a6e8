/** A cached response, and the ETag to revalidate it. */
interface KeptAnswer {
  etag: string;
  text: string;
}

export interface AnswerCache {
  find(key: string): KeptAnswer | undefined;
  keep(key: string, answer: KeptAnswer): void;
}

/** Caches a number of responses, the last used ones. As texts, because each caller gets a parsed object of its own. */
export function answerCache(most: number): AnswerCache {
  const kept = new Map<string, KeptAnswer>();
  const keep = (key: string, answer: KeptAnswer) => {
    // A map keeps insertion order: the first entry is the least recently used.
    kept.delete(key);
    kept.set(key, answer);
    for (const oldest of kept.keys()) {
      if (kept.size <= most) return;
      kept.delete(oldest);
    }
  };
  return {
    keep,
    find: (key) => {
      const answer = kept.get(key);
      if (answer) keep(key, answer);
      return answer;
    },
  };
}
