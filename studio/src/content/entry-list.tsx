import { useSuspenseQuery } from "@tanstack/react-query";
import { Files, Plus } from "lucide-react";
import { NotHere } from "../app/not-here.tsx";
import { useGo, usePlace } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { createDocument } from "./create-document.ts";
import { To } from "../parts/to.tsx";
import { DocumentList } from "./document-list.tsx";
import { fieldColumns } from "./field-columns.tsx";
import { SingleEntry } from "./single-entry.tsx";
import { contentTypesQuery } from "./types.ts";

/** The entries of one content type. */
export function EntryList() {
  const site = useSite();
  const go = useGo();
  const { type = "" } = usePlace();
  const { data: types } = useSuspenseQuery(contentTypesQuery(site));
  const contentType = types.find((each) => each.type === type);
  if (!contentType) return <NotHere />;
  if (contentType.single) return <SingleEntry contentType={contentType} />;
  const create = site.may("content:write") && (
    <Button
      variant="primary"
      onPress={() =>
        void createDocument(site, { documents: "entries", contentType: type }).then(
          (path) => path !== undefined && go(`/sites/${site.slug}${path}`),
        )
      }
    >
      <Plus className="icon" aria-hidden />
      {texts.entries.create}
    </Button>
  );
  return (
    <Page
      title={contentType.title}
      actions={
        <>
          <To path={`/sites/${site.slug}/trash`}>{texts.trash.title}</To>
          {create}
        </>
      }
    >
      <DocumentList
        key={type}
        documents="entries"
        contentType={type}
        label={contentType.title}
        untitled={texts.entries.untitled}
        columns={fieldColumns(contentType)}
        empty={<Empty icon={<Files aria-hidden />} text={texts.entries.empty} action={create} />}
      />
    </Page>
  );
}
