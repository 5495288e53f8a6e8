import { useQueryClient } from "@tanstack/react-query";
import type { GiftCard } from "@vitrine/client/admin";
import { useSite, type OpenSite } from "../app/site.tsx";

export const giftCardQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "gift-card", id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.giftCards.getGiftCard({ id }, { signal }),
  // Orders use it, and no event tells of that.
  staleTime: 0,
});

/** Shows a card as the server answered it, and reads again what shows it among others. */
export function useShowGiftCard(): (card: GiftCard) => void {
  const site = useSite();
  const queries = useQueryClient();
  return (card) => {
    queries.setQueryData(giftCardQuery(site, card.id).queryKey, card);
    void queries.invalidateQueries({ queryKey: [...site.key, "gift-cards"] });
  };
}
