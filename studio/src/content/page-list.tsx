import { FileText, Plus } from "lucide-react";
import { useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { createDocument } from "./create-document.ts";
import { To } from "../parts/to.tsx";
import { DocumentList } from "./document-list.tsx";

/** The pages of the site. */
export function PageList() {
  const site = useSite();
  const go = useGo();
  const create = site.may("content:write") && (
    <Button
      variant="primary"
      onPress={() =>
        void createDocument(site, { documents: "pages" }).then((path) => path !== undefined && go(`/sites/${site.slug}${path}`))
      }
    >
      <Plus className="icon" aria-hidden />
      {texts.pages.create}
    </Button>
  );
  return (
    <Page
      title={texts.pages.title}
      actions={
        <>
          <To path={`/sites/${site.slug}/trash`}>{texts.trash.title}</To>
          {create}
        </>
      }
    >
      <DocumentList
        documents="pages"
        label={texts.pages.title}
        untitled={texts.pages.untitled}
        empty={<Empty icon={<FileText aria-hidden />} text={texts.pages.empty} action={create} />}
      />
    </Page>
  );
}
