-- Text without case and marks, as foldedText in lib/search/search-text.ts.
create function base_letters(given text) returns text
  language sql immutable strict parallel safe
  as $$
    select translate(
      replace(replace(replace(replace(
        lower(regexp_replace(normalize(given collate "default", nfkd), E'[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]+', '', 'g')),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'øđðłıς', 'oddliσ'
    )
  $$;

-- The same as before, but also words of more than 20 letters have keys with one letter left out.
create or replace function search_keys(given text) returns text[]
  language sql immutable strict parallel safe
  as $$
    select coalesce(array_agg(distinct key), '{}')
    from (
      -- As foldedText and wordsOf in lib/search/search-text.ts.
      select left(word, 40) as word
      from regexp_split_to_table(
        translate(
          replace(replace(replace(replace(
            lower(regexp_replace(normalize(given collate "default", nfkd), E'[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]+', '', 'g')),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
          'øđðłıς', 'oddliσ'
        ),
        E'[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+'
      ) as word
      where word <> ''
      limit 30
    ) as words
    cross join lateral (
      select word as key
      union all
      select '~' || word where length(word) >= 4
      union all
      select '~' || overlay(word placing '' from place for 1)
      from generate_series(1, length(word)) as place
      where length(word) >= 4
    ) as keys
  $$;

-- New ones in place of those that hold what the function said before. `vitrine migrate` before the new version starts keeps a site with many documents open to
-- readers meanwhile.
-- squawk-ignore require-concurrent-index-creation
create index translations_by_keys on translations using gin (
  site_id,
  array_to_tsvector(search_keys(title || ' ' || draft_title || ' ' || slug || ' ' || coalesce(draft_slug, '')))
) with (fastupdate = off) where not is_trashed;
-- squawk-ignore require-concurrent-index-creation
create index products_by_keys on products using gin (site_id, array_to_tsvector(search_keys(title || ' ' || slug))) with (fastupdate = off);
-- squawk-ignore require-concurrent-index-creation
create index categories_by_keys on categories using gin (site_id, array_to_tsvector(search_keys(title || ' ' || slug))) with (fastupdate = off);
-- squawk-ignore require-concurrent-index-creation
create index customers_by_keys on customers using gin (
  site_id,
  array_to_tsvector(search_keys(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || split_part(email, '@', 1)))
) with (fastupdate = off);
-- squawk-ignore require-concurrent-index-creation
create index assets_by_keys on assets using gin (site_id, array_to_tsvector(search_keys(search))) with (fastupdate = off);
-- squawk-ignore require-concurrent-index-creation
create index assets_by_letters on assets (site_id, base_letters(name) collate "C", name collate "C", id);

-- squawk-ignore require-concurrent-index-deletion
drop index translations_found, products_found, categories_found, customers_found, assets_found, assets_by_name;
