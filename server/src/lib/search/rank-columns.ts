import { piece, type SqlPiece } from "../sql/sql-statement.ts";
import { searchLexemes } from "./search-text.ts";

/**
 * The columns `closeness`, `literal_rank` and `loose_rank` of a row `item` that was searched for by `wanted.query`: titles with the words
 * side by side, the shorter before the longer; then the words as typed or without an ending; then similar words. `titleLength` is an
 * expression.
 */
export function rankColumns(terms: readonly string[], titleLength: SqlPiece): SqlPiece {
  const { literal, asTyped } = searchLexemes(terms);
  return piece`
    case when item.search @@ ${asTyped}::tsquery then -${titleLength} end as closeness,
    ts_rank(item.search, ${literal}::tsquery) as literal_rank,
    ts_rank(item.search, wanted.query) as loose_rank`;
}
