import { useEffect, useLayoutEffect, useRef } from "react";
import type { Action } from "../parts/action.ts";

const offers = new Set<() => readonly Action[]>();

/** Offers actions in ⌘K, too, as long as their part is on the screen. */
export function usePlaceActions(actions: readonly Action[]): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const offer = () => latest.current;
    offers.add(offer);
    return () => void offers.delete(offer);
  }, []);
}

/** What can be done at the present place now: first what the outer parts offer, which React lets know of themselves last. */
export const placeActions = (): Action[] =>
  [...offers]
    .reverse()
    .flatMap((offer) => offer())
    .filter(({ isDisabled = false }) => !isDisabled);
