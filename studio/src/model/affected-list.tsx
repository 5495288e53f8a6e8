import { useQuery } from "@tanstack/react-query";
import type { TypeCheck } from "@vitrine/client/admin";
import { errorOf } from "../app/refusals.ts";
import { useSite } from "../app/site.tsx";
import { localeName, texts } from "../app/texts.ts";
import { pointerWords } from "../content/pointer-words.ts";
import type { Schema } from "../fields/schema.ts";
import { To } from "../parts/to.tsx";
import styles from "./effects.module.css";
import type { TypeName } from "./type-client.ts";

export type Affected = TypeCheck["affected"][number];

interface AffectedListProps extends TypeName {
  affected: readonly Affected[];
  /** Of which these are the first. */
  total: number;
  /** Of the type as it will be: the names of its fields. Absent: nothing is said about fields. */
  schema?: Schema;
}

/** Contents with what is wrong in each, by their titles, each a link to its editor. */
export function AffectedList({ family, type, affected, total, schema }: AffectedListProps) {
  const { api, key, slug } = useSite();
  const { model, media } = texts;
  const fieldOf = (path: string) => {
    // Of a page, the way to the block comes first.
    const within = family === "content" ? path : path.replace(/^.*\/props(?=\/|$)/, "");
    return schema && within !== "" ? pointerWords(within, schema) : "";
  };
  const documents = family === "content" ? "entries" : "pages";
  const pathTo = (document: string, locale: string) =>
    `/sites/${slug}${family === "content" ? `/entries/${type}` : "/pages"}/${document}/${locale}`;
  const ids = [...new Set(affected.map(({ document }) => document))].slice(0, 100).join(",");
  const { data: titles } = useQuery({
    queryKey: [...key, "documents", "titles", documents, ids],
    queryFn: async ({ signal }) => {
      const { data } = await api.content.listDocuments({ documents, ids, pageSize: 100 }, { signal });
      return new Map(data.map(({ id, title, slug: address }) => [id, title || address]));
    },
    enabled: ids !== "",
    placeholderData: (earlier) => earlier,
  });
  return (
    <>
      <ul className={styles.affected}>
        {byDocument(affected).map(({ document, path, code, places }) => (
          <li key={`${document}${path}${code}`}>
            <span className={styles.places}>
              <To path={pathTo(document, places[0]?.locale ?? "")}>{titles?.get(document) ?? texts.app.loading}</To>
              {places.map(({ locale, state }) => (
                <span key={locale + state} className={styles.place}>
                  <To path={pathTo(document, locale)}>{localeName(locale)}</To>
                  {state === "DRAFT" && ` (${media.draft})`}
                </span>
              ))}
            </span>
            {code !== "" && (
              <span className={styles.detail}>{[fieldOf(path), errorOf({ code })].filter((words) => words !== "").join(": ")}</span>
            )}
          </li>
        ))}
      </ul>
      {total > affected.length && <p className="soft">{model.andMore(total - affected.length)}</p>}
    </>
  );
}

interface Group extends Pick<Affected, "document" | "path" | "code"> {
  places: Affected[];
}

/** The languages and drafts of one document that have the same fault, together. */
function byDocument(affected: readonly Affected[]): Group[] {
  const groups = new Map<string, Group>();
  for (const each of affected) {
    const { document, path, code } = each;
    const key = `${document} ${path} ${code}`;
    const existingGroup = groups.get(key);
    if (existingGroup) existingGroup.places.push(each);
    else groups.set(key, { document, path, code, places: [each] });
  }
  return [...groups.values()];
}
