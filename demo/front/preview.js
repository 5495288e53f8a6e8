// Written by `npm run generate` from client/src/preview/index.ts, a part of @vitrine/client.

const selected = "data-vitrine-selected";
const lengthOf = (text) => Array.from(text).length;
function textOf(element) {
  const copy = element.cloneNode(true);
  for (const end of copy.querySelectorAll("br")) end.replaceWith("\n");
  return copy.textContent.replace(/\n$/, "");
}
export function connectPreview({ studio, render }) {
  const origins = typeof studio === "string" ? [studio] : studio;
  if (window.parent === window) return () => void 0;
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-");
  let port;
  let current = null;
  let fields = {};
  let editing;
  let waiting;
  const ending = new AbortController();
  const { signal } = ending;
  const elementOf = (id) => document.querySelector(`[data-vitrine-block="${CSS.escape(id)}"]`);
  function mark() {
    for (const each of document.querySelectorAll(`[${selected}]`)) {
      each.removeAttribute(selected);
      each.style.outline = "";
    }
    const element = current === null ? null : elementOf(current);
    element?.setAttribute(selected, "");
    if (element) element.style.outline = "2px solid #3b82a6";
  }
  async function hear(message) {
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
    (event) => {
      const [given] = event.ports;
      if (event.source !== window.parent || !origins.includes(event.origin) || !given) return;
      if (event.data?.vitrine !== "welcome" || event.data.nonce !== nonce || port) return;
      port = given;
      port.onmessage = ({ data }) => void hear(data);
      port.postMessage({ type: "ready" });
    },
    { signal },
  );
  addEventListener(
    "click",
    (event) => {
      const target = event.target;
      const block = target.closest("[data-vitrine-block]")?.getAttribute("data-vitrine-block");
      if (!port || event.metaKey || event.ctrlKey || target.isContentEditable) return;
      event.preventDefault();
      event.stopPropagation();
      if (block) port.postMessage({ type: "select", id: block });
    },
    { capture: true, signal },
  );
  addEventListener(
    "dblclick",
    ({ target }) => {
      const field = target.closest("[data-vitrine-field]");
      const id = field?.closest("[data-vitrine-block]")?.getAttribute("data-vitrine-block");
      const pointer = field?.dataset.vitrineField ?? "";
      const most = fields[id ?? ""]?.[pointer];
      if (!field || !id || most === void 0) return;
      editing = field;
      field.contentEditable = "plaintext-only";
      field.focus();
      field.onbeforeinput = (event) => {
        const added = lengthOf(event.data ?? event.dataTransfer?.getData("text/plain") ?? "");
        if (added > 0 && lengthOf(textOf(field)) - lengthOf(getSelection()?.toString() ?? "") + added > most) event.preventDefault();
      };
      field.oninput = () => port?.postMessage({ type: "edit", id, field: pointer, value: textOf(field) });
      field.onblur = () => {
        editing = void 0;
        field.contentEditable = "inherit";
        const page = waiting;
        waiting = void 0;
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
