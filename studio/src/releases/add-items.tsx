import { useQuery } from "@tanstack/react-query";
import type { ListedDocument, Release } from "@vitrine/client/admin";
import { useDeferredValue, useState } from "react";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { contentTypesQuery } from "../content/types.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Radios } from "../parts/radios.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import { AddItemRow } from "./add-item-row.tsx";
import styles from "./add-items.module.css";

const mostShown = 30;
const anyKind = "*";
const allLocales = "*";

type DocumentKind = { documents: "pages" } | { documents: "entries"; contentType?: string };

/** Finds pages and entries by words, and adds them to a release, one after the other. */
export function AddItems({ release, onClose }: { release: Release; onClose(): void }) {
  const site = useSite();
  const { data: types = [] } = useQuery(contentTypesQuery(site));
  const [kind, setKind] = useState(anyKind);
  const [action, setAction] = useState<"PUBLISH" | "UNPUBLISH">("PUBLISH");
  const [locale, setLocale] = useState(allLocales);
  const [words, setWords] = useState("");
  const q = useDeferredValue(words.trim());
  const { releases, list, app, pages } = texts;
  const { data: foundDocuments } = useQuery({
    queryKey: [...site.key, "documents", "to add", kind, q],
    queryFn: async ({ signal }) => {
      const kinds: DocumentKind[] =
        kind === anyKind
          ? [{ documents: "pages" }, { documents: "entries" }]
          : kind === "page"
            ? [{ documents: "pages" }]
            : [{ documents: "entries", contentType: kind }];
      const ofKinds = kinds.map((each) =>
        site.api.content.listDocuments({ ...each, ...(q === "" ? {} : { q }), pageSize: mostShown / kinds.length }, { signal }),
      );
      return (await Promise.all(ofKinds)).flatMap(({ data }) => data);
    },
    placeholderData: (earlier) => (kind === anyKind || earlier?.[0]?.contentType === kind ? earlier : undefined),
  });
  const documents: readonly ListedDocument[] = foundDocuments ?? [];
  return (
    <Dialog isOpen isWide title={releases.addTitle} onClose={onClose} actions={<Button onPress={onClose}>{app.done}</Button>}>
      <div className={styles.filters}>
        <Choice
          label={releases.addKind}
          options={[
            { id: anyKind, label: releases.anyKind },
            { id: "page", label: pages.title },
            ...types.map(({ type, title }) => ({ id: type, label: title || type })),
          ]}
          value={kind}
          onChange={setKind}
        />
        {site.site.locales.length > 1 && (
          <Choice
            label={releases.addLocale}
            options={[
              { id: allLocales, label: releases.allLocales },
              ...site.site.locales.map((each) => ({ id: each, label: localeName(each) })),
            ]}
            value={locale}
            onChange={setLocale}
          />
        )}
        <Radios
          label={releases.addAction}
          options={[
            { id: "PUBLISH", label: releases.addPublish },
            { id: "UNPUBLISH", label: releases.addUnpublish },
          ]}
          value={action}
          onChange={(next) => setAction(next as typeof action)}
        />
      </div>
      <SearchInput label={list.search} value={words} onChange={setWords} autoFocus />
      {documents.length === 0 ? (
        <p className="soft" role="status">
          {foundDocuments ? texts.fields.noTargets : app.loading}
        </p>
      ) : (
        <ul className={styles.found}>
          {documents.map((document) => (
            <AddItemRow
              key={document.id}
              release={release}
              document={document}
              locales={locale === allLocales ? site.site.locales : [locale]}
              action={action}
            />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
