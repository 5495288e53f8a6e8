import { useAsk, useAsked } from "../app/place.ts";
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
  q: "",
  type: undefined,
  folder: undefined,
  tag: undefined,
  isUnused: false,
  missingAlt: undefined,
};

/** The filter of the media library, which stands in the address: it can be shared, and survives a look elsewhere. */
export function useFilter() {
  const asked = useAsked();
  const ask = useAsk();
  const filter: AssetFilter = {
    q: asked.q ?? "",
    type: kinds.find((each) => each === asked.type),
    folder: asked.folder,
    tag: asked.tag,
    isUnused: asked.unused === "yes",
    missingAlt: asked.alt,
  };
  const setFilter = (change: Partial<AssetFilter>) => {
    const { q, type, folder, tag, isUnused, missingAlt } = { ...filter, ...change };
    ask({ q, type, folder, tag, unused: isUnused ? "yes" : undefined, alt: missingAlt });
  };
  const { asset, view } = asked;
  return {
    filter,
    isFiltered: Object.values({ ...filter }).some(Boolean),
    setFilter,
    /** The asset whose details are shown. */
    asset,
    open: (id: string | undefined) => ask({ asset: id }),
    isGrid: view !== "list",
    setGrid: (isGrid: boolean) => ask({ view: isGrid ? undefined : "list" }),
  };
}
