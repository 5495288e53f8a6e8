import type { FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { actorOf } from "../../../lib/admin/identity.ts";
import { ProblemError } from "../../../lib/http/problem.ts";
import type { WriteContext } from "../../../lib/published/write-context.ts";
import { isUuid } from "../../../lib/text/uuid.ts";
import type { Transaction } from "../../../ports/database.ts";
import { conflictAbout, recordChange, type Change } from "../../people/audit/index.ts";
import { customerNotFound, type SiteCustomer } from "./site-customer.ts";
import { readSiteCustomer } from "./staff-customers.ts";

/** A customer whom nobody else changes until the transaction ends. */
export interface LockedCustomer {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  note: string | null;
  isVerified: boolean;
  blockedAt: Date | null;
  revision: number;
}

type StaffRequest = Pick<FastifyRequest, "site"> & Parameters<typeof actorOf>[0];

/**
 * Runs a change that somebody of the shop makes to a customer, and records it. `work` resolves with what it changed; null: nothing, and nothing is
 * recorded. Throws `customer_not_found`, and `revision_conflict` if somebody has seen another revision than the current one.
 */
export async function changeCustomer(
  { sql, clock, ids }: Pick<Deps, "sql" | "clock" | "ids">,
  request: StaffRequest,
  { id, action, seen }: { id: string; action: string; seen?: number },
  work: (tx: Transaction, ctx: WriteContext, customer: LockedCustomer) => Promise<Change[] | null>,
): Promise<SiteCustomer> {
  const siteId = request.site.id;
  const ctx = { now: clock.now(), ids };
  return sql.begin(async (tx) => {
    const customer = await lockCustomer(tx, siteId, id);
    if (seen !== undefined && customer.revision !== seen) {
      throw await conflictAbout(tx, siteId, { type: "customer", id: customer.id }, customer.revision);
    }
    const changes = await work(tx, ctx, customer);
    if (changes) {
      await tx`
        update customers set revision = revision + 1, updated_at = ${ctx.now} where site_id = ${siteId} and id = ${customer.id}`;
      // The name and address of a customer are no label: the log outlives an account that its owner removes.
      const target = { type: "customer", id: customer.id, revision: customer.revision + 1 };
      await recordChange(tx, ctx, { actor: actorOf(request), siteId, action, target, changes });
    }
    return readSiteCustomer(tx, siteId, customer.id);
  });
}

async function lockCustomer(tx: Transaction, siteId: string, id: string): Promise<LockedCustomer> {
  const [customer] = isUuid(id)
    ? await tx<LockedCustomer>`
        select
          id, email, first_name as "firstName", last_name as "lastName", phone, note,
          email_verified_at is not null as "isVerified", blocked_at as "blockedAt", revision
        from customers
        where site_id = ${siteId} and id = ${id}
        for no key update`
    : [];
  if (!customer) throw new ProblemError(customerNotFound);
  return customer;
}
