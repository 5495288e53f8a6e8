import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { List } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { sortOf, sortParameter } from "../../../../lib/http/sorting.ts";
import { ListedForm } from "../edited-form.ts";
import { formsBase } from "../form-address.ts";
import { formSorts, listFormsOf } from "../read-forms.ts";

/** Lists the forms of a site. */
export const listForms = operation(
  {
    id: "listForms",
    method: "GET",
    path: formsBase,
    access: "member",
    permission: "site:read",
    cors: "closed",
    problems: [],
    tags: ["Forms"],
    summary: "List the forms",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      q: Type.Optional(Type.String({ maxLength: 200, description: "A part of the name or of the slug." })),
      sort: sortParameter(formSorts, "`slug:asc`"),
    }),
    response: { 200: List(ListedForm) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const [sort, direction] = sortOf(query.sort, formSorts, { field: "slug", direction: "asc" }).split(":");
      const order = { sort: sort as (typeof formSorts)[number], isDescending: direction === "desc" };
      const { forms, total } = await listFormsOf(sql, site.id, { q: query.q, ...order }, paging);
      return answerPage(reply, query, paging, forms, total);
    },
);
