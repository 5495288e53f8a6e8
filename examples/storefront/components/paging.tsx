import Link from "next/link";
import type { Messages } from "@/messages";
import { fill } from "@/messages/fill";

interface PagingProps {
  page: number;
  pages: number;
  addressOf: (page: number) => string;
  words: Messages["list"];
}

export function Paging({ page, pages, addressOf, words }: PagingProps) {
  if (pages < 2) return null;
  return (
    <nav className="paging" aria-label={words.paging}>
      {page > 1 && (
        <Link rel="prev" href={addressOf(page - 1)}>
          {words.previous}
        </Link>
      )}
      <span>{fill(words.page, { page, pages })}</span>
      {page < pages && (
        <Link rel="next" href={addressOf(page + 1)}>
          {words.next}
        </Link>
      )}
    </nav>
  );
}
