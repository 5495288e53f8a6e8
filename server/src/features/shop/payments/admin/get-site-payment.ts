import type { Deps } from "../../../../deps.ts";
import { Single } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { paymentNotFound } from "../payment.ts";
import { PaymentParams, paymentsBase, readSitePayment, SitePayment } from "../site-payment.ts";

/** Reads a payment of a site. */
export const getSitePayment = operation(
  {
    id: "getSitePayment",
    method: "GET",
    path: `${paymentsBase}/{id}`,
    access: "member",
    permission: "payments:read",
    cors: "closed",
    problems: [paymentNotFound],
    tags: ["Orders"],
    summary: "Read a payment",
    params: PaymentParams,
    response: { 200: Single(SitePayment) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, params }) => ({ data: await readSitePayment(sql, site.id, params.id) }),
);
