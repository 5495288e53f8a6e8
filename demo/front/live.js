// Follows the imports of a server on a laptop: reloads the page when its site was imported, and shows the mistakes when it was not.

const css = `
  :host { all: initial; }
  .overlay {
    position: fixed; z-index: 2147483647; inset: auto 1rem 1rem; max-width: 60rem; max-height: 70vh; margin: 0 auto; overflow: auto;
    padding: 1.1rem 1.35rem 1.25rem; border-radius: 12px; border-inline-start: 6px solid #ff8a70;
    background: #1d1512; color: #fbeee9; box-shadow: 0 18px 60px rgb(0 0 0 / 45%);
    font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  }
  h2 { margin: 0 2.5rem .5rem 0; font-size: 1.0625rem; }
  ol { margin: 0; padding: 0; list-style: none; }
  li { padding: .4rem 0; border-top: 1px solid #4a352d; }
  code { font: .9375rem ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; color: #ffd2c5; overflow-wrap: anywhere; }
  button {
    position: absolute; top: .6rem; inset-inline-end: .6rem; width: 2.5rem; height: 2.5rem; border: 0; border-radius: 50%;
    background: none; color: inherit; font: 1.5rem/1 system-ui; cursor: pointer;
  }
  button:focus-visible { outline: 3px solid #ffd2c5; }
`;

let host;

/** Begins to follow. `key` returns the key of the site that the page shows. */
export function followImports(key) {
  const updates = new EventSource(new URL("../dev/live", import.meta.url));
  updates.addEventListener("message", ({ data }) => {
    const update = JSON.parse(data);
    if (update.key !== key()) return;
    if (update.kind === "imported") location.reload();
    else show(update);
  });
}

function show({ file, errors }) {
  host?.remove();
  host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const overlay = element("section", { className: "overlay", role: "alert" });
  const close = element("button", { type: "button", textContent: "×", ariaLabel: "Close" });
  close.addEventListener("click", () => host.remove());
  const list = element("ol");
  for (const { path, line, column, message } of errors) {
    const item = element("li");
    const place = line === undefined ? "" : `line ${line}${column === undefined ? "" : `, column ${column}`}: `;
    item.append(place, element("code", { textContent: path || file }), ` ${message}`);
    list.append(item);
  }
  overlay.append(close, element("h2", { textContent: `${file} was not imported` }), list);
  root.append(overlay);
  document.body.append(host);
}

function element(name, members = {}) {
  return Object.assign(document.createElement(name), members);
}

addEventListener("keydown", ({ key }) => {
  if (key === "Escape") host?.remove();
});
