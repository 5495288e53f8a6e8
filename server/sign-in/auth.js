// The parts of all pages before the studio: their steps, their words, and the calls of the admin API.

const api = new URL("../api/admin/v1", location.href).href;

export const byId = (id) => document.getElementById(id);

/** The token of the link, and other values of its fragment; gone from the address bar and the history at once. `query`: also from the query. */
export function takeParameters({ query = false } = {}) {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const behind = new URLSearchParams(query ? location.search : "");
  if (location.hash !== "" || location.search !== "") history.replaceState(null, "", location.pathname);
  // A link that is pasted into the open page changes its fragment alone.
  addEventListener("hashchange", () => location.reload());
  return (name) => fragment.get(name) ?? behind.get(name) ?? undefined;
}

/** Asks the admin API. Resolves with the data, or with the problem. */
export async function ask(method, path, body) {
  const sent = body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  try {
    const response = await fetch(api + path, { method, cache: "no-store", credentials: "same-origin", ...sent });
    const answer = response.status === 204 ? {} : await response.json();
    return response.ok ? { data: answer.data } : { problem: answer };
  } catch {
    return { problem: { code: "offline" } };
  }
}

/** Shows one step and its heading; `focus` names another element that is to have the focus. */
export function show(id, focus) {
  byId("wait").hidden = true;
  for (const section of document.querySelectorAll("main > section")) section.hidden = section.id !== id;
  const heading = document.querySelector(`#${id} h1`);
  document.title = `${heading.textContent} – Vitrine`;
  (focus === undefined ? heading : byId(focus)).focus();
}

/** Shows that something is being asked for, if it takes a while. */
export function wait() {
  setTimeout(() => (byId("wait").hidden = document.querySelector("main > section:not([hidden])") !== null), 200);
}

export function word(name) {
  return byId("words").content.querySelector(`[data-word="${name}"]`)?.textContent;
}

/** Writes a text into every place of the name. */
export function fill(name, text) {
  for (const slot of document.querySelectorAll(`[data-slot="${name}"]`)) slot.textContent = text;
}

/** Says in a step what went wrong; without a problem, that nothing did. */
export function say(id, problem) {
  const line = document.querySelector(`#${id} .fault`);
  line.hidden = problem === undefined;
  line.textContent = "";
  if (problem === undefined) return;
  const { code, requestId = "" } = problem;
  const known = word(wordOf(problem));
  line.append(known ?? `${word("unknown")} ${requestId}`);
  if (code === "cross_site_request") {
    const link = document.createElement("a");
    link.href = link.textContent = document.body.dataset.address;
    line.append(" ", link);
  }
}

function wordOf({ code, errors: [fault] = [] }) {
  if (code === "session_invalid" || code === "session_missing") return "session_ended";
  if (code !== "validation_failed") return code;
  if (fault?.code === "too_common") return "password_common";
  return { "/password": "password_short", "/code": "second_factor_form", "/email": "email_form" }[fault?.path];
}

/** Runs what a button or a form is for, once at a time. */
export function on(element, event, act) {
  let isRunning = false;
  element.addEventListener(event, async (given) => {
    given.preventDefault();
    if (isRunning) return;
    isRunning = true;
    element.setAttribute("aria-busy", "true");
    try {
      await act(element);
    } finally {
      isRunning = false;
      element.removeAttribute("aria-busy");
    }
  });
}

/** The box beside a new password, by which it can be read. */
export function letShow() {
  byId("shows").addEventListener("change", ({ target }) => (byId("password").type = target.checked ? "text" : "password"));
}
