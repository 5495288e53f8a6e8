import { useQuery } from "@tanstack/react-query";
import type { Release, ReleaseCheck, ReleaseProblem } from "@vitrine/client/admin";
import { errorOf } from "../app/refusals.ts";
import { useSite } from "../app/site.tsx";
import { localeName, plural, texts } from "../app/texts.ts";
import { pathOfDocument } from "../content/document-path.ts";
import { pointerWords } from "../content/pointer-words.ts";
import { blockTypesQuery, contentTypesQuery } from "../content/types.ts";
import { schemaAt, type Schema } from "../fields/schema.ts";
import { To } from "../parts/to.tsx";
import { nameOf } from "./catalog-items.ts";
import { catalogItemsQuery } from "./release-queries.ts";
import styles from "./releases.module.css";

interface ReleaseProblemsProps {
  release: Release;
  check: ReleaseCheck;
  /** Called when somebody goes to a part of the page below. */
  onGo?: (() => void) | undefined;
}

const most = 20;

/** All that stands in the way of a release, each with the way to it. */
export function ReleaseProblems({ release, check: { problems, problemsTotal }, onGo }: ReleaseProblemsProps) {
  const site = useSite();
  const { data: types = [] } = useQuery(contentTypesQuery(site));
  const { data: blockTypes = [] } = useQuery(blockTypesQuery(site));
  const typeOf = ({ item, blockType }: ReleaseProblem) => {
    if (blockType !== null) return blockTypes.find(({ type }) => type === blockType);
    const contentType = release.items.find(({ translation }) => translation === item)?.contentType;
    return types.find(({ type }) => type === contentType);
  };
  const { check } = texts.releases;
  return (
    <div className={styles.problems}>
      <p>{plural(problemsTotal, check.count)}</p>
      <ul>
        {problems.slice(0, most).map((problem) => (
          <li key={`${problem.item ?? problem.change} ${problem.path} ${problem.code} ${problem.message}`}>
            <Place release={release} problem={problem} onGo={onGo} />
            <span>{wordsOf(problem, typeOf(problem))}</span>
          </li>
        ))}
      </ul>
      {problemsTotal > most && <p className="soft">{check.more(String(problemsTotal - most))}</p>}
    </div>
  );
}

/** What follows the innermost block of a pointer such as `/composition/0/children/left/1/props/title`. */
const inProps = /^\/composition\/\d+(?:\/children\/[^/]+\/\d+)*\/props(\/.*)$/;

/** Of an entry and of a block, the type's schema has the names of the fields, and the limits. */
function wordsOf({ code, path, blockType }: ReleaseProblem, type: { title: string; schema: Schema } | undefined): string {
  const { check } = texts.releases;
  if (code === "empty") return check.empty;
  if (code === "trashed") return check.trashed;
  const [, within] = (blockType === null ? /^\/data(\/.*)$/ : inProps).exec(path) ?? [];
  const block = blockType === null ? [] : [type?.title || blockType];
  if (type && within !== undefined) {
    const field = [...block, pointerWords(within, type.schema)].join(" › ");
    return `${field}: ${errorOf({ code }, schemaAt(type.schema, within)[code])}`;
  }
  if (block.length > 0) return `${block.join()}: ${errorOf({ code })}`;
  return [pointerWords(path), errorOf({ code })].filter((words) => words !== "").join(": ");
}

/** Where it can be solved: the document, or the part of the shop below. */
function Place({ release, problem, onGo }: Pick<ReleaseProblemsProps, "release" | "onGo"> & { problem: ReleaseProblem }) {
  const site = useSite();
  const item = release.items.find(({ translation }) => translation === problem.item);
  const change = release.changes.find(({ id }) => id === problem.change);
  const { data: catalogItems } = useQuery({ ...catalogItemsQuery(site, release.id), enabled: change !== undefined });
  if (item) {
    return (
      <To path={`/sites/${site.slug}${pathOfDocument({ id: item.document, contentType: item.contentType }, item.locale, problem.path)}`}>
        {item.title || item.slug || texts.releases.untitled} ({localeName(item.locale)})
      </To>
    );
  }
  if (change) {
    const changedGoods = catalogItems?.find(({ id }) => id === change.target);
    return (
      <button
        type="button"
        className={styles.link}
        onClick={() => {
          onGo?.();
          // After the dialog, which gives the focus back to where it was.
          setTimeout(() => document.getElementById(`goods-${change.target}`)?.focus(), 100);
        }}
      >
        {nameOf(changedGoods?.before ?? null) || texts.releases.kinds[change.type]}
      </button>
    );
  }
  return null;
}
