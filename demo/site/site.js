// A site in the browser, to look at and to copy: its pages, its posts, its drafts and its forms.
// It uses Vitrine's public API and nothing else. Each request that it makes is described at /docs.

import { blockElement, duration, teaser, text } from "./site-blocks.js";
import { formElement } from "./site-forms.js";
import { element, markdown } from "./site-markdown.js";

/** Vitrine's address. Here it is the server of this script; on a site of yours, say, https://vitrine.example/api/public/v1. */
const api = new URL("../api/public/v1", import.meta.url).href;

/** The site that is shown when the address names none. Its key is public: it opens nothing that is not for every visitor. */
const demo = { key: "pk_FjordAndFormDemoKey0000000000000", name: "Fjord & Form" };

const find = (id) => document.getElementById(id);
const show = (id, shown = true) => (find(id).hidden = !shown);

// ---- The address ----

/**
 * What is to be shown stands behind the `#`: `key` (whose site), `page`, `post` or `guide` (which one), `locale`, `preview` (a
 * draft). That part of an address stays in the browser: no server hears of it, no log has it, and no link passes it on. A token of
 * a preview belongs nowhere else.
 */
function readAddress() {
  const { key, preview, locale, ...names } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  const kind = ["page", "post", "guide"].find((each) => names[each]);
  return { key: key ?? (preview ? undefined : demo.key), preview, locale, kind: kind ?? "page", slug: names[kind] };
}

let address = readAddress();

/** A link to something else of the same site. */
function addressOf(kind, slug, locale = address.locale) {
  const { key } = address;
  return `#${new URLSearchParams({ ...(key !== demo.key && { key }), [kind]: slug, ...(locale && { locale }) }).toString()}`;
}

// ---- The API ----

/** What the API answers instead of data: `code` is for programs and never changes, `title` and `detail` are for people. */
class Problem extends Error {
  constructor(body) {
    super(body.detail ?? body.title);
    Object.assign(this, body);
  }
}

/** A whole answer. Throws a Problem. */
async function call(path, { key, ...init } = {}) {
  const headers = { ...(key && { "x-api-key": key }), ...(init.body && { "content-type": "application/json" }) };
  const response = await fetch(api + path, { ...init, headers }).catch(() => {
    throw new Problem({ code: "offline", title: "The server does not answer. Try again in a moment: what you wrote is still here." });
  });
  const body = await response.json().catch(() => ({ title: `The server answered ${response.status}.`, status: response.status }));
  if (!response.ok)
    throw new Problem({ ...body, retryAfter: body.retryAfter ?? (Number(response.headers.get("retry-after")) || undefined) });
  return body;
}

/** What a read is for: a key, a locale. */
const read = (path, { key, locale }, query = {}) =>
  call(`${path}?${new URLSearchParams({ ...query, ...(locale && { locale }) }).toString()}`, { key });

/** All pages in one locale. A list shows one locale, and refuses what is none of the site's: then it is the site's own. */
async function listPages(key, locale) {
  try {
    // A hundred at a time. A larger site asks on, with page=2, until it has `total` of them.
    return (await read("/pages", { key, locale }, { pageSize: "100" })).data;
  } catch (problem) {
    if (problem.code === "locale_unsupported" && locale) return listPages(key);
    throw problem;
  }
}

const pathOf = {
  page: (slug) => `/pages/${slug.split("/").map(encodeURIComponent).join("/")}`,
  post: (slug) => `/blog/${encodeURIComponent(slug)}`,
  guide: (slug) => `/content/guide/${encodeURIComponent(slug)}`,
};

// ---- Links in content ----

/**
 * Where a link in content leads. Paths are the site's own: /pages/…, /blog/…, /guides/… stay on this page, and the demo's things to
 * buy are in the demo's shop. Anything else must be http, https or mailto; what is not is no link.
 */
