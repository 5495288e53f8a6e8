import { LayoutGrid, List } from "lucide-react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { useSite } from "../app/site.tsx";
import { localeName, plural, texts } from "../app/texts.ts";
import { Choice } from "../parts/choice.tsx";
import { SearchInput } from "../parts/search-input.tsx";
import { useGroups, useMissingAltCount, useUnusedCount } from "./asset-queries.ts";
import { kinds } from "./kinds.ts";
import styles from "./media.module.css";
import type { useFilter } from "./use-filter.ts";

type Filter = ReturnType<typeof useFilter>;

interface AssetToolsProps {
  filter: Filter;
  words: string;
  onWords(words: string): void;
  total: number | undefined;
}

const any = "*";

/** What narrows the library, and what it shows that needs work. */
export function AssetTools({ filter: { filter, setFilter, isGrid, setGrid }, words, onWords, total }: AssetToolsProps) {
  const { site } = useSite();
  const { folders, tags } = useGroups();
  const { media } = texts;
  const kindLabels = { image: media.images, video: media.videos, audio: media.audio, document: media.documents };
  const named = (names: readonly string[], chosen: string | undefined) =>
    [...new Set([...names, ...(chosen === undefined ? [] : [chosen])])].map((name) => ({ id: name, label: name }));
  const valueOf = (id: string) => (id === any ? undefined : id);
  return (
    <>
      <div className={styles.tools}>
        <SearchInput label={media.search} value={words} onChange={onWords} />
        <Choice
          label={media.type}
          isLabelUnseen
          options={[{ id: any, label: media.all }, ...kinds.map((id) => ({ id, label: kindLabels[id] }))]}
          value={filter.type ?? any}
          onChange={(id) => setFilter({ type: kinds.find((each) => each === id) })}
        />
        <Choice
          label={media.folder}
          isLabelUnseen
          options={[{ id: any, label: media.anyFolder }, ...named(folders, filter.folder)]}
          value={filter.folder ?? any}
          onChange={(id) => setFilter({ folder: valueOf(id) })}
        />
        <Choice
          label={media.tags}
          isLabelUnseen
          options={[{ id: any, label: media.anyTag }, ...named(tags, filter.tag)]}
          value={filter.tag ?? any}
          onChange={(id) => setFilter({ tag: valueOf(id) })}
        />
        <ToggleButtonGroup
          aria-label={media.view}
          className={styles.views ?? ""}
          disallowEmptySelection
          selectedKeys={[isGrid ? "grid" : "list"]}
          onSelectionChange={(keys) => setGrid(keys.has("grid"))}
        >
          <ToggleButton id="grid" aria-label={media.grid} className={styles.view ?? ""}>
            <LayoutGrid className="icon" aria-hidden />
          </ToggleButton>
          <ToggleButton id="list" aria-label={media.rows} className={styles.view ?? ""}>
            <List className="icon" aria-hidden />
          </ToggleButton>
        </ToggleButtonGroup>
      </div>
      <div className={styles.needs} role="group" aria-label={media.needs}>
        <Chip label={media.unused} count={useUnusedCount()} isOn={filter.isUnused} onChange={(isUnused) => setFilter({ isUnused })} />
        <span className="soft" aria-hidden>
          {media.missingAlt}:
        </span>
        {site.locales.map((locale) => (
          <MissingAlt
            key={locale}
            locale={locale}
            isOn={filter.missingAlt === locale}
            onChange={(isOn) => setFilter({ missingAlt: isOn ? locale : undefined })}
          />
        ))}
        <span className="soft" role="status">
          {total === undefined ? "" : plural(total, media.total)}
        </span>
      </div>
    </>
  );
}

function MissingAlt({ locale, ...props }: { locale: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return <Chip prefix={texts.media.missingAlt} label={localeName(locale)} count={useMissingAltCount(locale)} {...props} />;
}

/** A filter with the number of what it would show; nothing, where that is nothing. */
function Chip({
  label,
  prefix,
  count,
  isOn,
  onChange,
}: {
  label: string;
  /** Read before it, where it stands in sight elsewhere. */
  prefix?: string;
  count: number | undefined;
  isOn: boolean;
  onChange(isOn: boolean): void;
}) {
  if (!isOn && !count) return null;
  return (
    <ToggleButton className={styles.chip ?? ""} isSelected={isOn} onChange={onChange}>
      {prefix !== undefined && <span className="unseen">{prefix}: </span>}
      {label}
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </ToggleButton>
  );
}
