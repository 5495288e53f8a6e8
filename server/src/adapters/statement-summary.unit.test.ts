import { expect, test } from "vitest";
import { summarize } from "./statement-summary.ts";

test.each([
  ["select id from sites where id = $1", "select sites"],
  ["\n    select 1 as one", "select"],
  ["insert into outbox (id) select given.id from unnest($1::uuid[]) as given (id)", "insert outbox"],
  ["update payments set check_at = $1 from (select found.id from sites for update of found skip locked) as chosen", "update payments"],
  ["delete from outbox where id = $1", "delete outbox"],
  ["with due as (select id from outbox for update skip locked) delete from outbox using due", "delete outbox"],
  ["with gone as (delete from a returning id) select id from gone", "delete a"],
  ["with found as (select id from orders) select * from found", "select orders"],
  ["select id from payments where site_id = $1 for no key update", "select payments"],
  ["begin", "begin"],
])("the summary of %s is: %s", (statement, summary) => {
  expect(summarize(statement).summary).toBe(summary);
});
