import { useQuery } from "@tanstack/react-query";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { Button } from "../parts/button.tsx";
import { To } from "../parts/to.tsx";
import { nameOf } from "./customer-name.ts";
import { customerQuery } from "./customer-queries.ts";

/** Above a list of orders: whose they are, and the way to all others. */
export function OfCustomer({ id, onClear }: { id: string; onClear(): void }) {
  const site = useSite();
  const { orders } = shopTexts;
  const { data: customer } = useQuery(customerQuery(site, id));
  return (
    <p className="row">
      {customer && <To path={`/sites/${site.slug}/customers/${id}`}>{orders.onlyOf(nameOf(customer))}</To>}
      <Button onPress={onClear}>{orders.showAll}</Button>
    </p>
  );
}
