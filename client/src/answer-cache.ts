/** An answer as it came, and what to ask the server about it by. */
interface KeptAnswer {
  etag: string;
  text: string;
}

export interface AnswerCache {
  find(key: string): KeptAnswer | undefined;
  keep(key: string, answer: KeptAnswer): void;
}

/** Keeps so many answers, those that were used last. Texts, and not what they say: that belongs to who asked. */
export function answerCache(most: number): AnswerCache {
  const kept = new Map<string, KeptAnswer>();
  const keep = (key: string, answer: KeptAnswer) => {
    // A map remembers its order: the first one is the one that was not used for longest.
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
