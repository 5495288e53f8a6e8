import { Type } from "typebox";
import type { Deps } from "../../../../deps.ts";
import { Single, Uuid } from "../../../../lib/http/envelope.ts";
import { operation } from "../../../../lib/http/operation.ts";
import { ProblemError } from "../../../../lib/http/problem.ts";
import { isUuid } from "../../../../lib/text/uuid.ts";
import type { PaymentStatus } from "../../../../ports/processor.ts";
import { orderNotFound, OrderStatus, PaymentStatusSchema } from "../../orders/index.ts";

const CheckoutOrder = Type.Object({ id: Uuid, status: OrderStatus, paymentStatus: PaymentStatusSchema }, { additionalProperties: false });

/** The status of an order and its payment, and nothing else: the key is public, and the id is the only proof. */
export const getCheckoutOrder = operation(
  {
    id: "getCheckoutOrder",
    method: "GET",
    path: "/api/v1/shop/checkout/order/{id}",
    access: "keyOrToken",
    cors: "site",
    problems: [orderNotFound],
    tags: ["Checkout"],
    summary: "Ask how an order stands",
    description: "For a page that waits for the payment. With a token alone: only the customer's own orders.",
    params: Type.Object({ id: Type.String({ description: "The `orderId` that the checkout answered." }) }),
    response: { 200: Single(CheckoutOrder) },
  },
  ({ sql }: Pick<Deps, "sql">) =>
    async ({ site, apiKeyId, customer, params: { id } }) => {
      const [row] = isUuid(id)
        ? await sql<{ id: string; status: string; paymentStatus: string; customerId: string | null }>`
            select orders.id, orders.status, payments.status as "paymentStatus", orders.customer_id as "customerId"
            from orders
            join payments on payments.site_id = orders.site_id and payments.order_id = orders.id
            where orders.site_id = ${site.id} and orders.id = ${id}`
        : [];
      const isTheirs = apiKeyId !== undefined || row?.customerId === customer?.id;
      if (!row || !isTheirs) throw new ProblemError(orderNotFound);
      return { data: { id: row.id, status: row.status as OrderStatus, paymentStatus: row.paymentStatus as PaymentStatus } };
    },
);
