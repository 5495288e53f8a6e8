import { offsetOf, type Paging } from "../http/paging.ts";
import { piece, type SqlPiece } from "./sql-statement.ts";

const usualFirstPages: ReadonlyMap<number, SqlPiece> = new Map([
  [20, piece`limit 20`],
  [50, piece`limit 50`],
  [100, piece`limit 100`],
]);

/**
 * The limit and offset of a page. First pages of the usual sizes are constant text: PostgreSQL estimates a parameter as a tenth of all rows, so it
 * never keeps the plan of a statement with one, and plans it at each execution.
 */
export function limitTo(paging: Paging): SqlPiece {
  const usual = paging.page === 1 ? usualFirstPages.get(paging.pageSize) : undefined;
  return usual ?? piece`limit ${paging.pageSize} offset ${offsetOf(paging)}`;
}
