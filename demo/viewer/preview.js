// Written by `npm run generate` from client/src/preview/index.ts: what a storefront imports as @vitrine/client/preview.

const selected = "data-vitrine-selected";
export function connectPreview({ studio, render }) {
  const origins = typeof studio === "string" ? [studio] : studio;
  if (window.parent === window) return () => void 0;
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join("-");
  let port;
  let current = null;
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
    if (message.type === "page") await render(message.page);
    else {
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
      if (!field || !id || !port) return;
      field.contentEditable = "plaintext-only";
      field.focus();
      field.oninput = () => port?.postMessage({ type: "edit", id, field: field.dataset.vitrineField, value: field.innerText });
      field.onblur = () => (field.contentEditable = "inherit");
    },
    { signal },
  );
  for (const origin of origins) window.parent.postMessage({ vitrine: "hello", nonce }, origin);
  return () => {
    ending.abort();
    port?.close();
  };
}
