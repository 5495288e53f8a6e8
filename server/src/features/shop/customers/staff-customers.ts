import type { Deps } from "../../../deps.ts";

/** A customer as the site's staff sees one in a list. */
export interface StaffCustomer {
  id: string;
  email: string;
  name: string | null;
  emailVerified: boolean;
  orders: number;
  createdAt: string;
}

/** The latest customers of a site, all or those with the text in their address or name. */
export async function listCustomers(
  { sql }: Pick<Deps, "sql">,
  siteId: string,
  { query, limit }: { query: string | null; limit: number },
): Promise<StaffCustomer[]> {
  const rows = await sql<
    Omit<StaffCustomer, "name" | "createdAt"> & { firstName: string | null; lastName: string | null; createdAt: Date }
  >`
    select
      customers.id,
      customers.email,
      customers.first_name as "firstName",
      customers.last_name as "lastName",
      customers.email_verified_at is not null as "emailVerified",
      (
        select count(*)::int from orders where orders.site_id = ${siteId} and orders.customer_id = customers.id
      ) as orders,
      customers.created_at as "createdAt"
    from customers
    where customers.site_id = ${siteId}
      and (
        ${query}::text is null
        or strpos(customers.email, lower(${query})) > 0
        or strpos(lower(concat_ws(' ', customers.first_name, customers.last_name)), lower(${query})) > 0
      )
    order by customers.created_at desc, customers.id desc
    limit ${limit}`;
  return rows.map(({ firstName, lastName, createdAt, ...customer }) => ({
    ...customer,
    name: [firstName, lastName].filter((name) => name !== null).join(" ") || null,
    orders: customer.orders ?? 0,
    createdAt: createdAt.toISOString(),
  }));
}
