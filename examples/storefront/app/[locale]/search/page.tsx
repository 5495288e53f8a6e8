import type { Metadata } from "next";
import Form from "next/form";
import Link from "next/link";
import { Paging } from "@/components/paging";
import { SearchResults } from "@/components/search-results";
import { currentLocale } from "@/lib/locale";
import { productQueryOf } from "@/lib/product-query";
import { searchParts, searchSite, type SearchPart } from "@/lib/site-search";
import { fill, plural } from "@/messages/fill";

export async function generateMetadata(): Promise<Metadata> {
  const { words } = await currentLocale();
  // Results are not pages of their own for search engines.
  return { title: words.search.title, description: words.search.hint, robots: { index: false } };
}

const pageSize = 12;

/** One search over all that can be read and bought: /en/search?q=oak&in=shop&page=2 */
export default async function SearchPage({ searchParams }: PageProps<"/[locale]/search">) {
  const { locale, words } = await currentLocale();
  const asked = await searchParams;
  const { q, page } = productQueryOf(asked);
  const part = searchParts.find((each) => each === asked.in);
  const { data, total } = await searchSite({ q, part, page, pageSize, locale });
  const path = `/${locale}/search`;
  const addressOf = (query: Record<string, string>) => `${path}?${new URLSearchParams({ q, ...query }).toString()}`;
  const choices: { part: SearchPart | undefined; label: string }[] = [
    { part: undefined, label: words.search.everything },
    { part: "shop", label: words.search.shop },
    { part: "content", label: words.search.content },
  ];
  return (
    <>
      <h1>{words.search.title}</h1>
      <Form className="search-form" action={path} role="search">
        <label className="visually-hidden" htmlFor="q">
          {words.search.label}
        </label>
        <input key={q} id="q" name="q" type="search" placeholder={words.search.label} defaultValue={q} maxLength={200} />
        {part && <input type="hidden" name="in" value={part} />}
        <button className="button">{words.search.button}</button>
      </Form>
      {q !== "" && (
        <nav aria-label={words.search.parts}>
          <ul className="chips">
            {choices.map(({ part: each, label }) => (
              <li key={label}>
                <Link href={addressOf(each ? { in: each } : {})} aria-current={each === part ? "true" : undefined} prefetch={false}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p className="soft" role="status">
        {q === ""
          ? words.search.hint
          : total === 0
            ? fill(words.search.nothing, { query: q })
            : plural(words.search.results, total, locale, { query: q })}
      </p>
      <SearchResults items={data} />
      <Paging
        addressOf={(next) => addressOf({ ...(part ? { in: part } : {}), ...(next > 1 ? { page: String(next) } : {}) })}
        page={page}
        pages={Math.ceil(total / pageSize)}
        words={words.list}
      />
    </>
  );
}
