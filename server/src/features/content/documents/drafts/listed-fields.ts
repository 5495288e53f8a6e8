import { Type, type Static } from "typebox";
import { Nullable } from "../../../../lib/http/envelope.ts";
import { invalidQuery, ProblemError } from "../../../../lib/http/problem.ts";
import { piece, type SqlPiece } from "../../../../lib/sql/sql-statement.ts";

const mostFields = 10;
const longestName = 100;
/** Longer texts are cut: a list shows their beginning. */
const longestValue = 200;

/** The query parameter that names the fields of the type that a list shows. */
export const fieldsParameter = Type.String({
  maxLength: (longestName + 1) * mostFields,
  description: `Up to ${mostFields} names of fields, separated by commas; the answer then has their values.`,
});

/** What a list shows of a document's fields. */
export const ListedFields = Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])), {
  description: `The values of the newest draft in the locale of the title, if you asked for \`fields\`. The server cuts texts after ${longestValue} characters, and returns null for lists, objects and missing values.`,
});
export type ListedFields = Static<typeof ListedFields>;

/** The names of a query parameter, each once. Throws `invalid_query`. */
export function fieldsOf(text: string): string[] {
  const names = [...new Set(text.split(","))];
  if (names.length <= mostFields && names.every((name) => name !== "" && name.length <= longestName)) return names;
  const message = `must be up to ${mostFields} names of fields, separated by commas`;
  throw new ProblemError(invalidQuery, { detail: `fields ${message}.`, errors: [{ path: "/fields", code: "form", message }] });
}

/** The values of the fields of the document `page`: in the locale, else in the site's default one, else in the first. */
export function fieldValues(siteId: string, names: readonly string[], locales: readonly string[]): SqlPiece {
  return piece`(
    select json_object_agg(
      asked.name,
      case json_typeof(shown.content -> asked.name)
        when 'string' then to_json(left(shown.content ->> asked.name, ${longestValue}::int))
        when 'number' then shown.content -> asked.name
        when 'boolean' then shown.content -> asked.name
      end
    )
    from (
      select coalesce(own.draft, versions.content) as content
      from translations as own
      left join versions on versions.site_id = ${siteId} and versions.id = own.published_version_id
      where own.site_id = ${siteId} and own.document_id = page.id
      order by array_position(${locales}::text[], own.locale), own.locale
      limit 1
    ) as shown
    cross join unnest(${names}::text[]) as asked (name)
  )`;
}