function targetOf(href) {
  let url;
  try {
    url = new URL(href, "path://site/");
  } catch {
    return undefined;
  }
  if (["http:", "https:", "mailto:"].includes(url.protocol)) return url.href;
  if (url.protocol !== "path:" || url.host !== "site" || !href.startsWith("/")) return undefined;
  const [, area, slug] = /^\/(pages|blog|guides|products|categories)\/([a-z0-9/-]+?)\/?$/.exec(url.pathname) ?? [];
  if (area === "products" || area === "categories") return address.key === demo.key ? "shop" : undefined;
  // A draft is read without a key, and so nothing but the draft.
  if (!address.key) return undefined;
  if (url.pathname === "/") return addressOf("page", "home");
  const kind = { pages: "page", blog: "post", guides: "guide" }[area];
  return kind && addressOf(kind, slug);
}

function link(href, children, attributes = {}) {
  const target = targetOf(href);
  if (target === undefined)
    return element("span", { ...attributes, class: [attributes.class, "no-link"].filter(Boolean).join(" ") }, children);
  return element("a", { ...attributes, href: target, rel: /^http/.test(target) && "noopener noreferrer" }, children);
}

/** A form's place, which is filled when its definition has come. */
function form(slug) {
  const { key } = address;
  const place = element("div", { class: "form-place" });
  if (!key) {
    place.append(
      element(
        "p",
        { class: "quiet", lang: "en" },
        `Here stands the form “${slug}”. A draft shows it where the address has the site's key too.`,
      ),
    );
    return place;
  }
  const path = `/plugins/svc.forms/forms/${encodeURIComponent(slug)}`;
  const submit = async (data) => (await call(`${path}/submit`, { method: "POST", key, body: JSON.stringify({ data }) })).successMessage;
  call(path, { key }).then(
    ({ data }) => place.replaceChildren(formElement(data, submit)),
    (problem) => {
      const saying = problem.code === "form_not_found" ? `The site has no form “${slug}”.` : problem.message;
      place.replaceChildren(element("p", { class: "quiet", lang: "en" }, saying));
    },
  );
  return place;
}

/** What blocks need of the site. `locale` is that of what is shown. */
const site = { link, form, locale: "en" };

// ---- What is shown ----

/** The blocks of a page. Its title is its heading, unless it opens with one of its own. */
function pageElements({ title, composition }) {
  const [first, ...rest] = composition;
  const hasOpening = first?.type === "hero";
  return [
    hasOpening ? blockElement(first, site, { level: 1 }) : element("h1", { class: "title" }, title),
    ...(hasOpening ? rest : composition).map((block) => blockElement(block, site)),
  ];
}

/** A post or a guide: the fields that the demo's content types and those of a new site have, where an entry has them. */
function entryElements({ slug, data, contentType, publishedAt, locale }) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(publishedAt));
  const minutes = data.readingMinutes ?? data.durationMinutes;
  const facts = [text(data.author), date, duration(minutes, locale)].filter(Boolean);
  const tags = [data.tags ?? []].flat().map(text).filter(Boolean);
  const tools = [data.tools ?? []].flat().map(text).filter(Boolean);
  const steps = [data.steps ?? []].flat();
  return [
    element(
      "article",
      { class: "entry", "data-type": contentType },
      element(
        "header",
        {},
        element("h1", {}, text(data.title) || text(data.name) || slug),
        text(data.excerpt) && element("p", { class: "lead" }, text(data.excerpt)),
        element("p", { class: "facts" }, facts.join(" · ")),
      ),
      tools.length > 0 &&
        element(
          "ul",
          { class: "tools", "aria-label": "What you need" },
          tools.map((tool) => element("li", {}, tool)),
        ),
      text(data.body) && element("div", { class: "prose" }, markdown(text(data.body), { link })),
      steps.length > 0 &&
        element(
          "ol",
          { class: "steps" },
          steps.map((step) =>
            element("li", { class: "prose" }, element("h2", {}, text(step.title)), markdown(text(step.text), { link, level: 3 })),
          ),
        ),
      tags.length > 0 &&
        element(
          "ul",
          { class: "tags" },
          tags.map((tag) => element("li", {}, tag)),
        ),
    ),
  ];
}

