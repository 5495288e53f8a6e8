import { expect, test } from "vitest";
import { ownerErrors, type Ownership } from "../../scripts/owner-errors.ts";
import { addCreated, statementsIn, tableUse, type Schema } from "../../scripts/table-use.ts";

const migrations = `
  create table orders (id int, payment_id int);
  create table payments (id int);
  create view paid_orders as select orders.id from orders join payments on payments.id = orders.payment_id;
  create view all_orders as select id from orders;
  create function best_order() returns int language plpgsql stable as $$ begin return (select max(id) from orders); end $$;`;
const declared: Ownership = {
  owners: { orders: ["orders", "paid_orders", "all_orders", "best_order"], payments: ["payments"] },
  reads: { orders: { payments: "shown with it" } },
};

async function schemaOf(script: string): Promise<Schema> {
  const schema: Schema = { tables: new Set(), views: new Map() };
  await addCreated(schema, script);
  return schema;
}

/** The errors of the check in a file of the feature. */
async function errorsIn(user: string, source: string, ownership = declared, script = migrations): Promise<string[]> {
  const uses = await Promise.all(
    statementsIn(source).map(async (statement) => {
      const use = await tableUse(statement);
      if (!use) throw new Error(`Not understood: ${statement.text}`);
      return { ...use, at: `line ${statement.line}`, user };
    }),
  );
  return ownerErrors(uses, await schemaOf(script), ownership);
}

test.each([
  ["an insert", "await sql`insert into payments (id) values (${id})`;"],
  ["an update", "await tx`update payments set id = ${id} from orders where orders.id = payments.id`;"],
  ["a delete", "await deps.sql`delete from payments where id = ${id}`;"],
  ["a merge", "await sql`merge into payments using orders on orders.id = payments.id when matched then delete`;"],
  ["a truncation", "await sql`truncate payments`;"],
  ["a change in a common table expression", "await sql`with gone as (delete from payments returning id) select id from gone`;"],
  ["a change in a statement that is put together", "await sql(...statement`delete from payments where ${filter}`);"],
])("%s of another feature's table is a fault", async (_, source) => {
  expect(await errorsIn("orders", source)).toEqual([expect.stringMatching(/^line 1: orders writes payments of payments\./)]);
});

test.each([
  ["a table", "sql`select id from orders`"],
  ["a table that is locked", "sql`select o.id from payments join orders as o on o.id = payments.id for update of o`"],
  ["a table in a subquery", "sql`select id from payments where id in (select id from orders)`"],
  ["a table in a piece", "piece`and exists (select from orders where id = ${id})`"],
  ["a table where a piece begins", "piece`orders where id = ${id} and ${more}`"],
])("%s of another feature is not read unless it is listed", async (_, source) => {
  const isRead = expect.stringMatching(/: payments reads orders of orders\./);
  expect(await errorsIn("payments", source)).toEqual([isRead]);
  const listed = { ...declared, reads: { ...declared.reads, payments: { orders: "due with it" } } };
  expect(await errorsIn("payments", source, listed)).toEqual([]);
});

test("a view shows through to tables of other owners", async () => {
  const errors = await errorsIn("forms", "sql`select id from paid_orders`; sql`select id from all_orders`; sql`select best_order()`");
  const read = (name: string) => expect.stringContaining(`forms reads ${name} of`);
  expect(errors).toEqual([read("paid_orders"), read("payments"), read("all_orders"), read("best_order")]);
});

test("a view reads tables of other owners", async () => {
  const errors = await errorsIn("orders", "", { ...declared, reads: {} });
  expect(errors).toEqual([expect.stringContaining("the view or function paid_orders: orders reads payments")]);
});

test("names of common table expressions and of rows are no tables", async () => {
  expect(await errorsIn("payments", "sql`with orders as (select id from payments) select orders.id from orders`")).toEqual([]);
  expect(await errorsIn("orders", "sql`select id from orders for update of orders`")).toEqual([]);
});

test("a listed read that nobody does is a fault", async () => {
  const listed = { ...declared, reads: { ...declared.reads, forms: { orders: "once" } } };
  expect(await errorsIn("payments", "", listed)).toEqual([expect.stringMatching(/^forms does not read orders/)]);
});

test("each table and view has one owner, and each owned one is there", async () => {
  const { owners } = declared;
  const without = { ...declared, owners: { ...owners, orders: ["orders", "all_orders", "best_order"] } };
  expect(await errorsIn("orders", "sql`select id from payments`", without)).toEqual([expect.stringMatching(/^paid_orders has no owner/)]);
  const twice = { ...declared, owners: { ...owners, forms: ["payments"] } };
  expect(await errorsIn("orders", "", twice)).toContainEqual(expect.stringMatching(/^payments has two owners/));
  const gone = { ...declared, owners: { ...owners, forms: ["forms"] } };
  expect(await errorsIn("orders", "", gone)).toEqual([expect.stringMatching(/^forms owns forms, which no migration makes/)]);
  expect((await schemaOf(`${migrations} drop view all_orders;`)).views.has("all_orders")).toBe(false);
});

test("invalid SQL is not taken for a statement without tables", async () => {
  expect(await tableUse({ text: "select from where from", isPiece: false })).toBeUndefined();
  expect(await tableUse({ text: "of which )", isPiece: true })).toBeUndefined();
});
