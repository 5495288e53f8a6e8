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
  const answers = new Map<string, KeptAnswer>();
  const keep = (key: string, answer: KeptAnswer) => {
    // A map keeps insertion order: the first entry is the least recently used.
    answers.delete(key);
    answers.set(key, answer);
    for (const oldest of answers.keys()) {
      if (answers.size <= most) return;
      answers.delete(oldest);
    }
  };
  return {
    keep,
    find: (key) => {
      const answer = answers.get(key);
      if (answer) keep(key, answer);
      return answer;
    },
  };
}