/** Three other entries of the same type, below the one that is read. */
async function moreElement({ id, contentType }, { key, locale }) {
  const { data } = await read(`/content/${contentType}`, { key, locale }, { pageSize: "4" });
  const others = data.filter((entry) => entry.id !== id).slice(0, 3);
  const [path, kind] = contentType === "guide" ? ["guides", "guide"] : ["blog", "post"];
  const cards = others.map((entry) => {
    const { title, excerpt, author, readingMinutes, durationMinutes } = entry.data;
    const props = { kind, title, excerpt, byline: author, minutes: readingMinutes ?? durationMinutes, href: `/${path}/${entry.slug}` };
    return teaser(props, site, 2);
  });
  return cards.length > 0 && element("aside", { class: "more", "aria-label": "More to read" }, cards);
}

function problemElements(problem) {
  const isMissing = problem.status === 404;
  const title = isMissing ? (address.preview ? "No such draft" : "Nothing here") : "This did not work";
  const words = address.preview
    ? "The link is over, was cancelled, or was not copied whole."
    : "There is no such page in this site, or it is not published.";
  return [
    element(
      "section",
      { class: "message", lang: "en" },
      element("h1", {}, title),
      element("p", { class: "lead" }, isMissing ? words : problem.message),
      element(
        "p",
        { class: "action" },
        isMissing && address.key
          ? element("a", { class: "button", href: addressOf("page", "home") }, "To the first page")
          : !isMissing && element("a", { class: "button", href: location.hash || "#", "data-again": true }, "Try again"),
      ),
    ),
  ];
}

/** The site's name is not for the public API to tell: it is the demo's, or what the first page opens with. */
function nameOf(pages) {
  if (address.key === demo.key) return demo.name;
  const home = pages.find(({ slug }) => slug === "home") ?? pages[0];
  const opening = home?.composition.find(({ type }) => type === "hero");
  const title = text(opening?.props?.title);
  return title !== "" && title.length <= 30 ? title : (home?.title ?? "");
}

function showFrame(pages, shown) {
  const home = pages.find(({ slug }) => slug === "home") ?? pages[0];
  const name = nameOf(pages);
  find("wordmark").textContent = name;
  find("wordmark").href = home ? addressOf("page", home.slug) : location.hash;
  find("footer-name").textContent = name;
  const current = shown?.kind === "page" ? shown.slug : undefined;
  const isAbove = (slug) => current?.startsWith(`${slug}/`) === true;
  const item = ({ slug, title }) =>
    element(
      "li",
      {},
      element("a", { href: addressOf("page", slug), "aria-current": slug === current ? "page" : isAbove(slug) && "true" }, title),
    );
  // Pages below another one, as care/oiled-oak is below care, are offered where one is.
  const isBelow = ({ slug }) => pages.some((other) => slug.startsWith(`${other.slug}/`));
  const branch = current?.split("/")[0];
  const below = pages.filter((page) => isBelow(page) && page.slug.startsWith(`${branch}/`));
  find("pages").replaceChildren(...pages.filter((page) => page !== home && !isBelow(page)).map(item));
  find("below").replaceChildren(...below.map(item));
  show("below", below.length > 0);

  const locales = shown ? [{ locale: shown.locale, slug: shown.slug }, ...shown.alternates] : [];
  locales.sort((a, b) => a.locale.localeCompare(b.locale));
  find("locales").replaceChildren(
    ...locales.map(({ locale, slug }) => {
      const nameOfLocale = new Intl.DisplayNames([locale], { type: "language" }).of(locale);
      const isCurrent = locale === shown.locale;
      const attributes = { href: addressOf(shown.kind, slug, locale), lang: locale, hreflang: locale, "aria-label": nameOfLocale };
      return element("li", {}, element("a", { ...attributes, "aria-current": isCurrent && "true" }, locale.split("-")[0].toUpperCase()));
    }),
  );
  show("locales", locales.length > 1);
  show("frame", pages.length > 0);
}

// ---- Going somewhere ----

let visit = 0;

