import Link from "next/link";
import { addressOfPage, type ProductQuery } from "@/lib/product-query";
import type { Messages } from "@/messages";
import { fill } from "@/messages/fill";

interface PagingProps {
  path: string;
  query: ProductQuery;
  pages: number;
  words: Messages["list"];
}

export function Paging({ path, query, pages, words }: PagingProps) {
  if (pages < 2) return null;
  return (
    <nav className="paging" aria-label={words.paging}>
      {query.page > 1 && (
        <Link rel="prev" href={addressOfPage(path, query, query.page - 1)}>
          {words.previous}
        </Link>
      )}
      <span>{fill(words.page, { page: query.page, pages })}</span>
      {query.page < pages && (
        <Link rel="next" href={addressOfPage(path, query, query.page + 1)}>
          {words.next}
        </Link>
      )}
    </nav>
  );
}
