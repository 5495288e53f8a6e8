import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { GivenInstant, instantOf, List, Uuid } from "../../../../lib/http/envelope.ts";
import { idsOf, idsParameter } from "../../../../lib/http/ids-parameter.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { invalidQuery } from "../../../../lib/http/problem.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import { listLocale, localeUnsupported } from "../../../../lib/text/locale.ts";
import { DocumentsParams, documentsBase } from "../drafts/document-address.ts";
import { documentKinds } from "../drafts/draft.ts";
import { fieldsOf, fieldsParameter } from "../drafts/listed-fields.ts";
import { documentSorts, documentStatuses, ListedDocument, listDocumentsOf } from "../drafts/list-documents.ts";

/** Lists pages or entries with the state of each locale. */
export const listDocuments = operation(
  {
    id: "listDocuments",
    method: "GET",
    path: documentsBase,
    access: "member",
    permission: "content:read",
    cors: "closed",
    problems: [invalidQuery, localeUnsupported],
    tags: ["Content"],
    summary: "List pages or entries with their drafts",
    description: "Those in the trash only with `status=trashed`. A status is that of some locale, or of the requested one.",
    params: DocumentsParams,
    query: Type.Object({
      ...pagingParameters(50),
      contentType: Type.Optional(Type.String({ maxLength: 200, description: "The slug of the entries' content type." })),
      locale: Type.Optional(Type.String({ description: "Only documents that have it; titles and times are of that locale." })),
      status: Type.Optional(Type.Enum([...documentStatuses])),
      author: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: "The person who edited one of its locales last." })),
      updatedSince: Type.Optional(GivenInstant),
      ids: Type.Optional(idsParameter),
      fields: Type.Optional(fieldsParameter),
      q: Type.Optional(Type.String({ maxLength: 200, description: "Part of the title or of the slug." })),
      sort: sortParameter(documentSorts, "`updatedAt:desc`"),
    }),
    response: { 200: List(ListedDocument) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params, query }, reply) => {
      const paging = pagingOf(query);
      const { contentType, locale, status, author, updatedSince, ids, fields, q } = query;
      const filters = {
        contentType,
        status,
        author,
        q,
        ...orderOf(query.sort),
        locale: locale === undefined ? undefined : listLocale(site, locale),
        updatedSince: instantOf(updatedSince),
        ids: ids === undefined ? undefined : idsOf(ids),
        fields: fields === undefined ? undefined : { names: fieldsOf(fields), defaultLocale: site.defaultLocale },
      };
      const { documents, total } = await listDocumentsOf(sql, site.id, documentKinds[params.documents], filters, paging);
      return answerPage(reply, query, paging, documents, total);
    },
);

function orderOf(asked: string | undefined): { sort: (typeof documentSorts)[number]; isDescending: boolean } {
  const [sort, direction] = sortOf(asked, documentSorts, { field: "updatedAt", direction: "desc" }).split(":");
  return { sort: sort as (typeof documentSorts)[number], isDescending: direction === "desc" };
}
