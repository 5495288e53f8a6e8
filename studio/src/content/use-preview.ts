import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useSite } from "../app/site.tsx";
import { texts } from "../app/texts.ts";
import { browserClock } from "../draft/clock.ts";
import { find } from "../draft/tree.ts";
import { useOpenDocument } from "./open-document.tsx";
import { useBlockTypes } from "./page-types.ts";
import { watchPerson } from "./person-in-frame.ts";
import { openChannel, type Channel } from "./preview-channel.ts";
import { editableFields, withEdit, type Editable } from "./preview-edits.ts";
import { selectBlock, useSelection } from "./selection.ts";
import { createTurns } from "./turns.ts";
import { useResolvedPage } from "./use-resolved-page.ts";

interface Preview {
  frame: RefObject<HTMLIFrameElement | null>;
  /** Whether the frame was taken away, because it disturbed. */
  isOff: boolean;
  /** What the person should know about the preview. */
  note: string | undefined;
}

/** As long as a storefront may take to say that it is there. */
const silentMs = 3_000;
/** Between two edits, and two selections, that a storefront sends. */
const pauseMs = 250;

/** Connects a frame of the storefront with the open page: it shows the draft, and takes what a person selects and edits in it. */
export function usePreview(address: string | undefined): Preview {
  const { site, may } = useSite();
  const { store, translation } = useOpenDocument();
  const frame = useRef<HTMLIFrameElement>(null);
  const [channel, setChannel] = useState<Channel>();
  const [note, setNote] = useState<string>();
  const [isOff, setOff] = useState(false);
  const selected = useSelection((selection) => selection.block);
  const { page, fault: error } = useResolvedPage(channel !== undefined);
  const editable: Editable = {
    types: useBlockTypes(),
    mayWrite: may("content:write"),
    isDefaultLocale: translation.locale === site.defaultLocale,
  };
  const latest = useRef(editable);
  useLayoutEffect(() => {
    latest.current = editable;
  });

  useEffect(() => {
    const element = frame.current;
    if (!element || !address) return undefined;
    const { editor } = texts;
    const timer = setTimeout(() => setNote(editor.noPreview), silentMs);
    const person = watchPerson(element);
    const selections = createTurns(pauseMs, browserClock);
    const edits = createTurns(pauseMs, browserClock);
    const close = openChannel(element, new URL(address).origin, {
      ready(opened) {
        clearTimeout(timer);
        setNote(undefined);
        setChannel(opened);
      },
      selected(id) {
        const isThere = find(store.getState().draft.composition ?? [], id) !== undefined;
        if (isThere && person.isActing()) selections.take("", () => selectBlock(id));
      },
      edited(id, field, value) {
        if (!person.isActing()) return setNote(editor.previewActed);
        edits.take(`${id} ${field}`, () => {
          const edit = withEdit(store.getState().draft, { id, field, value }, latest.current);
          if (!edit) return setNote(editor.previewElsewhere);
          if ("most" in edit) return setNote(editor.previewTooLong(edit.most));
          setNote(undefined);
          store.getState().change(edit.draft, { key: `${id}${field}` });
        });
      },
      flooded() {
        clearTimeout(timer);
        setOff(true);
        setNote(editor.previewOff);
      },
    });
    // What was written is in the draft before the person does anything with it.
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    for (const kind of ["focus", "pagehide", "visibilitychange"] as const) addEventListener(kind, edits.finish, options);
    return () => {
      edits.finish();
      ending.abort();
      person.stop();
      clearTimeout(timer);
      setChannel(undefined);
      setNote(undefined);
      close();
    };
  }, [address, store]);

  useEffect(() => {
    if (page) channel?.show(page, editableFields(store.getState().draft, latest.current));
  }, [channel, page, store]);
  useEffect(() => channel?.select(selected), [channel, selected, page]);

  return { frame, isOff, note: note ?? (error === undefined ? undefined : texts.editor.previewStays(error)) };
}
