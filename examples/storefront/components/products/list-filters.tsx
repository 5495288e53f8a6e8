import Form from "next/form";
import { sortings, type ProductQuery, type Sorting } from "@/lib/product-query";
import type { Messages } from "@/messages";

interface ListFiltersProps {
  path: string;
  query: ProductQuery;
  words: Messages["list"];
}

export function ListFilters({ path, query, words }: ListFiltersProps) {
  return (
    // New elements for another address, so that they show what it asks for.
    <Form className="filters" action={path} key={JSON.stringify(query)}>
      {query.q && <input type="hidden" name="q" value={query.q} />}
      <div className="field">
        <label htmlFor="min">{words.minPrice}</label>
        <input id="min" name="min" inputMode="decimal" size={6} defaultValue={query.min} />
      </div>
      <div className="field">
        <label htmlFor="max">{words.maxPrice}</label>
        <input id="max" name="max" inputMode="decimal" size={6} defaultValue={query.max} />
      </div>
      <div className="field">
        <label htmlFor="sort">{words.sort}</label>
        <select id="sort" name="sort" defaultValue={query.sort || "newest"}>
          {(Object.keys(sortings) as Sorting[]).map((sort) => (
            <option key={sort} value={sort}>
              {words[sort]}
            </option>
          ))}
        </select>
      </div>
      <button className="button button-quiet">{words.apply}</button>
    </Form>
  );
}
