import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { SiteParams } from "../../../../lib/admin/site-path.ts";
import { GivenInstant, instantOf, List, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { answerPage, pagingOf, pagingParameters } from "../../../../lib/http/paging.ts";
import { paymentStatuses } from "../../../../ports/processor.ts";
import { listSitePayments, paymentsBase, SitePayment } from "../site-payment.ts";

/** Lists the payments of a site. */
export const listPayments = operation(
  {
    id: "listPayments",
    method: "GET",
    path: paymentsBase,
    access: "member",
    permission: "payments:read",
    cors: "closed",
    problems: [],
    tags: ["Orders"],
    summary: "List the payments",
    description: "The latest first: the payments of orders, and those of the payments plugin.",
    params: SiteParams,
    query: Type.Object({
      ...pagingParameters(50),
      status: Type.Optional(Type.Enum([...paymentStatuses])),
      from: Type.Optional({ ...GivenInstant, description: "Payments that changed at this time or later." }),
      order: Type.Optional({ ...Uuid, description: "The ID of an order." }),
    }),
    response: { 200: List(SitePayment) },
    unserialised: true,
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, query }, reply) => {
      const paging = pagingOf(query);
      const { payments, total } = await listSitePayments(sql, site.id, { ...query, from: instantOf(query.from) }, paging);
      return answerPage(reply, query, paging, payments, total);
    },
);
