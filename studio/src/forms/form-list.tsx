import { useQuery } from "@tanstack/react-query";
import type { ListedForm } from "@vitrine/client/admin";
import { Inbox, Plus } from "lucide-react";
import { NotHere } from "../app/not-here.tsx";
import { useAsk, useAsked, useGo } from "../app/place.ts";
import { shopTexts } from "../app/shop-texts.ts";
import { useSite } from "../app/site.tsx";
import { plural } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import { Loading } from "../parts/loading.tsx";
import { NoMatches } from "../parts/no-matches.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import { Table, type TableColumn } from "../parts/table.tsx";
import { useAskedSort, useAskedWords } from "../parts/use-list.ts";
import { usePaged } from "../parts/use-paged.ts";
import { newCountQuery } from "./form-queries.ts";
import styles from "./forms.module.css";
import { NewForm } from "./new-form.tsx";

type Row = ListedForm & { id: string };

/** The forms of the site, each with what is new in it. */
export function FormList() {
  const { may } = useSite();
  const { forms } = shopTexts;
  const { new: isMaking } = useAsked();
  const ask = useAsk();
  if (!may("submissions:read")) return <NotHere />;
  const create = may("forms:write") && (
    <Button variant="primary" onPress={() => ask({ new: "yes" })}>
      <Plus className="icon" aria-hidden />
      {shopTexts.formBuilder.newForm}
    </Button>
  );
  return (
    <Page title={forms.title} actions={create}>
      <Forms />
      {may("forms:write") && <NewForm isOpen={isMaking === "yes"} onClose={() => ask({ new: undefined })} />}
    </Page>
  );
}

function Forms() {
  const { api, key, slug: site } = useSite();
  const go = useGo();
  const { words, setWords, q } = useAskedWords();
  const { sort, setSort, sortedBy } = useAskedSort("name:asc");
  const { forms } = shopTexts;
  const { items, total, isLoading, more, hasMore } = usePaged<Row>([...key, "forms", q, sortedBy], async (page, signal) => {
    const list = await api.forms.listForms({ q: q || undefined, sort: sortedBy, page, pageSize: 100 }, { signal });
    return { ...list, data: list.data.map((form) => ({ ...form, id: form.slug })) };
  });
  if (total === 0 && q === "") return <Empty icon={<Inbox aria-hidden />} text={forms.empty} />;
  if (isLoading) return <Loading />;
  const pathOf = ({ slug }: Row) => `/sites/${site}/forms/${slug}`;
  return (
    <div className="stack">
      <div className={styles.search}>
        <SearchInput label={forms.searchForms} value={words} onChange={setWords} />
        <span className="soft" role="status">
          {total === undefined ? "" : plural(total, forms.forms)}
        </span>
      </div>
      <Table
        label={forms.title}
        columns={columns()}
        items={items}
        textOf={({ name }) => name}
        onOpen={(form) => go(pathOf(form))}
        pathOf={pathOf}
        sort={sort}
        onSort={setSort}
        onMore={more}
        hasMore={hasMore}
        empty={<NoMatches text={forms.noneFound} onClear={() => setWords("")} />}
      />
    </div>
  );
}

function columns(): TableColumn<Row>[] {
  const { forms } = shopTexts;
  return [
    { id: "name", label: forms.form, isSortable: true, width: "3fr", show: ({ name }) => <span>{name}</span> },
    { id: "new", label: forms.submissions, width: "2fr", show: ({ slug }) => <NewCount form={slug} /> },
    { id: "slug", label: forms.shortName, isSortable: true, width: "2fr", isMinor: true, show: ({ slug }) => <code>{slug}</code> },
    {
      id: "updatedAt",
      label: forms.changed,
      isSortable: true,
      width: 180,
      isMinor: true,
      show: ({ updatedAt }) => (
        <span className="soft">
          <Ago at={updatedAt} />
        </span>
      ),
    },
  ];
}

/** Only the rows in sight ask for it. */
function NewCount({ form }: { form: string }) {
  const site = useSite();
  const { data: count } = useQuery(newCountQuery(site, form));
  const { forms } = shopTexts;
  if (count === undefined) return null;
  return count === 0 ? <span className="soft">{forms.nothingNew}</span> : <Badge tone="accent">{plural(count, forms.newCount)}</Badge>;
}
