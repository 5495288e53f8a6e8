import { useQuery } from "@tanstack/react-query";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { useOpenDocument } from "./open-document.tsx";
import { versionsQuery } from "./versions-query.ts";

/** Says whose changes a publication makes public. */
export function Contributors() {
  const { documents, document, translation } = useOpenDocument();
  const { data } = useQuery(versionsQuery(useSite(), { documents, id: document.id, locale: translation.locale }));
  if (!data) return null;
  const lastPublication = data.data.findIndex(({ kind }) => kind === "publication");
  const drafts = lastPublication === -1 ? data.data : data.data.slice(0, lastPublication);
  const names = new Set([translation.editedBy, ...drafts.map(({ by }) => by)].flatMap((person) => (person ? [person.name] : [])));
  return names.size > 0 && <p className="soft">{texts.editor.changedSince([...names].join(", "))}</p>;
}
