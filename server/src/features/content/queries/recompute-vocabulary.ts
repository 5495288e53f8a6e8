import type { PublicWriteContext } from "../../../lib/published/write-context.ts";
import { addWords, replaceWords, settleWords } from "../../../lib/search/vocabulary.ts";
import { piece } from "../../../lib/sql/sql-statement.ts";
import type { Sql } from "../../../ports/database.ts";
import { wordsTag } from "../rendering/index.ts";

/** The vocabulary of a site's published documents in a locale. */
export const vocabularyOf = (locale: string) => `content ${locale}`;

interface WordsOfLocale {
  locale: string;
  words: readonly string[];
}

/** Keeps the vocabularies of a site at the words of published documents, given the words that came and went: not even a draft's may show. */
export async function recomputeVocabulary(
  tx: Sql,
  { touched }: Pick<PublicWriteContext, "touched">,
  siteId: string,
  { added, removed }: { added: readonly WordsOfLocale[]; removed: readonly WordsOfLocale[] },
): Promise<void> {
  for (const locale of new Set([...added, ...removed].map((each) => each.locale))) {
    const wordsIn = (all: readonly WordsOfLocale[]) => new Set(all.filter((each) => each.locale === locale).flatMap(({ words }) => words));
    const [came, went] = [wordsIn(added), wordsIn(removed)];
    const vocabulary = vocabularyOf(locale);
    const hasAdded = await addWords(
      tx,
      siteId,
      vocabulary,
      [...came].filter((word) => !went.has(word)),
    );
    const isUsed = piece`
      exists (
        select from published_words
        where published_words.site_id = ${siteId}
          and published_words.locale = ${locale}
          and published_words.search @@ quote_literal(word)::tsquery
      )`;
    const words = [...went].filter((word) => !came.has(word));
    const hasRemoved = await settleWords(tx, siteId, { vocabulary, words, isUsed });
    if (hasAdded || hasRemoved) touched.add(wordsTag(locale));
  }
}

/** The same from all words that a site's documents have. */
export async function rebuildVocabularies(tx: Sql, { touched }: Pick<PublicWriteContext, "touched">, siteId: string): Promise<void> {
  const [site] = await tx<{ locales: string[] }>`select locales from sites where id = ${siteId}`;
  for (const locale of site?.locales ?? []) {
    const used = piece`
      select distinct unnest(tsvector_to_array(search)) as word from published_words where site_id = ${siteId} and locale = ${locale}`;
    await replaceWords(tx, siteId, vocabularyOf(locale), used);
    touched.add(wordsTag(locale));
  }
}
