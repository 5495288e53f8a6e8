import { piece, type SqlPiece } from "../sql/sql-statement.ts";
import { searchLexemes } from "./search-text.ts";

/** The relevance of a row, by what counts first. */
interface Ranks {
  /** Null unless the words stand side by side in the title; of such titles the shorter have more. */
  closeness: SqlPiece;
  /** By the words as typed or without an ending: a `real`, as the next one. */
  literal: SqlPiece;
  /** By similar words, too. Null where the search has none: it would be the literal one. */
  loose: SqlPiece;
}

/** The relevance of a row `item` that was searched for by `wanted.query`. `titleLength` is an expression. */
function ranksOf(terms: readonly string[], titleLength: SqlPiece): Ranks {
  const { literal, asTyped } = searchLexemes(terms);
  return {
    closeness: piece`case when item.search @@ ${asTyped}::tsquery then -${titleLength} end`,
    literal: piece`ts_rank(item.search, ${literal}::tsquery)`,
    // A short word has no similar ones, and most texts have it: one rank takes long enough.
    loose: piece`case when wanted.query <> ${literal}::tsquery then ts_rank(item.search, wanted.query) end`,
  };
}

/** The orders by these columns, for several searches at once, too. */
export const mostRelevantFirst = piece`closeness desc nulls last, literal_rank desc, coalesce(loose_rank, literal_rank) desc`;
export const leastRelevantFirst = piece`closeness nulls first, literal_rank, coalesce(loose_rank, literal_rank)`;

/** The columns `closeness`, `literal_rank` and `loose_rank` of such a row. */
export function rankColumns(terms: readonly string[], titleLength: SqlPiece): SqlPiece {
  const { closeness, literal, loose } = ranksOf(terms, titleLength);
  return piece`${closeness} as closeness, ${literal} as literal_rank, ${loose} as loose_rank`;
}