async function go({ isFirst = false } = {}) {
  address = readAddress();
  const { key, preview, locale, kind, slug } = address;
  const mine = (visit += 1);
  const main = find("content");
  main.setAttribute("aria-busy", "true");
  let [shown, pages, elements, title] = [undefined, [], [], ""];
  try {
    if (key === "") throw new Problem({ code: "api_key_missing", title: "" });
    // Both at once. Only where a site has no page `home` does the list say which one it begins with.
    const listing = key ? listPages(key, locale) : Promise.resolve([]);
    const reading = preview
      ? read(`/preview/${encodeURIComponent(preview)}`, { locale })
      : read(pathOf[kind](slug ?? "home"), { key, locale }).catch(async (problem) => {
          const [first] = slug || problem.status !== 404 ? [] : await listing;
          if (!first) throw problem;
          return read(pathOf.page(first.slug), { key, locale });
        });
    // Whichever fails first is what is told of; the other's failure is heard too.
    const [list, { data }] = await Promise.all([listing, reading]);
    pages = list;
    if (mine !== visit) return;
    shown = { alternates: [], ...data, kind };
    site.locale = data.locale;
    elements = kind === "page" || preview ? pageElements(data) : entryElements(data);
    title = data.seo?.title ?? data.title ?? text(data.data?.title);
    show("ask", false);
  } catch (problem) {
    if (mine !== visit) return;
    // The site may be there, if not the page.
    pages = key ? await listPages(key, locale).catch(() => []) : [];
    if (mine !== visit) return;
    const isKeyUnknown = ["api_key_missing", "api_key_invalid"].includes(problem.code);
    elements = isKeyUnknown ? [] : problemElements(problem);
    show("ask", isKeyUnknown);
    show("ask-problem", problem.code === "api_key_invalid");
    title = isKeyUnknown ? "Whose site?" : problem.status === 404 ? "Nothing here" : "This did not work";
  }
  show("loading", false);
  show("ribbon", Boolean(preview && shown));
  if (preview && shown)
    find("ribbon-time").textContent = new Date(shown.updatedAt).toLocaleString("en", { dateStyle: "long", timeStyle: "short" });
  showFrame(pages, preview ? undefined : shown);
  main.replaceChildren(...elements);
  main.removeAttribute("aria-busy");
  const name = nameOf(pages);
  document.title = [title, title.includes(name) ? "" : name].filter(Boolean).join(" – ");
  document.documentElement.lang = shown?.locale ?? "en";
  say(shown && !preview && locale && shown.locale.toLowerCase() !== locale.toLowerCase() ? shown.locale : undefined);

  // Whoever follows a link begins at the top of what came, with the keyboard and by ear; whoever goes back, where they were.
  scrollTo(0, history.state?.scroll ?? 0);
  const heading = document.querySelector("#ask:not([hidden]) h1, #content h1");
  heading?.setAttribute("tabindex", "-1");
  if (!isFirst) heading?.focus({ preventScroll: true });
  if (shown && kind !== "page" && !preview) {
    const more = await moreElement(shown, { key, locale: shown.locale }).catch(() => false);
    if (more && mine === visit) main.append(more);
  }
}

/** A page that is not there in the language that was asked for is shown in another one, and that is said. */
function say(locale) {
  const name = locale && new Intl.DisplayNames(["en"], { type: "language" }).of(locale);
  find("fallback").textContent = name ? `Not translated. Shown in ${name}.` : "";
  show("fallback", Boolean(name));
}

// ---- Start ----

// What was read comes after the list of it: the browser alone would scroll too early.
history.scrollRestoration = "manual";
let settling;
addEventListener("scroll", () => {
  clearTimeout(settling);
  settling = setTimeout(() => history.replaceState({ scroll: scrollY }, ""), 120);
});
addEventListener("hashchange", () => {
  clearTimeout(settling);
  void go();
});
addEventListener("click", (event) => {
  const again = event.target.closest?.("[data-again]");
  if (!again) return;
  event.preventDefault();
  void go();
});
// Its target is on this page, and the address has a use of its own for what stands behind the `#`.
find("skip").addEventListener("click", (event) => {
  event.preventDefault();
  find("content").focus();
});
find("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const key = find("key").value.trim();
  const asked = `#${new URLSearchParams({ key }).toString()}`;
  if (location.hash === asked) void go();
  else location.hash = asked;
});
void go({ isFirst: true });
