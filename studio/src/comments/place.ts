import type { CommentThread } from "@vitrine/client/admin";

/** What a comment is about: a block of the page or the document itself, as a whole or at a field. */
export type CommentPlace = Pick<CommentThread, "block" | "path">;

export const whole: CommentPlace = { block: null, path: null };

export const placeKey = ({ block, path }: CommentPlace) => `${block ?? ""} ${path ?? ""}`;

export const isSamePlace = (a: CommentPlace, b: CommentPlace) => placeKey(a) === placeKey(b);
