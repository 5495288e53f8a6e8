import { useSuspenseQuery } from "@tanstack/react-query";
import { usePlace } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { formatDate } from "../app/texts.ts";
import { Page } from "../parts/page.tsx";
import { SideColumn } from "../parts/side-column.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderItems } from "./order-items.tsx";
import { orderQuery } from "./order-queries.ts";
import { OrderSide } from "./order-side.tsx";
import { OrderTimeline } from "./order-timeline.tsx";

/** One order: what was bought, what happened, who bought it, and what there is to do. */
export function OrderPage() {
  const site = useSite();
  const { id = "" } = usePlace();
  const { data: order } = useSuspenseQuery(orderQuery(site, id));
  const { orders } = shopTexts;
  return (
    <Page
      key={id}
      title={orders.order(order.number)}
      text={orders.placedAt(formatDate(order.createdAt))}
      actions={<OrderActions order={order} />}
    >
      <SideColumn side={<OrderSide order={order} />}>
        <OrderItems order={order} />
        <OrderTimeline order={order} />
      </SideColumn>
    </Page>
  );
}
