import { useState } from "react";

interface Revised {
  revision: number;
}

/**
 * What somebody has changed in a form and not saved, over what the server has. `fresh` is the newest answer: what others change meanwhile is shown at once,
 * unless it is in a member that was edited here too. Then `isContested`, and nothing is taken or given until the person chooses.
 */
export function useEdits<Whole extends Revised, Member extends keyof Whole>(fresh: Whole, members: readonly Member[]) {
  const [seen, setSeen] = useState(fresh);
  const [edits, setEdits] = useState<Partial<Pick<Whole, Member>>>({});
  const edited = members.filter((member) => member in edits && !isSame(edits[member], seen[member]));
  const isNewer = fresh.revision > seen.revision;
  const contested = isNewer ? edited.filter((member) => !isSame(fresh[member], seen[member])) : [];
  const isContested = contested.length > 0;
  if (isNewer && !isContested) setSeen(fresh);
  const values = { ...seen, ...edits };
  return {
    values,
    /** The revision that a change must name. */
    revision: seen.revision,
    /** What was edited, by member: the body of a PATCH. */
    changes: Object.fromEntries(edited.map((member) => [member, edits[member]])) as Partial<Pick<Whole, Member>>,
    isEdited: edited.length > 0,
    isContested,
    /** What both sides changed. */
    contested,
    set: <Name extends Member>(member: Name, value: Whole[Name]) => setEdits((earlier) => ({ ...earlier, [member]: value })),
    /** The server has these now. */
    saved: (whole: Whole) => {
      setSeen(whole);
      setEdits({});
    },
    /** Goes back to what the server has. */
    discard: () => {
      setSeen(fresh);
      setEdits({});
    },
    /** Stays with the edits, over what others changed. */
    keep: () => setSeen(fresh),
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
