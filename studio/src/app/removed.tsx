import { useQueryClient } from "@tanstack/react-query";
import { DoorClosed } from "lucide-react";
import { useEffect } from "react";
import { Empty, Page } from "../parts/page.tsx";
import { studioPath } from "./api.ts";
import { texts } from "./texts.ts";

/** In the place of a site that the person may not see any more: the browser forgets what it read there, and keeps what they typed. */
export function Removed({ slug }: { slug: string }) {
  const queries = useQueryClient();
  // All but the answer that there is no such site: it decides that this is shown.
  useEffect(
    () => queries.removeQueries({ predicate: ({ queryKey: [kind, of, name] }) => kind === "site" && of === slug && name !== "settings" }),
    [queries, slug],
  );
  return (
    <main>
      <Page title={texts.problems.removed} isNarrow>
        <Empty
          icon={<DoorClosed aria-hidden />}
          text={texts.problems.removedText}
          action={<a href={`${studioPath}/`}>{texts.problems.toSites}</a>}
        />
      </Page>
    </main>
  );
}
