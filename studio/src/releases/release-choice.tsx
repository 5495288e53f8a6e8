import type { ListedRelease } from "@vitrine/client/admin";
import { formatDate, texts } from "../app/texts.ts";
import { TextInput } from "../parts/field.tsx";
import { SearchChoice } from "../parts/search-choice.tsx";

/** Stands for a release that is made on the way. */
export const anotherRelease = "new";

interface ReleaseChoiceProps {
  /** Those that can still be changed. */
  open: readonly ListedRelease[];
  /** The id, or `anotherRelease`. */
  release: string;
  onRelease(release: string): void;
  /** Of the new release. */
  name: string;
  onName(name: string): void;
}

/** Which release something belongs to: one that is in preparation, or a new one. */
export function ReleaseChoice({ open, release, onRelease, name, onName }: ReleaseChoiceProps) {
  const { releases } = texts;
  const { into } = releases;
  return (
    <>
      {open.length === 0 ? (
        <p className="soft">{into.none}</p>
      ) : (
        <SearchChoice
          label={into.choose}
          options={[
            ...open.map(({ id, name: label, publishAt }) => ({
              id,
              label: publishAt === null ? label : `${label} · ${formatDate(publishAt)}`,
            })),
            { id: anotherRelease, label: into.another },
          ]}
          value={release}
          onChange={onRelease}
        />
      )}
      {release === anotherRelease && (
        <TextInput
          label={releases.name}
          hint={releases.nameHint}
          value={name}
          onChange={onName}
          autoFocus
          maxLength={200}
          autoComplete="off"
        />
      )}
    </>
  );
}
