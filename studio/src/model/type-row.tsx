import { useQuery } from "@tanstack/react-query";
import { Files } from "lucide-react";
import { useSite } from "../app/site.tsx";
import { plural, texts } from "../app/texts.ts";
import { iconOf } from "../content/block-icons.tsx";
import { objectOf } from "../fields/schema.ts";
import { To } from "../parts/to.tsx";
import type { Family, StoredType } from "./definition.ts";
import styles from "./list.module.css";
import { entriesQuery, pathOfType } from "./type-client.ts";
import { TypeMenu } from "./type-menu.tsx";

/** A type in the list: its words, how large it is, and what can be done with it. */
export function TypeRow({ family, storedType, isCounted }: { family: Family; storedType: StoredType; isCounted: boolean }) {
  const { slug, may } = useSite();
  const { model } = texts;
  const { type, title, schema } = storedType;
  const name = { family, type };
  const description = "description" in storedType ? storedType.description : null;
  const category = "category" in storedType ? storedType.category : null;
  return (
    <li className={styles.type}>
      <span className={styles.icon}>{"icon" in storedType ? iconOf(storedType.icon) : <Files className="icon" aria-hidden />}</span>
      <span className={styles.words}>
        <span>
          <To path={pathOfType(slug, name)}>{title}</To> <code className={styles.name}>{type}</code>
        </span>
        {description !== null && <span className={styles.detail}>{description}</span>}
      </span>
      <span className={styles.facts}>
        {category !== null && <span>{category}</span>}
        <span>{plural(Object.keys(objectOf(schema.properties)).length, model.fieldCount)}</span>
        {family === "content" && isCounted && <Entries type={type} />}
      </span>
      {may("model:write") && <TypeMenu {...name} storedType={storedType} />}
    </li>
  );
}

/** How many documents are of the type. */
export function Entries({ type }: { type: string }) {
  const site = useSite();
  const { data: count } = useQuery(entriesQuery(site, type));
  if (count === undefined) return <span>…</span>;
  return count === 0 ? (
    <span>{texts.model.noEntries}</span>
  ) : (
    <To path={`/sites/${site.slug}/entries/${type}`}>{plural(count, texts.model.entryCount)}</To>
  );
}
