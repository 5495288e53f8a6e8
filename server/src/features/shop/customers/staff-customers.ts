import type { Paging } from "../../../lib/http/paging.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import { searchTerms, termQuery } from "../../../lib/search/search-text.ts";
import { limitTo } from "../../../lib/sql/limit-to.ts";
import { joined, piece, statement, type SqlPiece } from "../../../lib/sql/sql-statement.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Sql } from "../../../ports/database.ts";
import { readAddresses } from "./customer-address.ts";
import { customerNotFound, type ListedCustomer, type SiteCustomer } from "./site-customer.ts";

export const customerSorts = ["createdAt", "email"] as const;

/** The conditions of a list of customers; all of them must be met. */
export interface CustomerFilter {
  /** The beginning of an e-mail address, or words of a name. */
  q?: string | undefined;
  verified?: boolean | undefined;
  blocked?: boolean | undefined;
}

const orderings: Record<(typeof customerSorts)[number], readonly [SqlPiece, SqlPiece]> = {
  createdAt: [piece`created_at, id`, piece`created_at desc, id desc`],
  email: [piece`email`, piece`email desc`],
};

type Row = Omit<ListedCustomer, "createdAt" | "updatedAt" | "blockedAt"> & { createdAt: Date; updatedAt: Date; blockedAt: Date | null };

/** The customers of a site that meet the conditions, and their number. */
export async function listCustomers(
  sql: Sql,
  siteId: string,
  filter: CustomerFilter,
  { sort, isDescending }: { sort: (typeof customerSorts)[number]; isDescending: boolean },
  paging: Paging,
): Promise<{ customers: ListedCustomer[]; total: number }> {
  const conditions = joined([piece`site_id = ${siteId}`, ...conditionsOf(filter)], "and");
  const ordering = orderings[sort][isDescending ? 1 : 0];
  const rows = await sql<{ matches: number } & { [K in keyof Row]: Row[K] | null }>(
    ...statement`
      select
        counted.matches, page.id, page.email, page.first_name as "firstName", page.last_name as "lastName", page.phone,
        page.email_verified_at is not null as "emailVerified", page.new_email as "newEmail", page.blocked_at as "blockedAt", page.revision,
        page.created_at as "createdAt", page.updated_at as "updatedAt",
        (select count(*)::int from orders where orders.site_id = ${siteId} and orders.customer_id = page.id) as orders
      from (select count(*)::int as matches from customers where ${conditions}) as counted
      left join lateral (
        select * from customers where ${conditions} order by ${ordering} ${limitTo(paging)}
      ) as page on true
      order by ${ordering}`,
  );
  const customers = rows.flatMap(({ matches: _, ...row }) => (row.id === null ? [] : [listedCustomer(row as Row)]));
  return { customers, total: rows[0]?.matches ?? 0 };
}

/** One customer of a site. Throws `customer_not_found`. */
export async function readSiteCustomer(sql: Sql, siteId: string, id: string): Promise<SiteCustomer> {
  const [row] = isUuid(id)
    ? await sql<Row & { note: string | null; lastOrderAt: Date | null }>`
        select
          customers.id, customers.email, customers.first_name as "firstName", customers.last_name as "lastName", customers.phone,
          customers.email_verified_at is not null as "emailVerified", customers.new_email as "newEmail", customers.blocked_at as "blockedAt", customers.revision, customers.note,
          customers.created_at as "createdAt", customers.updated_at as "updatedAt",
          coalesce(bought.orders, 0) as orders, bought.last as "lastOrderAt"
        from customers
        left join lateral (
          select count(*)::int as orders, max(orders.created_at)::timestamptz as last
          from orders
          where orders.site_id = ${siteId} and orders.customer_id = customers.id
        ) as bought on true
        where customers.site_id = ${siteId} and customers.id = ${id}`
    : [];
  if (!row) throw new ProblemError(customerNotFound);
  const spent = await sql<{ currency: string; amount: number }>`
    select orders.currency, sum(orders.total - payments.refunded - orders.gift_card_refunded)::float8 as amount
    from orders
    join payments on payments.site_id = ${siteId} and payments.order_id = orders.id
    where orders.site_id = ${siteId} and orders.customer_id = ${id} and orders.paid_at is not null
    group by orders.currency
    order by orders.currency`;
  const { note, lastOrderAt, ...rest } = row;
  return {
    ...listedCustomer(rest),
    note,
    addresses: await readAddresses(sql, siteId, row.id),
    spent,
    lastOrderAt: lastOrderAt?.toISOString() ?? null,
  };
}

function listedCustomer({ createdAt, updatedAt, blockedAt, ...row }: Row): ListedCustomer {
  return {
    ...row,
    blockedAt: blockedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function conditionsOf({ q = "", verified, blocked }: CustomerFilter): SqlPiece[] {
  const search = q.trim();
  return [
    ...(verified === undefined ? [] : [verified ? piece`email_verified_at is not null` : piece`email_verified_at is null`]),
    ...(blocked === undefined ? [] : [blocked ? piece`blocked_at is not null` : piece`blocked_at is null`]),
    ...(search === "" ? [] : [matches(search)]),
  ];
}

/** Both are looked up in an index. */
function matches(search: string): SqlPiece {
  const address = search.toLowerCase();
  const terms = searchTerms(search).map((term) => termQuery(term).replaceAll(" <-> ", " & "));
  const alternatives = [
    piece`email >= ${address} and email < ${address} || chr(1114111)`,
    ...(terms.length === 0
      ? []
      : [
          piece`array_to_tsvector(search_keys(
            coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || split_part(email, '@', 1)
          )) @@ ${terms.join(" & ")}::tsquery`,
        ]),
  ];
  return piece`(${joined(alternatives, "or")})`;
}
