import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useNarrow } from "../app/use-narrow.ts";
import { closeComments, useComments } from "../comments/comments-state.ts";
import { useSelection } from "./selection.ts";

export const panels = ["outline", "preview", "inspector"] as const;
export type Panel = (typeof panels)[number];

/** In pixels. On a phone, and where a window is zoomed to 200 %. */
export const narrowEditor = 900;
/** Below it the comments take the room of the preview. */
const roomyEditor = 1200;

/**
 * The panels of the page editor that are shown. In a narrow window there is room for one: the outline first, and for each thing that
 * is chosen its fields, which then get the focus.
 */
export function usePanels(inspector: RefObject<HTMLElement | null>) {
  const isNarrow = useNarrow(narrowEditor);
  const isTight = useNarrow(roomyEditor);
  const hasComments = useComments(({ isOpen }) => isOpen);
  const [open, setOpen] = useState<ReadonlySet<Panel>>(new Set(panels));
  const [only, setOnly] = useState<Panel>("outline");
  const isFocusDue = useRef(false);
  const toggle = useCallback(
    (panel: Panel) => {
      setOnly(panel);
      if (isNarrow) closeComments({ returnsFocus: false });
      if (!isNarrow) setOpen((now) => new Set(panels.filter((each) => (each === panel) !== now.has(each))));
    },
    [isNarrow],
  );
  const showFields = useCallback(() => {
    isFocusDue.current = true;
    setOnly("inspector");
  }, []);
  useEffect(
    () =>
      useSelection.subscribe(({ block, reveal }) => {
        // Also for the block whose fields were left. A field that is revealed gets the focus by itself.
        if (reveal) setOnly("inspector");
        else if (block !== null) showFields();
      }),
    [showFields],
  );
  useEffect(() => {
    if (isFocusDue.current && isNarrow) inspector.current?.focus();
    isFocusDue.current = false;
  }, [only, isNarrow, inspector]);
  const shown = useMemo(() => {
    if (isNarrow) return new Set(hasComments ? [] : [only]);
    return hasComments && isTight ? new Set([...open].filter((panel) => panel !== "preview")) : open;
  }, [isNarrow, isTight, hasComments, only, open]);
  return { shown, hasComments, toggle, showFields };
}
