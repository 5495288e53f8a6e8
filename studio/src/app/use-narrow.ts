import { useCallback, useSyncExternalStore } from "react";

/** Whether the window has at most this many pixels in width. Follows a phone that is turned, and a zoom. */
export function useNarrow(pixels: number): boolean {
  const query = `(max-width: ${pixels}px)`;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
