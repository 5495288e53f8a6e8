import { useSuspenseQuery } from "@tanstack/react-query";
import { Files } from "lucide-react";
import { useAsked } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Card, Empty, Page, Rows } from "../parts/page.tsx";
import { To } from "../parts/to.tsx";
import { DocumentList } from "./document-list.tsx";
import { contentTypesQuery } from "./types.ts";

/** The content types of the site, each leading to its entries; with a state in the address, the entries of all types in that state. */
export function EntryTypes() {
  const site = useSite();
  const { status } = useAsked();
  const { data: types } = useSuspenseQuery(contentTypesQuery(site));
  return (
    <Page
      title={texts.entries.title}
      text={texts.entries.typesText}
      actions={<To path={`/sites/${site.slug}/trash`}>{texts.trash.title}</To>}
    >
      {status !== undefined ? (
        <DocumentList
          documents="entries"
          label={texts.entries.title}
          untitled={texts.entries.untitled}
          empty={null}
          columns={[
            {
              id: "contentType",
              label: texts.entries.type,
              isMinor: true,
              show: ({ contentType }) => (
                <span className="soft">{types.find(({ type }) => type === contentType)?.title || contentType}</span>
              ),
            },
          ]}
        />
      ) : types.length === 0 ? (
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
