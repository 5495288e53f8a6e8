// Searches the reference and sends its examples. All else of the page works without it.

const { base, key: demoKey = "", preview = "" } = document.body.dataset;
const forms = new Map([...document.querySelectorAll("form.send")].map((form) => [form.dataset.operation, form]));
const callOf = (form) => (form.call ??= JSON.parse(form.dataset.call));
const fieldsOf = (form) => [...form.querySelectorAll("input, select, textarea")];
const shownHeaders = ["content-type", "etag", "location", "retry-after", "ratelimit", "x-request-id"];

// ——— Credentials: one key and one token for the whole page, kept until the tab is closed.

const stored = (kind) => sessionStorage.getItem(`vitrine-reference-${kind}`) ?? (kind === "key" ? demoKey : "");
function keep(kind, value) {
  sessionStorage.setItem(`vitrine-reference-${kind}`, value);
  for (const input of document.querySelectorAll(`input[data-kind="${kind}"]`)) if (input.value !== value) input.value = value;
}
for (const kind of ["key", "token"]) {
  keep(kind, stored(kind));
  for (const input of document.querySelectorAll(`input[data-kind="${kind}"]`)) {
    input.addEventListener("input", () => keep(kind, input.value.trim()));
  }
}

// ——— Sending

/** A request that was not sent, or not answered as expected, with a sentence for the reader. */
class Stopped extends Error {}

/** The requests that one press of the button sends before the one that it is about. */
function newVisit(report) {
  return { answers: new Map(), sent: [], address: "", report };
}

/** Replaces the recorded values in the form's fields that only the demo of the recording knew by values of this server. */
async function fill(form, visit) {
  for (const one of callOf(form).fills) {
    const fields = fieldsOf(form).filter(({ value }) => value.includes(one.value));
    if (fields.length === 0) continue;
    const value = await freshValue(one, visit);
    if (value === undefined) continue;
    for (const field of fields) field.value = field.value.replaceAll(one.value, value);
    const samples = form.parentElement?.querySelectorAll("[data-kind='curl'] code, [data-kind='client'] code") ?? [];
    for (const sample of samples) sample.textContent = sample.textContent.replaceAll(one.value, value);
    // A new value is good for one request, and is replaced again. All others stay as they are.
    if (one.fresh) one.value = value;
  }
}

async function freshValue({ from, at, fresh, mail, given }, visit) {
  if (given === "preview") return preview || undefined;
  if (fresh) {
    const value = fresh.replace("*", crypto.getRandomValues(new Uint32Array(1))[0].toString(36));
    if (value.includes("@")) visit.address = value;
    return value;
  }
  if (mail) return inMail(new RegExp(mail, "m"), visit);
  const answer = await exampleAnswer(from, visit);
  return String(
    at
      .split("/")
      .slice(1)
      .reduce((found, name) => found?.[name], answer),
  );
}

/** The answer to another operation's example, which is sent once in a visit. */
async function exampleAnswer(id, visit) {
  if (visit.answers.has(id)) return visit.answers.get(id);
  visit.report(`Sending ${id} …`);
  // On a copy, so that the reader's own changes to that form neither count nor are lost.
  const form = forms.get(id).cloneNode(true);
  form.reset();
  const { response, text } = await ask(form, visit);
  if (!response.ok) throw new Stopped(`${id}, which this example needs first, was answered ${response.status}: ${text}`);
  const answer = JSON.parse(text);
  visit.answers.set(id, answer);
  visit.sent.push(id);
  return answer;
}

/** Looks for it in the mails that a server on one's own machine catches. */
async function inMail(pattern, { address, report }) {
  report("Waiting for the mail …");
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const response = await fetch(`${base}/dev/mail.json`);
    if (!response.ok) throw new Stopped("This server sends its mails. Paste the value from your inbox into the field, and send again.");
    const { data } = await response.json();
    const found = data.filter(({ to }) => to === address).map(({ text }) => pattern.exec(text)?.[1]);
    if (found[0]) return found[0];
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Stopped("The mail did not come within ten seconds. Look into the mails of the server, and paste the value into the field.");
}

