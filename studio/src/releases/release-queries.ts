import type { ListedRelease } from "@vitrine/client/admin";
import { collect } from "../app/collect.ts";
import type { OpenSite } from "../app/site.tsx";

export const releaseQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "release", id],
  queryFn: () => api.releases.getRelease({ id }),
  // No event of the release tells that somebody has edited what belongs to it.
  staleTime: 0,
});

/** The problems that stand in the way. To find them the server tries the release, so it is asked when somebody looks, and not at every letter that a colleague types. */
export const checkQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "release", id, "check"],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.releases.checkRelease({ id }, { signal }),
  staleTime: 0,
});

/** The changes of the shop in it. */
export const catalogItemsQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "release", id, "goods"],
  queryFn: () => collect(api.releases.listReleaseGoods.all({ id })),
});

/** A product as it is, and as the release makes it. */
export const productQuery = ({ api, key }: OpenSite, id: string, product: string) => ({
  queryKey: [...key, "release", id, "goods", product],
  queryFn: async () => (await api.releases.listReleaseGoods({ id, ids: product })).data[0] ?? null,
});

const unpublished = ["OPEN", "SCHEDULED", "FAILED"] as const;

/** The releases that can still be changed, those that were changed last first. A site has 200 of them at most. */
export const openReleasesQuery = ({ api, key }: OpenSite) => ({
  queryKey: [...key, "releases", "open"],
  queryFn: async (): Promise<ListedRelease[]> => {
    const lists = await Promise.all(unpublished.map((state) => collect(api.releases.listReleases.all({ state }))));
    return lists.flat().sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  },
});

/** Everything with a time: releases, those that went live lately among them, and documents that are scheduled by themselves. */
export const timesQuery = (site: OpenSite) => ({
  // The second word is that of lists of documents: a plan of one of them is a change of it.
  queryKey: [...site.key, "documents", "times"],
  queryFn: async () => {
    const { api } = site;
    const [open, live, pages, entries] = await Promise.all([
      openReleasesQuery(site).queryFn(),
      api.releases.listReleases({ state: "PUBLISHED", pageSize: 100 }),
      collect(api.content.listDocuments.all({ documents: "pages", status: "scheduled" })),
      collect(api.content.listDocuments.all({ documents: "entries", status: "scheduled" })),
    ]);
    return { releases: [...open, ...live.data], documents: [...pages, ...entries] };
  },
});

const previewMs = 8 * 60 * 60_000;

/** The token with which the public API answers as it will after the release. One is enough for as long as the studio is open. */
export const previewQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "release preview", id],
  queryFn: async () => {
    const expiresAt = new Date(Date.now() + previewMs).toISOString();
    return (await api.content.issuePreview({ release: id, expiresAt })).token;
  },
  staleTime: previewMs / 2,
  gcTime: previewMs / 2,
});
