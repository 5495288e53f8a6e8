import { create } from "zustand";
import { placeKey, type CommentPlace } from "./place.ts";

interface CommentsState {
  isOpen: boolean;
  /** The place of a comment that somebody begins. */
  begun: CommentPlace | undefined;
  /** The thread that is to get the focus. */
  wanted: string | undefined;
  /** Words that were not sent, by place or thread: they are there again when somebody comes back. */
  words: Readonly<Record<string, string>>;
}

const closed = { isOpen: false, begun: undefined, wanted: undefined };

/** The panel with the comments of the open document. */
export const useComments = create<CommentsState>()(() => ({ ...closed, words: {} }));

/** Where the focus goes when the panel closes. */
let opener: HTMLElement | undefined;

function rememberOpener(): void {
  const active = document.activeElement;
  if (active instanceof HTMLElement && !active.closest("[data-comments]")) opener = active;
}

export function openComments(): void {
  rememberOpener();
  useComments.setState({ ...closed, isOpen: true });
}

/** Begins a comment at a place. */
export function beginComment(place: CommentPlace): void {
  rememberOpener();
  useComments.setState({ isOpen: true, begun: place, wanted: undefined });
}

/** Shows a thread, and gives it the focus. */
export function showThread(id: string): void {
  rememberOpener();
  useComments.setState({ isOpen: true, begun: undefined, wanted: id });
}

export function closeComments({ returnsFocus = true } = {}): void {
  useComments.setState(closed);
  if (returnsFocus && opener?.isConnected) opener.focus();
  opener = undefined;
}

/** Forgets all of it: another document is open. */
export const forgetComments = () => useComments.setState({ ...closed, words: {} });

const wordsKey = (of: CommentPlace | string) => (typeof of === "string" ? of : placeKey(of));

export const useWords = (of: CommentPlace | string) => useComments(({ words }) => words[wordsKey(of)] ?? "");

export const keepWords = (of: CommentPlace | string, text: string) =>
  useComments.setState(({ words }) => ({ words: { ...words, [wordsKey(of)]: text } }));
