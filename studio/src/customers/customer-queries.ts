import { useQueryClient } from "@tanstack/react-query";
import type { SiteCustomer } from "@vitrine/client/admin";
import { useSite, type OpenSite } from "../app/site.tsx";

export const customerQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "customer", id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.customers.getCustomer({ id }, { signal }),
  // Customers change their account, too, and no event tells of that.
  staleTime: 0,
});

/** Shows a customer as the server answered it, and reads again what shows it among others. */
export function useShowCustomer(): (customer: SiteCustomer) => void {
  const site = useSite();
  const queries = useQueryClient();
  return (customer) => {
    queries.setQueryData(customerQuery(site, customer.id).queryKey, customer);
    void queries.invalidateQueries({ queryKey: [...site.key, "customers"] });
  };
}
