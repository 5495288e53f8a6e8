import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { invalidQuery, ProblemError } from "./problem.ts";

export const maxPageSize = 100;

export interface Paging {
  page: number;
  pageSize: number;
}

/** The two query parameters of a paged list. `pageSize` over 100 is served as 100. */
export function pagingParameters(defaultPageSize: number) {
  return {
    page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: "1-based number of the page." })),
    pageSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: defaultPageSize,
        description: `Items per page; over ${maxPageSize} is served as ${maxPageSize}.`,
      }),
    ),
  };
}

/** The requested page, once validation has filled in the defaults. Throws `invalid_query` if it is too large to count. */
export function pagingOf(query: { page?: number; pageSize?: number }, mostItems = maxPageSize): Paging {
  const { page = 1, pageSize = maxPageSize } = query;
  if (page > 20_000_000)
    throw new ProblemError(invalidQuery, {
      detail: "page is too large.",
      errors: [{ path: "/page", code: "maximum", message: "is too large" }],
    });
  return { page, pageSize: Math.min(pageSize, mostItems) };
}

export function offsetOf({ page, pageSize }: Paging): number {
  return (page - 1) * pageSize;
}

/** The body of a paged list, from items that are JSON text already, and of more members as JSON text that follow a comma. */
export function pagedJson(items: readonly string[], { page, pageSize }: Paging, total: number, more = ""): string {
  return `{"data":[${items.join(",")}],"page":${page},"pageSize":${pageSize},"total":${total}${more}}`;
}

/** The answer of a paged list whose items are values, with its Link header. */
export function answerPage<Item>(reply: FastifyReply, query: object, paging: Paging, data: Item[], total: number) {
  const parameters = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  void reply.header("link", pageLinks(parameters, paging, total));
  return { data, page: paging.page, pageSize: paging.pageSize, total };
}

/**
 * The Link header of a paged response (RFC 8288): first, prev, next, last, with the list's other parameters kept. Relative to
 * the request's own URL, so that it is right behind every proxy.
 */
export function pageLinks(
  parameters: Readonly<Record<string, string>> | readonly [string, string][],
  { page, pageSize }: Paging,
  total: number,
): string {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const link = (target: number, relation: string) => {
    const query = new URLSearchParams(parameters as Record<string, string>);
    query.set("page", String(target));
    query.set("pageSize", String(pageSize));
    return `<?${query.toString()}>; rel="${relation}"`;
  };
  return [
    link(1, "first"),
    ...(page > 1 ? [link(Math.min(page - 1, last), "prev")] : []),
    ...(page < last ? [link(page + 1, "next")] : []),
    link(last, "last"),
  ].join(", ");
}
