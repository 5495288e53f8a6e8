import { useSuspenseQuery } from "@tanstack/react-query";
import { isAdminError, type AdminClient, type AdminSite } from "@vitrine/client/admin";
import { createContext, use, useMemo, type ReactNode } from "react";
import { api } from "./api.ts";
import { mayFrame } from "./document-policy.ts";
import { Removed } from "./removed.tsx";

/** The person who is signed in, and their sites. */
export const sessionQuery = { queryKey: ["session"], queryFn: () => api.session.getSession(), staleTime: 60_000 };

export const useSession = () => useSuspenseQuery(sessionQuery).data;

export interface OpenSite {
  slug: string;
  site: AdminSite;
  /** The admin API at this site. */
  api: AdminClient;
  role: string;
  /** Whether the person may do something: `may("content:publish")`. The server decides; this hides what it would refuse. */
  may(permission: string): boolean;
  /** Whether the document may frame the site's storefront. Otherwise show a `NewDocument`, which may. */
  mayFrame: boolean;
  /** The beginning of the keys of all queries about the site. */
  key: readonly [string, string];
}

const SiteContext = createContext<OpenSite | undefined>(undefined);

/** The site that is open. */
export function useSite(): OpenSite {
  const site = use(SiteContext);
  if (!site) throw new Error("There is no site here: the route must lie below /sites/$site.");
  return site;
}

export const siteKey = (slug: string) => ["site", slug] as const;

export function SiteProvider({ slug, children }: { slug: string; children: ReactNode }) {
  const { sites } = useSession();
  const member = sites.find((each) => each.slug === slug);
  const siteApi = useMemo(() => api.withSite(slug), [slug]);
  const { data: site, error } = useSuspenseQuery({ queryKey: [...siteKey(slug), "settings"], queryFn: () => siteApi.sites.getSite() });
  const value = useMemo((): OpenSite => {
    const permissions = new Set<string>(member?.permissions);
    return {
      slug,
      site,
      api: siteApi,
      role: member?.role ?? "",
      may: (permission) => permissions.has(permission),
      mayFrame: mayFrame(site.storefrontUrl),
      key: siteKey(slug),
    };
  }, [slug, site, siteApi, member]);
  // It was there: somebody removed this person, or the site, while it was open.
  if (isAdminError(error) && error.status === 404) return <Removed slug={slug} />;
  return <SiteContext value={value}>{children}</SiteContext>;
}