/** Sends the form's request as it stands, after whatever makes its example valid on a server with the demo site. */
async function ask(form, visit) {
  const { method, path, access, after = [] } = callOf(form);
  const isDemo = stored("key") === demoKey && demoKey !== "";
  if (access === "token" && stored("token") === "" && isDemo) {
    const { data } = await exampleAnswer("logIn", visit);
    keep("token", data.token);
  }
  if (isDemo || access === "none") {
    for (const id of after) await exampleAnswer(id, visit);
    await fill(form, visit);
  }
  const fields = fieldsOf(form);
  const valueOf = (kind, name) => fields.find((field) => field.dataset.kind === kind && field.name === name)?.value ?? "";
  const address = path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(valueOf("path", name)));
  const given = (kind) =>
    fields.filter(({ dataset, value }) => dataset.kind === kind && value !== "").map(({ name, value }) => [name, value]);
  const query = new URLSearchParams(given("query"));
  const body = fields.find(({ name }) => name === "body")?.value;
  const [key, token] = [stored("key"), stored("token")];
  const takesToken = /token/i.test(access) && token !== "";
  const headers = {
    ...Object.fromEntries(given("header")),
    ...(access.startsWith("key") && !(access === "keyOrToken" && takesToken) && key && { "x-api-key": key }),
    ...(takesToken && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const began = performance.now();
  const response = await fetch(`${base}${address}${query.size > 0 ? `?${query}` : ""}`, {
    method,
    headers,
    cache: "no-store",
    credentials: "omit",
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { response, text, milliseconds: performance.now() - began };
}

async function pressed(form) {
  const [button, status, steps, outcome] = ["button", ".status", ".steps", ".outcome"].map((selector) => form.querySelector(selector));
  const visit = newVisit((line) => (status.textContent = line));
  button.setAttribute("aria-disabled", "true");
  status.className = "status";
  visit.report("Sending …");
  try {
    const { response, text, milliseconds } = await ask(form, visit);
    status.classList.add(response.ok ? "good" : "bad");
    status.textContent = `${response.status} ${response.statusText}, ${Math.round(milliseconds)} ms`;
    outcome.replaceChildren(...headerLines(response), ...coloured(pretty(text)));
    outcome.hidden = false;
    afterwards(form.dataset.operation, response, text);
  } catch (error) {
    status.classList.add("bad");
    status.textContent = error instanceof Stopped ? error.message : `The server did not answer: ${error.message}`;
    outcome.hidden = true;
  } finally {
    button.removeAttribute("aria-disabled");
    steps.textContent = `Sent before it: ${visit.sent.join(", ")}.`;
    steps.hidden = visit.sent.length === 0;
  }
}

/** What an answer changes for the next requests. */
function afterwards(id, response, text) {
  if (id === "logIn" && response.ok) keep("token", JSON.parse(text).data.token);
  const endsToken = id === "changePassword" && response.ok;
  if (endsToken || (response.status === 401 && text.includes('"token_invalid"'))) keep("token", "");
}

function headerLines({ headers }) {
  const lines = shownHeaders.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}\n`] : []));
  const part = document.createElement("span");
  part.className = "headers";
  part.textContent = lines.join("");
  return [part];
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** As the page colours its examples. */
function coloured(text) {
  // A long one as plain text: thousands of elements would hold up the page.
  if (text.length > 100_000) return [text];
  const parts = [];
  let end = 0;
  for (const { 0: found, 1: string, 2: colon, index } of text.matchAll(
    /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/g,
  )) {
    const part = document.createElement("i");
    part.className = colon ? "n" : string ? "s" : "v";
    part.textContent = string ?? found;
    parts.push(text.slice(end, index), part, colon ?? "");
    end = index + found.length;
  }
  return [...parts, text.slice(end)];
}

for (const form of forms.values()) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (form.querySelector("button").getAttribute("aria-disabled") !== "true") void pressed(form);
  });
}

// ——— Copying

for (const sample of document.querySelectorAll("[data-kind='curl'], [data-kind='client']")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = "Copy";
  button.setAttribute("aria-label", `Copy: ${sample.getAttribute("aria-label")}`);
  button.addEventListener("click", async () => {
    const copied = await navigator.clipboard?.writeText(sample.textContent).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? "Copied" : "Not allowed";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  const line = document.createElement("div");
  line.className = "titled";
  sample.before(line);
  line.append(line.previousElementSibling, button);
}

// ——— Finding

const contents = document.querySelector("#contents");
const menu = document.querySelector("#menu");
const query = document.querySelector("#query");
const found = document.querySelector("#found");
const links = [...contents.querySelectorAll("li a")];
const wordsOf = new Map(
  links.map((link) => {
    const section = document.getElementById(link.hash.slice(1));
    return [link, `${link.hash} ${link.textContent} ${section?.querySelector(".words, .address")?.textContent}`.toLowerCase()];
  }),
);

function search() {
  const wanted = query.value.toLowerCase().split(/\s+/).filter(Boolean);
  let hits = 0;
  for (const link of links) {
    const isHit = wanted.every((word) => wordsOf.get(link).includes(word));
    link.parentElement.hidden = !isHit;
    hits += isHit ? 1 : 0;
  }
  for (const list of contents.querySelectorAll("ul")) {
    list.hidden = list.previousElementSibling.hidden = !list.querySelector("li:not([hidden])");
  }
  found.textContent = wanted.length === 0 ? "Press / to search." : `${hits} of ${links.length} operations`;
}

function showMenu(isOpen) {
  menu.setAttribute("aria-expanded", String(isOpen));
  contents.classList.toggle("open", isOpen);
}

document.documentElement.classList.add("scripted");
document.querySelector("#find").hidden = false;
menu.hidden = false;
menu.addEventListener("click", () => showMenu(menu.getAttribute("aria-expanded") !== "true"));
contents.addEventListener("click", ({ target }) => target.closest("a") && showMenu(false));
query.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, select, textarea");
  if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    showMenu(true);
    query.focus();
  }
  if (event.key === "Enter" && event.target === query) links.find((link) => !link.parentElement.hidden)?.click();
  if (event.key === "Escape" && menu.getAttribute("aria-expanded") === "true") {
    showMenu(false);
    menu.focus();
  }
});

// Marks in the contents what is being read.
const linkOf = new Map(links.map((link) => [document.getElementById(link.hash.slice(1)), link]));
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = linkOf.get(target);
      if (isIntersecting) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
      if (isIntersecting && contents.scrollHeight > contents.clientHeight && !contents.matches(":focus-within")) {
        const top = link.getBoundingClientRect().top - contents.getBoundingClientRect().top;
        if (top < 0 || top > contents.clientHeight - 40) contents.scrollTop += top - contents.clientHeight / 3;
      }
    }
  },
  { rootMargin: "-20% 0px -75% 0px" },
);
for (const section of linkOf.keys()) if (section) watcher.observe(section);
