import { useSuspenseQuery } from "@tanstack/react-query";
import { Files } from "lucide-react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Card, Empty, Page, Rows } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import { contentTypesQuery } from "./types.ts";

/** The content types of the site, each leading to its entries. */
export function EntryTypes() {
  const site = useSite();
  const { data: types } = useSuspenseQuery(contentTypesQuery(site));
  return (
    <Page title={texts.entries.title} text={texts.entries.typesText}>
      {types.length === 0 ? (
        <Empty icon={<Files aria-hidden />} text={texts.entries.noTypes} />
      ) : (
        <Card>
          <Rows>
            {types.map(({ type, title }) => (
              <li key={type}>
                <To path={`/sites/${site.slug}/entries/${type}`}>{title}</To>
                <span className="soft">{type}</span>
              </li>
            ))}
          </Rows>
        </Card>
      )}
    </Page>
  );
}
