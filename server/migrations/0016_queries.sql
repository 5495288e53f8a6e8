-- What queries compare of published documents, written on publication, so that no read looks into contents. A row is one value of one
-- field; null and missing members have none.
create table published_values (
  site_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  locale text collate "C" not null,
  -- Made of the content type, the locale, the field's name and its kind: a range of one field is a range of the index.
  field_id uuid not null,
  -- The order of the texts is the order of the values.
  value text collate "C" not null,
  primary key (site_id, id),
  foreign key (site_id, document_id, locale) references translations (site_id, document_id, locale) on delete cascade
);

create unique index published_values_by_value on published_values (site_id, field_id, value, document_id);
create index published_values_of_document on published_values (site_id, document_id, field_id) include (value);

-- The words of published documents: their titles, and the texts that their types mark for the search.
create table published_words (
  site_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  locale text collate "C" not null,
  -- Made of the content type, the locale and the texts that are searched.
  words_id uuid not null,
  title_length int not null,
  search tsvector not null,
  primary key (site_id, id),
  foreign key (site_id, document_id, locale) references translations (site_id, document_id, locale) on delete cascade
);

create unique index published_words_of_document on published_words (site_id, document_id, words_id);
create index published_words_by_word on published_words using gin (site_id, words_id, search) with (fastupdate = off);

alter table content_types
  -- The fields and texts for queries, as JSON; null where they were never written.
  add column query_plan json,
  -- The plan of a newer schema, while a background job writes its values.
  add column next_query_plan json,
  -- The last translation that has them.
  add column rewritten_to uuid,
  -- The fields and texts of earlier plans, whose values are still to be deleted.
  add column obsolete_values uuid[] not null default '{}';

-- A search looks for words that are much like the given one among the words of one vocabulary.
alter table search_words add column vocabulary text collate "C" not null default 'catalog';
alter table search_words alter column vocabulary drop default;
alter table search_words drop constraint search_words_site_id_word_key;
-- The words of a catalogue are few thousands.
-- squawk-ignore constraint-missing-not-valid, disallowed-unique-constraint
alter table search_words add unique (site_id, vocabulary, word);
-- squawk-ignore require-concurrent-index-deletion
drop index search_words_alike;
-- squawk-ignore require-concurrent-index-creation
create index search_words_alike on search_words using gin (site_id, vocabulary, word gin_trgm_ops) with (fastupdate = off);

drop function search_query(uuid, text[]);

create function search_query(site uuid, words_of text, terms text[]) returns tsquery
  language plpgsql stable parallel safe
  -- As little have words in common that differ by one letter in the middle.
  set pg_trgm.similarity_threshold = 0.2
  as $$
begin
  return (
    select string_agg('(' || alternatives || ')', ' & ' order by place)::tsquery
    from (
      select place, string_agg(lexeme, ' | ' order by lexeme) as alternatives
      from unnest(terms) with ordinality as given (term, place)
      cross join lateral (
        select quote_literal(term) || ':*' as lexeme
        union
        select quote_literal(word)
        from search_words
        where site_id = site
          and vocabulary = words_of
          and word % term
          and length(term) > 2
          and levenshtein_less_equal(word, term, case when length(term) < 9 then 1 else 2 end)
            <= case when length(term) < 9 then 1 else 2 end
          and (length(term) > 4 or not exists (
            select from search_words as longer
            where longer.site_id = site
              and longer.vocabulary = words_of
              and longer.word >= term
              and longer.word < term || chr(1114111)
          ))
        union
        select quote_literal(word)
        from search_words
        where site_id = site
          and vocabulary = words_of
          and length(term) > 3
          and word = any (array(
            select overlay(term placing reverse(substr(term, swapped, 2)) from swapped for 2)
            from generate_series(1, length(term) - 1) as swapped
          ))
        union
        select quote_literal(word)
        from search_words
        where site_id = site
          and vocabulary = words_of
          and length(word) > 3
          and word = any (array[left(term, -1), left(term, -2)])
      ) as alternative
      group by place
    ) as each_term
  );
end
$$;

-- For the background job, which looks every second.
-- squawk-ignore require-concurrent-index-creation
create index content_types_unwritten on content_types (site_id)
  where query_plan is null or next_query_plan is not null or obsolete_values <> '{}';
