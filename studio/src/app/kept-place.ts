import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState, type RefObject } from "react";

type Kept = Map<string, unknown>;

/** What screens remember, by the step of the browser's history and the path. */
const steps = new Map<number, { pathname: string; values: Kept }>();

/** A step forward to another place takes the ones that were ahead away. */
export function forgetFrom(step: number): void {
  for (const each of steps.keys()) if (each >= step) steps.delete(each);
}

/** How many steps lie between a step and the last one before it that was at the path; undefined: there is none. */
export function stepsBackTo(pathname: string, step: number): number | undefined {
  const earlier = [...steps].filter(([each, { pathname: there }]) => each < step && there === pathname).map(([each]) => each);
  return earlier.length === 0 ? undefined : step - Math.max(...earlier);
}

function keptAt(step: number, pathname: string): Kept {
  let memory = steps.get(step);
  if (memory?.pathname !== pathname) steps.set(step, (memory = { pathname, values: new Map() }));
  return memory.values;
}

function useStep(): Kept {
  const { pathname, state } = useLocation();
  // The screen's own: the location is that of the next screen before this one is gone.
  return useState(() => keptAt(state.__TSR_index, pathname))[0];
}

/** State of a screen that is there again after Back, and begins anew at a link. */
export function useKept<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const keptValues = useStep();
  const [value, setValue] = useState(() => (keptValues.has(name) ? (keptValues.get(name) as Value) : initial));
  const set = (next: Value) => {
    keptValues.set(name, next);
    setValue(next);
  };
  return [value, set];
}

/** Frames in which a long list may grow to its height. */
const mostFrames = 30;

/** For a part that scrolls: after Back, it is scrolled to where it was. */
export function useKeptScroll<Part extends HTMLElement>(name: string): RefObject<Part | null> {
  const keptValues = useStep();
  const part = useRef<Part>(null);
  useEffect(() => {
    const element = part.current;
    if (!element) return undefined;
    const top = keptValues.get(name);
    let frame = 0;
    let left = mostFrames;
    const restore = () => {
      element.scrollTop = top as number;
      if (Math.abs(element.scrollTop - (top as number)) > 1 && (left -= 1) > 0) frame = requestAnimationFrame(restore);
    };
    if (typeof top === "number") restore();
    const note = () => void keptValues.set(name, element.scrollTop);
    element.addEventListener("scroll", note, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener("scroll", note);
    };
  }, [keptValues, name]);
  return part;
}
