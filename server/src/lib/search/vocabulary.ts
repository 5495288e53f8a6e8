import type { Sql } from "../../ports/database.ts";
import { piece, statement, type SqlPiece } from "../sql/sql-statement.ts";
import { isUnspaced } from "./search-text.ts";

/*
 * A vocabulary has every word of the texts that a search looks through: `search_query` finds words in it that are much like a given one.
 * Signs of scripts without blanks are not among them.
 */

/** Adds words that texts have now. Resolves with whether one of them is new. */
export async function addWords(tx: Sql, siteId: string, vocabulary: string, all: readonly string[]): Promise<boolean> {
  const words = all.filter((word) => !isUnspaced(word));
  if (words.length === 0) return false;
  const added = await tx`
    insert into search_words (site_id, id, vocabulary, word)
    select ${siteId}::uuid, md5(${vocabulary} || ' ' || word)::uuid, ${vocabulary}, word from unnest(${words}::text[]) as word
    on conflict (site_id, vocabulary, word) do nothing
    returning id`;
  return added.length > 0;
}

/** Adds or removes words. `isUsed` is a condition on a column `word`. Resolves with whether the vocabulary has changed. */
export async function settleWords(
  tx: Sql,
  siteId: string,
  { vocabulary, words: all, isUsed }: { vocabulary: string; words: readonly string[]; isUsed: SqlPiece },
): Promise<boolean> {
  const words = all.filter((word) => !isUnspaced(word));
  if (words.length === 0) return false;
  // By themselves: on Citus, a statement of several writes would need the nodes of other sites.
  const rows = await tx<{ word: string; isUsed: boolean }>(
    ...statement`select word, ${isUsed} as "isUsed" from unnest(${words}::text[]) as word`,
  );
  const wordsWhere = (used: boolean) => rows.filter((row) => row.isUsed === used).map(({ word }) => word);
  const hasDropped = await dropWords(tx, siteId, vocabulary, wordsWhere(false));
  const hasAdded = await addWords(tx, siteId, vocabulary, wordsWhere(true));
  return hasDropped || hasAdded;
}

async function dropWords(tx: Sql, siteId: string, vocabulary: string, words: readonly string[]): Promise<boolean> {
  if (words.length === 0) return false;
  const dropped = await tx`
    delete from search_words where site_id = ${siteId} and vocabulary = ${vocabulary} and word = any (${words}::text[]) returning id`;
  return dropped.length > 0;
}

/** Makes the words that a query `used` has in its column `word` the whole vocabulary. */
export async function replaceWords(tx: Sql, siteId: string, vocabulary: string, used: SqlPiece): Promise<void> {
  const words = piece`select word from (${used}) as every where not is_unspaced(word)`;
  // By themselves, as in settleWords.
  await tx(
    ...statement`
    with used as materialized (${words})
    delete from search_words
    where site_id = ${siteId} and vocabulary = ${vocabulary} and not exists (select from used where used.word = search_words.word)`,
  );
  await tx(
    ...statement`
    insert into search_words (site_id, id, vocabulary, word)
    select ${siteId}::uuid, md5(${vocabulary} || ' ' || word)::uuid, ${vocabulary}, word from (${words}) as used
    on conflict (site_id, vocabulary, word) do nothing`,
  );
}

/** Adds the words of one vocabulary to another. */
export async function copyWords(tx: Sql, siteId: string, from: string, to: string): Promise<void> {
  await tx`
    insert into search_words (site_id, id, vocabulary, word)
    select ${siteId}::uuid, md5(${to} || ' ' || word)::uuid, ${to}, word
    from search_words
    where site_id = ${siteId} and vocabulary = ${from}
    on conflict (site_id, vocabulary, word) do nothing`;
}

/** The sites of which a vocabulary, or one whose name begins like it, has runs of signs without blanks: an earlier version has written it. */
export async function sitesWithRuns(sql: Sql, vocabulary: string): Promise<string[]> {
  const sites = await sql<{ siteId: string }>`
    select distinct site_id as "siteId" from search_words where is_unspaced(word) and starts_with(vocabulary, ${vocabulary})`;
  return sites.map(({ siteId }) => siteId);
}

/** Removes these runs. */
export async function dropRuns(tx: Sql, siteId: string, vocabulary: string): Promise<void> {
  await tx`delete from search_words where site_id = ${siteId} and is_unspaced(word) and starts_with(vocabulary, ${vocabulary})`;
}
