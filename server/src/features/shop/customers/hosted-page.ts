import { messages } from "../../../lib/messages/index.ts";
import type { HostedPageMessages, PageText, PasswordError } from "../../../lib/messages/messages.ts";
import { cspHash, html, styleElement, type Html } from "../../../lib/text/html.ts";
import { languageOf, type Language } from "../../../lib/text/language.ts";
import { plainLine } from "../../../lib/text/mail-layout.ts";

/** A page for a customer, complete but for its status. It needs no script, loads nothing, and keeps its URL to itself. */
export interface HostedPage {
  html: string;
  headers: Record<string, string>;
}

export interface AboutPage {
  locale: string;
  siteName: string;
  /** The shop, to go on to. */
  homeUrl?: string | null | undefined;
}

/** A page with a form, which posts the token to `action`. Showing it changes nothing: mail scanners open links. */
export interface AboutForm extends AboutPage {
  /** A path of this server. */
  action: string;
  token: string;
}

/** Posts `token`. */
export function confirmEmailPage(about: AboutForm): HostedPage {
  return page(about, "confirmEmail", ({ confirmEmail }) => form(about, html`${button(confirmEmail.button)}`));
}

export function emailConfirmedPage(about: AboutPage): HostedPage {
  return page(about, "emailConfirmed", () => null, "done");
}

/** Posts `token` and `password`. After a mistake, the page shows the fault, never the password. */
export function choosePasswordPage(about: AboutForm & { fault?: PasswordError | undefined }): HostedPage {
  const { fault: error } = about;
  return page(about, "choosePassword", ({ choosePassword: { label, hint, errors, button: name } }) =>
    form(
      about,
      html`
        <label for="password">${label}</label>
        ${error && html`<p class="fault" id="fault" role="alert">${errors[error]}</p>`}
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="8"
          maxlength="200"
          required
          aria-describedby="${error ? "fault hint" : "hint"}"
          aria-invalid="${error ? "true" : "false"}"
        />
        <p class="hint" id="hint">${hint}</p>
        ${button(name)}
      `,
    ),
  );
}

export function passwordChosenPage(about: AboutPage): HostedPage {
  return page(about, "passwordChosen", () => null, "done");
}

/** Posts `token`. */
export function disownPage(about: AboutForm): HostedPage {
  return page(about, "disown", ({ disown }) =>
    form(
      about,
      html`${button(disown.button)}
        <p class="hint">${disown.otherwise}</p>`,
    ),
  );
}

export function disownedPage(about: AboutPage): HostedPage {
  return page(about, "disowned", () => null, "done");
}

/** For a link that was used, has expired, or never existed. */
export function linkUnusablePage(about: AboutPage): HostedPage {
  return page(about, "linkUnusable", () => null);
}

type View = { [Name in keyof HostedPageMessages]: HostedPageMessages[Name] extends PageText ? Name : never }[keyof HostedPageMessages];

function page(about: AboutPage, view: View, content: (texts: HostedPageMessages) => Html | null, mark?: "done"): HostedPage {
  const language = languageOf(about.locale);
  const texts = messages[language].hostedPages;
  const site = plainLine(about.siteName, 100);
  const { heading, paragraphs } = texts[view];
  const home = about.homeUrl && /^https?:\/\//i.test(about.homeUrl) && URL.canParse(about.homeUrl) ? new URL(about.homeUrl).href : null;
  const body = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${heading} – ${site}</title>
        ${styleElement(css)}
      </head>
      <body>
        <main>
          <p class="site">${site}</p>
          ${mark && doneMark}
          <h1>${heading}</h1>
          ${paragraphs(site).map((paragraph) => html`<p>${paragraph}</p>`)} ${content(texts)}
          ${home !== null && html`<p class="home"><a href="${home}">${texts.goTo(site)}</a></p>`}
        </main>
      </body>
    </html> `;
  return { html: body.toString(), headers: headers(language) };
}

function form({ action, token }: AboutForm, fields: Html): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="token" value="${token}" />
    ${fields}
  </form>`;
}

function button(name: string): Html {
  return html`<button type="submit">${name}</button>`;
}

const doneMark = html`<svg class="mark" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">
  <circle cx="24" cy="24" r="24" />
  <path d="M14 24.5l7 7 13-14" />
</svg>`;

const css = `
:root {
  color-scheme: light dark;
  --ground: #f1f2f6; --sheet: #ffffff; --line: #d9dce4; --field: #747a8a;
  --ink: #1b1e27; --soft: #545a69; --accent: #2450c8; --accent-strong: #1b3d9c; --on-accent: #ffffff; --fault: #b3201f; --good: #19754a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12141a; --sheet: #1c1f28; --line: #333846; --field: #8a91a3;
    --ink: #eceef4; --soft: #aeb4c3; --accent: #9db6ff; --accent-strong: #bccdff; --on-accent: #10183a; --fault: #ff9d96; --good: #5fc998;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; padding: 24px 16px; display: grid; align-content: safe center; justify-content: center;
  grid-template-columns: minmax(0, 30rem); background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word;
}
main { padding: 40px; background: var(--sheet); border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 12px 32px rgb(20 24 40 / 8%); }
p { margin: 0 0 16px; }
main > :last-child, form > :last-child { margin-bottom: 0; }
.site { margin-bottom: 24px; color: var(--soft); font-weight: 600; }
h1 { margin: 0 0 12px; font-size: 1.625rem; line-height: 1.25; letter-spacing: -0.01em; text-wrap: balance; }
.mark { display: block; margin-bottom: 20px; }
.mark circle { fill: var(--good); }
.mark path { fill: none; stroke: var(--sheet); stroke-width: 4; stroke-linecap: round; stroke-linejoin: round; }
form { margin-top: 24px; }
label { display: block; margin-bottom: 6px; font-weight: 600; }
input:not([type=hidden]) {
  display: block; width: 100%; min-height: 48px; padding: 8px 14px; border: 1px solid var(--field); border-radius: 10px;
  background: var(--sheet); color: inherit; font: inherit;
}
input[aria-invalid=true] { border: 2px solid var(--fault); }
.hint { margin: 8px 0 24px; color: var(--soft); font-size: 0.9375rem; }
button + .hint { margin: 20px 0 0; }
.fault { margin: 0 0 8px; color: var(--fault); font-weight: 600; }
button {
  display: block; width: 100%; min-height: 48px; padding: 10px 24px; border: 1px solid transparent; border-radius: 10px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer;
}
button:hover { background: var(--accent-strong); }
.home { margin-top: 24px; padding-top: 14px; border-top: 1px solid var(--line); }
.home a { display: inline-block; min-height: 44px; padding: 9px 0; color: var(--accent); font-weight: 600; text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 10px; }
@media (max-width: 30rem) { body { align-content: start; } main { padding: 28px 22px; } }
`;

const policy = `default-src 'none'; style-src ${cspHash(css)}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

function headers(language: Language): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-language": language,
    "content-security-policy": policy,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  };
}
