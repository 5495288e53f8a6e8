import { useQuery } from "@tanstack/react-query";
import type { Asset, ListAssetsInput } from "@vitrine/client/admin";
import { useSite, type OpenSite } from "../app/site.tsx";
import { usePaged } from "../parts/use-paged.ts";
import type { AssetFilter } from "./use-filter.ts";

/** The files that a filter lets through, page by page. */
export function useAssets({ q, type, folder, tag, isUnused, missingAlt }: AssetFilter, sort = "createdAt:desc") {
  const { api, key } = useSite();
  const input: ListAssetsInput = {
    type,
    tag,
    missingAlt,
    sort,
    pageSize: 100,
    q: q || undefined,
    folder: folder || undefined,
    unused: isUnused || undefined,
  };
  return usePaged([...key, "assets", input], (page, signal) => api.media.listAssets({ ...input, page }, { signal }));
}

/** How many files would be shown by a filter. */
function useCount(name: string, input: ListAssetsInput): number | undefined {
  const { api, key } = useSite();
  const { data } = useQuery({
    queryKey: [...key, "assets", "count", name],
    queryFn: ({ signal }) => api.media.listAssets({ ...input, pageSize: 1 }, { signal }),
  });
  return data?.total;
}

export const useUnusedCount = () => useCount("unused", { unused: true });
export const useMissingAltCount = (locale: string) => useCount(`alt ${locale}`, { missingAlt: locale });

/** Pages that are looked through for folders and tags: the API has no list of them. */
const mostPages = 10;

/** The folders and tags in use, of the thousand newest files. */
export function useGroups(): { folders: string[]; tags: string[] } {
  const { api, key } = useSite();
  const { data } = useQuery({
    queryKey: [...key, "assets", "groups"],
    queryFn: async ({ signal }) => {
      const folders = new Set<string>();
      const tags = new Set<string>();
      for (let page = 1; page <= mostPages; page += 1) {
        const { data: assets, total } = await api.media.listAssets({ page, pageSize: 100 }, { signal });
        for (const asset of assets) {
          for (const tag of asset.tags) tags.add(tag);
          // With those above it.
          const parts = asset.folder.split("/").filter(Boolean);
          parts.forEach((_part, index) => folders.add(parts.slice(0, index + 1).join("/")));
        }
        if (page * 100 >= total) break;
      }
      const sorted = (names: Set<string>) => [...names].sort((a, b) => a.localeCompare(b));
      return { folders: sorted(folders), tags: sorted(tags) };
    },
    staleTime: 60_000,
  });
  return data ?? { folders: [], tags: [] };
}

export const assetQuery = ({ api, key }: OpenSite, id: string) => ({
  queryKey: [...key, "asset", id],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Asset> => api.media.getAsset({ id }, { signal }),
});

/** The locales of the site in which a picture has no description. */
export const missingAltIn = ({ contentType, alt }: Asset, locales: readonly string[]) =>
  contentType.startsWith("image/") ? locales.filter((locale) => !alt[locale]?.trim()) : [];

/** What a picture shows, to somebody who does not see it: in the main locale, or another one. */
export const altOf = ({ alt, title, name }: Asset, locale: string) => alt[locale] || Object.values(alt).find(Boolean) || title || name;

/** The places that show a file, the published ones first. */
export function useUsages({ id: assetId }: Asset) {
  const { api, key } = useSite();
  return usePaged([...key, "asset", assetId, "usages"], async (page, signal) => {
    const answer = await api.media.listAssetUsages({ id: assetId, page, pageSize: 100 }, { signal });
    // A place has no id of its own.
    const data = answer.data.map((usage) => ({ usage, id: `${usage.id} ${usage.locale} ${usage.state} ${usage.path}` }));
    return { ...answer, data };
  });
}
