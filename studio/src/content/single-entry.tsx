import { useQuery } from "@tanstack/react-query";
import type { EditedContentType } from "@vitrine/client/admin";
import { Files } from "lucide-react";
import { useEffect } from "react";
import { useGo } from "../app/place.ts";
import { Failure } from "../app/failure.tsx";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Loading } from "../parts/loading.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { pathOfDocument } from "./document-path.ts";
import { openSingleEntry } from "./open-single-entry.ts";

/** Opens the entry of a single content type in the editor. Who may write begins it on the first visit. */
export function SingleEntry({ contentType: { type, title } }: { contentType: EditedContentType }) {
  const site = useSite();
  const go = useGo();
  const {
    data: entry,
    error,
    refetch,
  } = useQuery({
    queryKey: [...site.key, "documents", "single", type],
    queryFn: () => openSingleEntry(site, { type, title }),
    // Somebody may have moved it to the trash meanwhile.
    gcTime: 0,
  });
  useEffect(() => {
    if (entry) go(`/sites/${site.slug}${pathOfDocument(entry, entry.locale)}`, { replace: true });
  }, [entry, go, site.slug]);
  if (error) return <Failure error={error} reset={() => void refetch()} />;
  if (entry !== null) return <Loading />;
  return (
    <Page title={title}>
      <Empty icon={<Files aria-hidden />} text={texts.entries.empty} />
    </Page>
  );
}
