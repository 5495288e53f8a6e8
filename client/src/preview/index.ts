/** A page in the shape of the public answer, as it is being edited: references and bindings are resolved. */
export interface PreviewedPage {
  locale: string;
  title: string;
  seo: Readonly<Record<string, unknown>>;
  composition: readonly unknown[];
}

export interface PreviewOptions {
  /** The origins of the studios that may show this page, such as `https://cms.example`. Nobody else is listened to. */
  studio: string | readonly string[];
  /** Shows the draft: called once at the beginning, and after every change. It may return a promise. */
  render(page: PreviewedPage): unknown;
}

/** A message of the studio through the channel. */
type FromStudio =
  /** `fields`: how long each text may be that can be edited in place, by the id of its block and its JSON Pointer. */
  | { type: "page"; page: PreviewedPage; fields: Readonly<Record<string, Readonly<Record<string, number>>>> }
  | { type: "select"; id: string | null; scroll: boolean };

const selected = "data-vitrine-selected";

const lengthOf = (text: string) => Array.from(text).length;

/** The text of an element that is edited. `innerText` would be in capitals where the style says so. */
function textOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const end of copy.querySelectorAll("br")) end.replaceWith("\n");
  // An empty line at the end is how browsers show that a text is empty, or that its last line has ended.
  return copy.textContent.replace(/\n$/, "");
}

/**
 * Connects a page of a storefront with the studio that frames it. Does nothing anywhere else. Mark the element of each block with `data-vitrine-block="<its id>"`:
 * a click on it selects the block in the studio, and the studio scrolls to it. A text with `data-vitrine-field="<JSON Pointer into the props>"` inside can be
 * edited in place, by a double click, if the studio says so: `render` is not called until it is left, so that the caret stays. Returns how to disconnect.
 */
export function connectPreview({ studio, render }: PreviewOptions): () => void {
  const origins = typeof studio === "string" ? [studio] : studio;
  if (window.parent === window) return () => undefined;
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-");
  let port: MessagePort | undefined;
  let current: string | null = null;
  let fields: Extract<FromStudio, { type: "page" }>["fields"] = {};
  let editing: HTMLElement | undefined;
  /** The latest page, which waits for the end of an edit. */
  let waiting: PreviewedPage | undefined;
  const ending = new AbortController();
  const { signal } = ending;
  const elementOf = (id: string) => document.querySelector<HTMLElement>(`[data-vitrine-block="${CSS.escape(id)}"]`);

  function mark(): void {
    for (const each of document.querySelectorAll<HTMLElement>(`[${selected}]`)) {
      each.removeAttribute(selected);
      each.style.outline = "";
    }
    const element = current === null ? null : elementOf(current);
    element?.setAttribute(selected, "");
    if (element) element.style.outline = "2px solid #3b82a6";
  }

  async function hear(message: FromStudio): Promise<void> {
    if (message.type === "page") {
      fields = message.fields;
      if (editing?.isConnected) waiting = message.page;
      else await render(message.page);
    } else {
      current = message.id;
      if (message.scroll && current !== null) elementOf(current)?.scrollIntoView({ behavior: "smooth", block: "nearest" });
    }
    mark();
  }

  addEventListener(
    "message",
    (event: MessageEvent<{ vitrine?: unknown; nonce?: unknown } | null>) => {
      const [given] = event.ports;
      if (event.source !== window.parent || !origins.includes(event.origin) || !given) return;
      if (event.data?.vitrine !== "welcome" || event.data.nonce !== nonce || port) return;
      port = given;
      port.onmessage = ({ data }: MessageEvent<FromStudio>) => void hear(data);
      port.postMessage({ type: "ready" });
    },
    { signal },
  );

  addEventListener(
    "click",
    (event) => {
      const target = event.target as Element;
      const block = target.closest("[data-vitrine-block]")?.getAttribute("data-vitrine-block");
      if (!port || event.metaKey || event.ctrlKey || (target as HTMLElement).isContentEditable) return;
      // Links lead nowhere while somebody edits.
      event.preventDefault();
      event.stopPropagation();
      if (block) port.postMessage({ type: "select", id: block });
    },
    { capture: true, signal },
  );

  addEventListener(
    "dblclick",
    ({ target }) => {
      const field = (target as Element).closest<HTMLElement>("[data-vitrine-field]");
      const id = field?.closest("[data-vitrine-block]")?.getAttribute("data-vitrine-block");
      const pointer = field?.dataset.vitrineField ?? "";
      const most = fields[id ?? ""]?.[pointer];
      if (!field || !id || most === undefined) return;
      editing = field;
      field.contentEditable = "plaintext-only";
      field.focus();
      field.onbeforeinput = (event) => {
        const added = lengthOf(event.data ?? event.dataTransfer?.getData("text/plain") ?? "");
        if (added > 0 && lengthOf(textOf(field)) - lengthOf(getSelection()?.toString() ?? "") + added > most) event.preventDefault();
      };
      field.oninput = () => port?.postMessage({ type: "edit", id, field: pointer, value: textOf(field) });
      field.onblur = () => {
        editing = undefined;
        field.contentEditable = "inherit";
        const page = waiting;
        waiting = undefined;
        if (page) void hear({ type: "page", page, fields });
      };
    },
    { signal },
  );

  for (const origin of origins) window.parent.postMessage({ vitrine: "hello", nonce }, origin);
  return () => {
    ending.abort();
    port?.close();
  };
}
