/** Up to so many values PostgreSQL gathers by document itself; where conditions lead to more, `findAmongMany` takes less time. Tests lower them. */
export const few = {
  /** In ranges: it takes some 20 ms for these. */
  found: 32_000,
  /** Each by its document: some 15 ms. */
  lookedUp: 6_000,
  /** Documents with the searched words, whose relevance takes as long again: some 20 ms. */
  searched: 8_000,
  /** Documents that meet the conditions, among which it then looks for the words: some 20 ms. */
  lookedAmong: 6_000,
};
