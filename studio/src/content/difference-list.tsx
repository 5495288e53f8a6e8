import { diffWordsWithSpace } from "diff";
import { useMemo } from "react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import type { EditedDraft } from "../draft/block.ts";
import { differences, type Difference } from "../draft/differences.ts";
import { Badge, type Tone } from "../parts/badge.tsx";
import styles from "./difference-list.module.css";
import { pointerWords } from "./pointer-words.ts";
import { blockTypesQuery } from "./types.ts";

type DiffPart = ReturnType<typeof diffWordsWithSpace>[number];

const tones: Readonly<Record<Difference["kind"], Tone>> = { added: "good", removed: "bad", moved: "accent", changed: "plain" };

/** What changes from one draft to another: by block and field, with the words marked. */
export function DifferenceList({ before, after, empty }: { before: EditedDraft; after: EditedDraft; empty: string }) {
  const { data: types } = useSuspenseQuery(blockTypesQuery(useSite()));
  const allDifferences = useMemo(() => differences(before, after), [before, after]);
  if (allDifferences.length === 0) return <p className="soft">{empty}</p>;
  return (
    <ul className={styles.list}>
      {allDifferences.map((difference) => {
        const { kind, block, path } = difference;
        const type = block && types.find((each) => each.type === block.type);
        return (
          <li key={`${kind}${block?.id}${path}`} className={styles.item}>
            <p className={styles.where}>
              <Badge tone={tones[kind]}>{texts.editor.difference[kind]}</Badge>
              <strong>{block ? (type?.title ?? block.type) : pointerWords(path)}</strong>
              {block && path !== "" && <span className="soft">{pointerWords(path, type?.schema)}</span>}
            </p>
            {kind === "changed" && <Change before={difference.before} after={difference.after} />}
          </li>
        );
      })}
    </ul>
  );
}

function Change({ before, after }: { before: unknown; after: unknown }) {
  const parts = typeof before === "string" && typeof after === "string" ? diffWordsWithSpace(shorten(before), shorten(after)) : [];
  if (isReadable(parts)) {
    return (
      <p className={styles.text}>
        {parts.map(({ added, removed, value }, index) =>
          added ? <ins key={index}>{value}</ins> : removed ? <del key={index}>{value}</del> : <span key={index}>{value}</span>,
        )}
      </p>
    );
  }
  return (
    <div className={styles.text}>
      {before !== undefined && (
        <p>
          <del>{asText(before)}</del>
        </p>
      )}
      {after !== undefined && (
        <p>
          <ins>{asText(after)}</ins>
        </p>
      )}
    </div>
  );
}

/** Of a text that was written anew, marks between the words hide both. */
function isReadable(parts: readonly DiffPart[]): boolean {
  const lengthOf = (some: readonly DiffPart[]) => some.reduce((sum, { value }) => sum + value.trim().length, 0);
  return (
    parts.length > 0 &&
    lengthOf(parts.filter(({ added, removed }) => !added && !removed)) * 3 >= lengthOf(parts.filter(({ added }) => !added))
  );
}

// To compare words takes time with the product of both lengths.
const longest = 8_000;
const shorten = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

function asText(value: unknown): string {
  return shorten(typeof value === "string" ? value : JSON.stringify(value));
}
