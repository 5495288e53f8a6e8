import { useAsked, useGo } from "../app/place.ts";
import { kinds, type Kind } from "./kinds.ts";

export interface AssetFilter {
  q: string;
  type: Kind | undefined;
  folder: string | undefined;
  tag: string | undefined;
  isUnused: boolean;
  /** The locale in which the description is missing. */
  missingAlt: string | undefined;
}

export const noFilter: AssetFilter = {
  ...{ q: "", type: undefined, folder: undefined, tag: undefined },
  ...{ isUnused: false, missingAlt: undefined },
};

/** The filter of the media library, which stands in the address: it can be shared, and survives a look elsewhere. */
export function useFilter() {
  const asked = useAsked();
  const go = useGo();
  const filter: AssetFilter = {
    q: asked.q ?? "",
    type: kinds.find((each) => each === asked.type),
    folder: asked.folder,
    tag: asked.tag,
    isUnused: asked.unused === "yes",
    missingAlt: asked.alt,
  };
  const write = (next: AssetFilter, rest: { asset?: string | undefined; view?: string | undefined }) => {
    const { q, type, folder, tag, isUnused, missingAlt } = next;
    const members = { q, type, folder, tag, unused: isUnused ? "yes" : undefined, alt: missingAlt, ...rest };
    const query = new URLSearchParams(Object.entries(members).filter((member): member is [string, string] => Boolean(member[1])));
    go(query.size === 0 ? "" : `?${query.toString()}`, { replace: true });
  };
  const { asset, view } = asked;
  return {
    filter,
    isFiltered: Object.values({ ...filter }).some(Boolean),
    setFilter: (change: Partial<AssetFilter>) => write({ ...filter, ...change }, { asset, view }),
    /** The asset whose details are shown. */
    asset,
    open: (id: string | undefined) => write(filter, { asset: id, view }),
    isGrid: view !== "list",
    setGrid: (isGrid: boolean) => write(filter, { asset, view: isGrid ? undefined : "list" }),
  };
}
