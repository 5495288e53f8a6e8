import { useQuery } from "@tanstack/react-query";
import { FilePlus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { Autocomplete, ListBox, ListBoxItem, Text } from "react-aria-components";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { createDocument } from "../content/create-document.ts";
import { contentTypesQuery } from "../content/types.ts";
import { studioPath } from "../app/api.ts";
import { Badge } from "../parts/badge.tsx";
import { Button } from "../parts/button.tsx";
import choice from "../parts/choice.module.css";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import styles from "./fields.module.css";
import { wordsOf } from "./choose-field.ts";
import { findTargets, type Target, type TargetFilter } from "./targets.ts";

interface TargetPickerProps {
  title: string;
  /** With several, people choose the kind first. */
  filters: readonly TargetFilter[];
  isOpen: boolean;
  onClose(): void;
  onChoose(target: Target): void;
  /** Of an entry that is made on the way. */
  locale: string;
}

/** Finds a page, an entry, a product or a category by words. An entry that does not exist yet can be made on the way. */
export function TargetPicker({ title, filters, isOpen, onClose, onChoose, locale }: TargetPickerProps) {
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <Finder
        filters={filters}
        locale={locale}
        onChoose={(target) => {
          onChoose(target);
          onClose();
        }}
      />
    </Dialog>
  );
}

function Finder({ filters, locale, onChoose }: Pick<TargetPickerProps, "filters" | "locale" | "onChoose">) {
  const site = useSite();
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const filter = filters[at] ?? { kind: "entry" as const, contentTypes: [] };
  const q = useDeferredValue(words.trim());
  const { data: targets } = useQuery({
    queryKey: [...site.key, "documents", "targets", filter, q],
    queryFn: ({ signal }) => findTargets(site, filter, q, signal),
    placeholderData: (earlier) => (earlier?.[0]?.kind === filter.kind ? earlier : undefined),
  });
  const isWaitingForWords = q === "" && (filter.kind === "product" || filter.kind === "category");
  return (
    <>
      {filters.length > 1 && (
        <Choice
          label={texts.fields.kind}
          options={filters.map(({ kind }, index) => ({ id: String(index), label: texts.fields.kinds[kind] }))}
          value={String(at)}
          onChange={(id) => setAt(Number(id))}
        />
      )}
      {/* The arrows reach the list from the search, and Enter chooses. */}
      <Autocomplete inputValue={words} onInputChange={setWords}>
        <SearchInput label={texts.fields.searchTargets} value={words} onChange={setWords} autoFocus />
        <ListBox
          aria-label={texts.fields.kinds[filter.kind]}
          items={targets ?? []}
          className={styles.targets ?? ""}
          selectionMode="single"
          onSelectionChange={(keys) => {
            const target = targets?.find(({ id }) => keys !== "all" && keys.has(id));
            if (target) onChoose(target);
          }}
          renderEmptyState={() => (
            <p className="soft">{isWaitingForWords ? texts.fields.typeToSearch : targets ? texts.fields.noTargets : texts.app.loading}</p>
          )}
        >
          {(target: Target) => (
            <ListBoxItem id={target.id} textValue={target.title} className={`${choice.option} ${styles.targetRow}`}>
              <span className={styles.targetWords}>
                <Text slot="label">{target.title}</Text>
                <Text slot="description" className={styles.targetDetail ?? ""}>
                  {target.detail}
                </Text>
              </span>
              {target.state !== undefined && target.state !== "PUBLISHED" && <Badge>{texts.states[target.state]}</Badge>}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
      {filter.kind === "entry" && site.may("content:write") && (
        <NewEntries contentTypes={filter.contentTypes} title={words.trim()} locale={locale} onChoose={onChoose} />
      )}
    </>
  );
}

/** Buttons to make an entry of each type that fits. It opens in a new tab, and is chosen at once. */
function NewEntries({
  contentTypes,
  title,
  locale,
  onChoose,
}: {
  contentTypes: readonly string[];
  title: string;
  locale: string;
  onChoose(target: Target): void;
}) {
  const site = useSite();
  const { data: types = [] } = useQuery(contentTypesQuery(site));
  const offered = types.filter(({ type }) => contentTypes.length === 0 || contentTypes.includes(type)).slice(0, 5);
  const create = async (contentType: string) => {
    // Opened at once: after the response, some browsers take it for a pop-up.
    const tab = open("", "_blank");
    const path = await createDocument(site, { documents: "entries", contentType, locale, ...(title === "" ? {} : { title }) });
    const id = path?.split("/")[3];
    if (path === undefined || id === undefined) return tab?.close();
    tab?.location.replace(`${studioPath}/sites/${site.slug}${path}`);
    const words = title === "" ? texts.entries.untitled : title;
    onChoose({ kind: "entry", id, title: words, detail: contentType, slug: "", contentType, state: "DRAFT" });
  };
  return (
    <div className="row">
      {offered.map(({ type, title: name }) => (
        <Button key={type} onPress={() => void create(type)}>
          <FilePlus className="icon" aria-hidden />
          {texts.fields.newTarget(name || wordsOf(type))}
        </Button>
      ))}
    </div>
  );
}
