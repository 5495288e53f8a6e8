import Link from "next/link";
import type { SearchItem } from "@vitrine/client";
import { Picture } from "@/components/picture";
import { currentLocale } from "@/lib/locale";
import { partsOf } from "@/lib/marked-text";
import { otherLanguage } from "@/lib/other-language";
import { resultPath } from "@/lib/site-search";
import type { Messages } from "@/messages";

/** What a search found in content and shop. All of a result can be clicked, and its link is its title alone. */
export async function SearchResults({ items }: { items: readonly SearchItem[] }) {
  const { locale, words } = await currentLocale();
  return (
    <ol className="search-results">
      {items.map((item) => (
        <li key={`${item.type} ${item.id}`} className="card search-result">
          <div>
            <p className="eyebrow">{kindOf(item, words)}</p>
            <h2>
              <Link className="card-link" href={`/${locale}${resultPath(item)}`} prefetch={false} lang={otherLanguage(item, locale)}>
                <Marked text={item.title} marks={item.titleMarks} />
              </Link>
            </h2>
            {item.excerpt && (
              <p className="soft small" lang={otherLanguage(item, locale)}>
                <Marked {...item.excerpt} />
              </p>
            )}
          </div>
          {item.image && (
            <div className="thumbnail">
              <Picture picture={{ ...item.image, alt: "" }} sizes="6rem" />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function Marked({ text, marks }: { text: string; marks: SearchItem["titleMarks"] }) {
  return partsOf(text, marks).map((part, index) => (part.isMatch ? <mark key={index}>{part.text}</mark> : part.text));
}

function kindOf({ type, contentType }: SearchItem, { search, entries }: Messages): string {
  if (type === "entry") return contentType === "guide" ? entries.guide : entries.post;
  return search[type];
}
