import type { Document } from "@vitrine/client/admin";
import { useQueryClient } from "@tanstack/react-query";
import { Languages } from "lucide-react";
import { useState } from "react";
import { NotHere } from "../app/not-here.tsx";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { sentDraft } from "../draft/block.ts";
import { contentOf } from "../draft/saver-state.ts";
import { Button } from "../parts/button.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { tellProblem } from "../parts/toast.tsx";

/** In the place of a text that is not translated yet: how to begin with it. */
export function MissingLocale({ documents, document, locale }: { documents: "pages" | "entries"; document: Document; locale: string }) {
  const { api, key, site, may } = useSite();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (!site.locales.includes(locale)) return <NotHere />;
  const original = document.translations.find((each) => each.locale === site.defaultLocale) ?? document.translations[0];
  const content = original && contentOf(original);
  const { editor } = texts;
  const begin = async (isCopy: boolean) => {
    setBusy(true);
    try {
      const { slug = "", title = "", seo, composition, data } = content ? sentDraft(content) : {};
      const empty = documents === "pages" ? { composition: [] } : { data: {} };
      await api.content.saveDraft({
        documents,
        id: document.id,
        locale,
        revision: "new",
        slug,
        title,
        ...(isCopy ? { seo, composition, data } : empty),
      });
      await queries.invalidateQueries({ queryKey: [...key, "document"] });
    } catch (error) {
      tellProblem(error);
      setBusy(false);
    }
  };
  return (
    <Page title={content?.title ?? ""} isNarrow>
      <Empty
        icon={<Languages aria-hidden />}
        text={editor.addLocale(localeName(locale))}
        action={
          may("content:write") && (
            <div className="row">
              {original && (
                <Button variant="primary" isDisabled={isBusy} onPress={() => void begin(true)}>
                  {editor.copyFrom(localeName(original.locale))}
                </Button>
              )}
              <Button isDisabled={isBusy} onPress={() => void begin(false)}>
                {editor.beginEmpty}
              </Button>
            </div>
          )
        }
      />
    </Page>
  );
}
