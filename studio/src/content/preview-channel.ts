import type { ResolvedPage } from "@vitrine/client/admin";
import { isJsonObject } from "../draft/json.ts";

/** The longest text of each block that may be edited in place, by JSON Pointer into its props. */
export type EditableFields = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What the studio can say to the storefront in its frame. */
export interface Channel {
  /** Shows a page, and says which of its texts may be edited in place. */
  show(page: ResolvedPage, fields: EditableFields): void;
  /** Marks a block, and scrolls to it; null: none. */
  select(block: string | null): void;
}

export type Said = { type: "ready" } | { type: "select"; id: string } | { type: "edit"; id: string; field: string; value: string };

interface Heard {
  ready(channel: Channel): void;
  selected(block: string): void;
  /** A text was edited in place: a pointer into the props of a block, and the new text. */
  edited(block: string, field: string, value: string): void;
  /** The frame says more than a person can do. Nothing is heard from then on. */
  flooded(): void;
}

const longestId = 200;
const longestPointer = 1_000;
const longestText = 200_000;

const isText = (value: unknown, longest: number): value is string => typeof value === "string" && value !== "" && value.length <= longest;

/** A message of a storefront, which anybody may have written; undefined: it is none of ours. */
export function readMessage(data: unknown): Said | undefined {
  if (!isJsonObject(data)) return undefined;
  const { type, id, field, value } = data;
  if (type === "ready") return { type };
  if (!isText(id, longestId)) return undefined;
  if (type === "select") return { type, id };
  const isEdit = type === "edit" && isText(field, longestPointer) && typeof value === "string" && value.length <= longestText;
  return isEdit ? { type, id, field, value } : undefined;
}

/** Messages at once, and in a second: a key that is held down sends 30. */
const burst = 300;
const eachSecond = 60;

/** Counts messages; answers whether there are more than a person can cause. */
export function createFlood(now: () => number = () => performance.now()): () => boolean {
  let [left, at] = [burst, now()];
  return () => {
    const then = at;
    at = now();
    left = Math.min(burst, left + ((at - then) / 1_000) * eachSecond) - 1;
    return left < 0;
  };
}

/**
 * Waits for the storefront in a frame, and connects with it: `@vitrine/client/preview` is the other side. The frame says hello with a random nonce; the answer
 * repeats it and brings a channel of their own. Both check the window and the origin of what they hear. Returns how to disconnect.
 */
export function openChannel(frame: HTMLIFrameElement, origin: string, heard: Heard): () => void {
  const isFlood = createFlood();
  let port: MessagePort | undefined;
  function close(): void {
    removeEventListener("message", hear);
    port?.close();
  }
  /** Whether a message is to be heard. */
  function counts(): boolean {
    if (!isFlood()) return true;
    close();
    heard.flooded();
    return false;
  }
  function hear({ source, origin: from, data }: MessageEvent<unknown>): void {
    // Frames within the frame can write, too.
    if (source === window || !counts()) return;
    if (source !== frame.contentWindow || from !== origin || !isJsonObject(data)) return;
    const { vitrine, nonce } = data;
    if (vitrine !== "hello" || !isText(nonce, longestId)) return;
    port?.close();
    const { port1, port2 } = new MessageChannel();
    port = port1;
    let isReady = false;
    port1.onmessage = (event: MessageEvent<unknown>) => {
      if (!counts()) return;
      const said = readMessage(event.data);
      if (said?.type === "select") heard.selected(said.id);
      else if (said?.type === "edit") heard.edited(said.id, said.field, said.value);
      else if (said && !isReady) {
        isReady = true;
        heard.ready({
          show: (page, fields) => port1.postMessage({ type: "page", page, fields }),
          select: (id) => port1.postMessage({ type: "select", id, scroll: true }),
        });
      }
    };
    frame.contentWindow?.postMessage({ vitrine: "welcome", nonce }, origin, [port2]);
  }
  addEventListener("message", hear);
  return close;
}
