/** Of a random site's entries. Some are possible only while the type's schema marks their fields. */
export const queriesOfEntries = [
  ...["sort=slug", "where[slug][prefix]=entry&sort=updatedAt:desc,createdAt&pageSize=2", "where[publishedAt][gte]=2026-01-01&fields=text"],
  ...[
    "q=word",
    "q=worf",
    "q=worf&locale=de",
    "where[text][contains]=weird&facets=text",
    "sort=text:desc",
    "q=other&facets=main,item,group",
  ],
  ...[
    "where[main][exists]=true",
    "where[main.slug]=entry-1",
    "where[main.text][prefix]=wo&locale=de",
    "facets=main,item,group,text&pageSize=1",
  ],
  ...["where[item][exists]=true", "where[item.slug]=product-1", "where[group][exists]=false", "where[group.slug]=category-1"],
];
export const queriesOfPages = [
  "sort=updatedAt:desc",
  "q=word",
  "q=worf",
  "fields=title,alternates&where[slug][prefix]=slug",
  "q=written&fields=seo",
];

/** Lists of products, but for their order or locale. */
export const listsOfProducts = (categories: readonly string[]) => [
  ...["?", "?pageSize=2&", "?page=2&pageSize=2&", "?q=word&", "?q=worf&", "?maxPrice=500&"],
  ...categories.map((slug) => `?category=${slug}&`),
];

/** Searches over content and shop. */
export const searches = ["word", "worf", "weird", "page"].flatMap((q) =>
  ["", "&pageSize=2", ...["page", "entry:note", "product", "category", "entry,product"].map((types) => `&types=${types}`)].map(
    (more) => `search?q=${q}${more}`,
  ),
);
