import { sha256 } from "../server/src/lib/secrets/secret.ts";
import { barePool } from "./bare-pool.ts";
import { serveBare } from "./bare.ts";

/** Answers members of a site with lists of its orders from `plain_orders` (plain-orders.ts), as a developer would by hand. */
export interface BareOrders {
  url: string;
  poolSize: number;
}

type Row = { matches: number; id: string | null } & Record<"createdAt" | "paidAt", Date | null>;

const pageSize = 50;
const highest = "\u{10ffff}";

const conditions: Readonly<Record<string, string>> = {
  status: "status = $",
  from: "created_at >= $",
  to: "created_at < $",
  customer: "customer_id = $",
};

const member = {
  name: "member",
  text: `
    select members.site_id as "siteId" from admin_sessions
    join members on members.admin_id = admin_sessions.admin_id
    join sites on sites.id = members.site_id
    where admin_sessions.token_hash = $1 and admin_sessions.ended_at is null and admin_sessions.expires_at > now() and sites.slug = $2`,
};

serveBare(({ url: databaseUrl, poolSize }: BareOrders) => {
  const pool = barePool({ url: databaseUrl, poolSize });
  const names = new Map<string, string>();

  const answer = async (cookie: string, slug: string, query: URLSearchParams): Promise<string> => {
    const members = await pool.query<{ siteId: string }>({ ...member, values: [sha256(cookie.slice(cookie.indexOf("=") + 1)), slug] });
    const [{ siteId } = {}] = members.rows;
    if (siteId === undefined) throw new Error("The person is not a member of the site.");
    const values: unknown[] = [siteId];
    const bind = (value: unknown) => `$${values.push(value)}`;
    const where = [...query].flatMap(([name, value]) => {
      if (name === "fulfilment") return [value === "TO_FULFIL" ? "is_to_fulfil" : `fulfilment = ${bind(value)}`];
      if (name === "q") return [searchOf(value, bind)];
      const condition = conditions[name];
      return condition === undefined ? [] : [condition.replace("$", bind(value))];
    });
    const from = `from plain_orders where ${["site_id = $1", ...where].join(" and ")}`;
    const page = Number(query.get("page") ?? 1);
    const text = `
      select counted.matches, item.*
      from (select count(*)::int as matches ${from}) as counted
      left join lateral (
        select id, number, status, payment_status as "paymentStatus", fulfilment, currency, total, refunded as "refundedAmount", email,
          customer_id as "customerId", created_at as "createdAt", paid_at as "paidAt", revision, units
        ${from} order by number desc limit ${pageSize} offset ${bind((page - 1) * pageSize)}
      ) as item on true`;
    const name = names.get(text) ?? `list_${names.size}`;
    names.set(text, name);
    const { rows } = await pool.query<Row>({ name, text, values });
    const data = rows.flatMap(({ matches: _, ...order }) => (order.id === null ? [] : [order]));
    return JSON.stringify({ data, page, pageSize, total: rows[0]?.matches ?? 0 });
  };

  return ({ url = "", headers: { cookie = "" } }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    void answer(cookie, pathname.split("/").at(-2) ?? "", searchParams).then(
      (text) => {
        const body = Buffer.from(text);
        response.writeHead(200, ["content-type", "application/json; charset=utf-8", "content-length", String(body.length)]).end(body);
      },
      (error: unknown) => response.writeHead(500, { "content-length": "0" }).end(String(error)),
    );
  };
});

/** A search may mean each of these, and each has an index. */
function searchOf(search: string, bind: (value: unknown) => string): string {
  const beginning = bind(search.toLowerCase());
  const meanings = [
    `email >= ${beginning} and email < ${beginning} || '${highest}'`,
    `id = any (array(select order_id from plain_lines where site_id = $1 and sku = ${bind(search)}))`,
    `to_tsvector('simple', name) @@ plainto_tsquery('simple', ${bind(search)})`,
    ...(/^\d{1,9}$/.test(search) ? [`number = ${bind(Number(search))}`] : []),
  ];
  return `(${meanings.join(" or ")})`;
}
