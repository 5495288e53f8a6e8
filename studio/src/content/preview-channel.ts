import type { ResolvedPage } from "@vitrine/client/admin";

/** What the studio can say to the storefront in its frame. */
export interface Channel {
  /** Shows a page. */
  show(page: ResolvedPage): void;
  /** Marks a block, and scrolls to it; null: none. */
  select(block: string | null): void;
}

interface Heard {
  ready(channel: Channel): void;
  selected(block: string): void;
  /** A text was edited in place: a pointer into the props of a block, and the new text. */
  edited(block: string, field: string, value: string): void;
}

type FromFrame = { type: "ready" } | { type: "select"; id: unknown } | { type: "edit"; id: unknown; field: unknown; value: unknown };

/**
 * Waits for the storefront in a frame, and connects with it: `@vitrine/client/preview` is the other side. The frame says hello with a random nonce; the answer
 * repeats it and brings a channel of their own. Both check the window and the origin of what they hear. Returns how to disconnect.
 */
export function openChannel(frame: HTMLIFrameElement, origin: string, heard: Heard): () => void {
  let port: MessagePort | undefined;
  const hear = ({ source, origin: from, data }: MessageEvent<{ vitrine?: unknown; nonce?: unknown } | null>) => {
    if (source !== frame.contentWindow || from !== origin || data?.vitrine !== "hello" || typeof data.nonce !== "string") return;
    port?.close();
    const { port1, port2 } = new MessageChannel();
    port = port1;
    port1.onmessage = ({ data: said }: MessageEvent<FromFrame>) => {
      if (said.type === "ready") {
        heard.ready({
          show: (page) => port1.postMessage({ type: "page", page }),
          select: (id) => port1.postMessage({ type: "select", id, scroll: true }),
        });
      }
      if (said.type === "select" && typeof said.id === "string") heard.selected(said.id);
      if (said.type === "edit" && typeof said.id === "string" && typeof said.field === "string" && typeof said.value === "string") {
        heard.edited(said.id, said.field, said.value);
      }
    };
    frame.contentWindow?.postMessage({ vitrine: "welcome", nonce: data.nonce }, origin, [port2]);
  };
  addEventListener("message", hear);
  return () => {
    removeEventListener("message", hear);
    port?.close();
  };
}
