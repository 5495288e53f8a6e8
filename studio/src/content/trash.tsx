import { useQueryClient } from "@tanstack/react-query";
import type { TrashedDocument } from "@vitrine/client/admin";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useGo } from "../app/place.ts";
import { useSite } from "../app/site.tsx";
import { formatDate, texts } from "../app/texts.ts";
import { useMutation } from "../app/use-mutation.ts";
import { Ago } from "../parts/ago.tsx";
import { Button } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { Loading } from "../parts/loading.tsx";
import { Card, Empty, Page, Rows } from "../parts/page.tsx";
import { toast } from "../parts/toast.tsx";
import { usePaged } from "../parts/use-paged.ts";
import { pathOfDocument } from "./document-path.ts";

/** Deleted pages and entries, which can be restored until they go for good. */
export function Trash() {
  const { api, key } = useSite();
  const { trash, audit } = texts;
  const { items, total, isLoading, hasMore, more } = usePaged([...key, "documents", "trash"], (page, signal) =>
    api.content.listTrash({ page, pageSize: 100 }, { signal }),
  );
  return (
    <Page title={trash.title} text={trash.text}>
      {isLoading && <Loading />}
      {total === 0 && <Empty icon={<Trash2 aria-hidden />} text={trash.empty} />}
      {items.length > 0 && (
        <Card>
          <Rows>
            {items.map((document) => (
              <TrashedRow key={document.id} document={document} />
            ))}
          </Rows>
        </Card>
      )}
      {hasMore && <Button onPress={more}>{audit.more}</Button>}
    </Page>
  );
}

function TrashedRow({ document }: { document: TrashedDocument }) {
  const { api, key, may, slug: siteSlug, site } = useSite();
  const queries = useQueryClient();
  const { act, isBusy } = useMutation();
  const [isAsking, setAsking] = useState(false);
  const go = useGo();
  const { trash, pages, entries } = texts;
  const { id, kind, contentType, slugs, trashedAt, trashedBy, removedAt } = document;
  const title = document.title || (kind === "page" ? pages.untitled : entries.untitled);
  const locale = site.defaultLocale in slugs ? site.defaultLocale : (Object.keys(slugs)[0] ?? site.defaultLocale);
  const refresh = () => void queries.invalidateQueries({ queryKey: [...key, "documents"] });
  const restore = () =>
    act(async () => {
      await api.content.restoreDocument({ id });
      toast(trash.restored(title), {
        label: trash.open,
        run: () => go(`/sites/${siteSlug}${pathOfDocument({ id, contentType }, locale)}`),
      });
      refresh();
    });
  const remove = () =>
    act(async () => {
      await api.content.deleteDocument({ id });
      setAsking(false);
      toast(trash.removed(title));
      refresh();
    });
  return (
    <li>
      <span>{title}</span>
      <span className="soft">
        {kind === "page" ? trash.page : contentType} · <Ago at={trashedAt} />
        {trashedBy && ` · ${trashedBy.name}`} · {trash.until(formatDate(removedAt, { dateStyle: "medium" }))}
      </span>
      {may("content:publish") && (
        <span className="row">
          <Button isDisabled={isBusy} aria-label={`${trash.restore}: ${title}`} onPress={() => void restore()}>
            {trash.restore}
          </Button>
          <Button variant="danger" isDisabled={isBusy} aria-label={`${trash.removeNow}: ${title}`} onPress={() => setAsking(true)}>
            {trash.removeNow}
          </Button>
        </span>
      )}
      <Confirm
        title={trash.removeOne(title)}
        label={trash.removeNow}
        isOpen={isAsking}
        isBusy={isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>{trash.removeText}</p>
      </Confirm>
    </li>
  );
}
