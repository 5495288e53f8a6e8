import { useQueryClient } from "@tanstack/react-query";
import type { OrderDetails } from "@vitrine/client/admin";
import { useSite, type OpenSite } from "../app/site.tsx";

export const orderQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "order", id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.orders.getOrder({ id }, { signal }),
  // Buyers and the payment processor change it, too, and no event tells of that.
  staleTime: 0,
});

/** What is to be sent of several orders. It belongs to the lists of orders, which are read again after a change. */
export const packingSlipsQuery = ({ api, key }: OpenSite, ids: readonly string[]) => ({
  queryKey: [...key, "orders", "packing slips", ids],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.orders.listPackingSlips({ ids: ids.join() }, { signal }),
  staleTime: 0,
});

/** Has every screen read the orders again. */
export function useRenewOrders(): () => Promise<void> {
  const { key } = useSite();
  const queries = useQueryClient();
  return async () => {
    await Promise.all(["orders", "order", "overview"].map((name) => queries.invalidateQueries({ queryKey: [...key, name] })));
  };
}

/** Shows an order as the server answered it, and reads again what shows it among others. */
export function useShowOrder(): (order: OrderDetails) => void {
  const site = useSite();
  const queries = useQueryClient();
  return (order) => {
    queries.setQueryData(orderQuery(site, order.id).queryKey, order);
    for (const name of ["orders", "overview"]) void queries.invalidateQueries({ queryKey: [...site.key, name] });
  };
}
