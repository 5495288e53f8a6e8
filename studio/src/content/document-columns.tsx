import type { ListedDocument } from "@vitrine/client/admin";
import { listTexts } from "../app/list-texts.ts";
import { texts } from "../app/texts.ts";
import { Ago } from "../parts/ago.tsx";
import type { TableColumn } from "../parts/table.tsx";
import styles from "./document-list.module.css";
import { LocaleStates } from "./locale-states.tsx";

interface DocumentColumnsProps {
  untitled: string;
  locales: readonly string[];
}

/** The columns of every list of pages or entries. */
export function documentColumns({ untitled, locales }: DocumentColumnsProps): TableColumn<ListedDocument>[] {
  const { list } = texts;
  const { columns } = listTexts;
  return [
    {
      id: "title",
      label: list.title,
      isSortable: true,
      width: "2fr",
      show: ({ title, slug: address }) => (
        <>
          <span className={styles.title}>{title || untitled}</span>
          <span className="soft">/{address}</span>
        </>
      ),
    },
    {
      id: "locales",
      label: list.languages,
      width: 56 + locales.length * 74,
      isMinor: locales.length > 2,
      show: ({ translations }) => <LocaleStates locales={locales} translations={translations} />,
    },
    {
      id: "updatedAt",
      label: list.changed,
      isSortable: true,
      width: 220,
      isMinor: true,
      show: ({ updatedAt, translations }) => {
        const name = lastEditor(translations);
        return (
          <span className="soft">
            <Ago at={updatedAt} />
            {name !== undefined && ` · ${name}`}
          </span>
        );
      },
    },
    {
      id: "publishedAt",
      label: columns.published,
      isSortable: true,
      width: 160,
      isOffered: true,
      show: ({ translations }) => <Time at={latest(translations.map(({ publishedAt }) => publishedAt))} />,
    },
    {
      id: "editedBy",
      label: columns.editedBy,
      width: 170,
      isOffered: true,
      show: ({ translations }) => <span>{lastEditor(translations) ?? ""}</span>,
    },
    {
      id: "scheduled",
      label: columns.plan,
      width: 170,
      isOffered: true,
      show: ({ translations }) => <Time at={earliest(translations.flatMap(({ scheduled }) => plansOf(scheduled)))} />,
    },
  ];
}

function Time({ at }: { at: string | undefined }) {
  return <span className="soft">{at !== undefined && <Ago at={at} />}</span>;
}

function lastEditor(translations: ListedDocument["translations"]): string | undefined {
  const [first, ...others] = translations;
  return others.reduce((last, each) => (last && last.updatedAt >= each.updatedAt ? last : each), first)?.editedBy?.name;
}

type Plans = ListedDocument["translations"][number]["scheduled"];
const plansOf = (plans: Plans): string[] => [plans?.publishAt, plans?.unpublishAt].filter((at) => typeof at === "string");

// Instants of one form sort as texts.
const latest = (instants: readonly (string | null)[]): string | undefined =>
  instants
    .filter((at) => at !== null)
    .sort()
    .at(-1);
const earliest = (instants: readonly string[]): string | undefined => [...instants].sort()[0];
