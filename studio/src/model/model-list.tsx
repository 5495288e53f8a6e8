import { useSuspenseQuery } from "@tanstack/react-query";
import { Plus, Shapes } from "lucide-react";
import { useState } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { blockTypesQuery, contentTypesQuery } from "../content/types.ts";
import { Button } from "../parts/button.tsx";
import { Card, Empty, Page } from "../parts/page.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import type { Family, StoredType } from "./definition.ts";
import own from "./list.module.css";
import styles from "./model.module.css";
import { NewType } from "./new-type.tsx";
import { TypeRow } from "./type-row.tsx";

/** The content types and block types of the site. */
export function ModelList() {
  const site = useSite();
  const { model } = texts;
  const { data: contentTypes } = useSuspenseQuery(contentTypesQuery(site));
  const { data: blockTypes } = useSuspenseQuery(blockTypesQuery(site));
  return (
    <Page title={model.title} text={site.may("model:write") ? model.text : model.readOnly}>
      <Types family="content" types={contentTypes} />
      <Types family="block" types={blockTypes} />
    </Page>
  );
}

/** With more types than these there is a field to search them by. */
const mostWithoutSearch = 12;
/** The entries of so many types are counted: each takes a request. */
const mostCounted = 50;

function Types({ family, types }: { family: Family; types: readonly StoredType[] }) {
  const { may } = useSite();
  const [isNew, setNew] = useState(false);
  const [searched, setSearched] = useState("");
  const { model, list } = texts;
  const words = model.families[family];
  const q = searched.trim().toLowerCase();
  const matchingTypes = types.filter(({ type, title }) => `${title} ${type}`.toLowerCase().includes(q));
  const create = may("model:write") && (
    <Button onPress={() => setNew(true)}>
      <Plus className="icon" aria-hidden />
      {words.create}
    </Button>
  );
  return (
    <Card title={words.title} aside={types.length > 0 && create}>
      {types.length === 0 ? (
        <Empty icon={<Shapes aria-hidden />} text={words.empty} action={create} />
      ) : (
        <>
          <p className={styles.lead}>{words.text}</p>
          {types.length > mostWithoutSearch && <SearchInput label={model.search} value={searched} onChange={setSearched} />}
          {matchingTypes.length === 0 && <p className={styles.lead}>{list.none}</p>}
          <ul className={own.types} aria-label={words.title}>
            {matchingTypes.map((each) => (
              <TypeRow key={each.type} family={family} storedType={each} isCounted={types.length <= mostCounted} />
            ))}
          </ul>
        </>
      )}
      <NewType family={family} isOpen={isNew} onClose={() => setNew(false)} />
    </Card>
  );
}
