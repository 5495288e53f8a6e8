import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import { Payment, paymentNotFound } from "../payment.ts";

/** A payment of the plugin. Nobody can read an order's payment here: its public status is part of the order. */
export const getPayment = operation(
  {
    id: "getPayment",
    method: "GET",
    path: "/api/public/v1/plugins/svc.payments/payments/{id}",
    access: "key",
    cors: "site",
    problems: [paymentNotFound],
    tags: ["Payments"],
    summary: "Read a payment",
    params: Type.Object({ id: Type.String({ description: "The `paymentId` that its creation answered." }) }),
    response: { 200: Single(Payment) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params: { id } }) => {
      const [row] = isUuid(id)
        ? await sql<Omit<Payment, "status" | "createdAt" | "updatedAt"> & { status: string; createdAt: Date; updatedAt: Date }>`
            select
              id, amount, currency, description, status, metadata, created_at as "createdAt", updated_at as "updatedAt"
            from payments
            where site_id = ${site.id} and id = ${id} and order_id is null`
        : [];
      if (!row) throw new ProblemError(paymentNotFound);
      const { createdAt, updatedAt, ...rest } = row;
      return {
        data: { ...rest, status: row.status as Payment["status"], createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
      };
    },
);
