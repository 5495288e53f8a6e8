import { useQuery } from "@tanstack/react-query";
import type { Review } from "@vitrine/client/admin";
import { collect } from "../app/collect.ts";
import { useSession, useSite } from "../app/site.tsx";
import { useOpenDocument } from "../content/open-document.tsx";

/** Roles of members who may publish. The server decides; the studio only offers them. */
const reviewers = new Set(["EDITOR", "ADMIN", "OWNER"]);

/** The open review requests for the open document. */
export function useOpenReviews(): readonly Review[] {
  const { api, key } = useSite();
  const { translation } = useOpenDocument();
  const { data = [] } = useQuery({
    queryKey: [...key, "reviews", translation.id],
    queryFn: () => collect(api.content.listReviews.all({ translation: translation.id, state: "open", pageSize: 100 })),
  });
  return data;
}

/** The members who can be asked for a review. Undefined: they are being read. */
export function useReviewers() {
  const { api, key } = useSite();
  const { admin } = useSession();
  const { data } = useQuery({
    queryKey: [...key, "members", "all"],
    queryFn: () => collect(api.sites.listMembers.all({ pageSize: 100 })),
  });
  return data?.filter(({ id, role }) => id !== admin.id && reviewers.has(role));
}
