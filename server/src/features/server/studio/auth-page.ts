import { roles } from "../../../lib/admin/roles.ts";
import { messages } from "../../../lib/messages/index.ts";
import type { SignInPageMessages } from "../../../lib/messages/messages.ts";
import { html, pageBasics, type Html } from "../../../lib/text/html.ts";
import type { Language } from "../../../lib/text/language.ts";

/** The parts of a page that depend on the server. */
export interface AboutServer {
  publicUrl: string;
}

/**
 * A page before the studio. It has all of its steps, and its script shows one at a time: the words stand in the page, and none in the script. Links
 * are relative, so that it works below any path.
 */
export function authPage(
  language: Language,
  { name, publicUrl }: { name: string; publicUrl: string },
  steps: (texts: SignInPageMessages) => readonly Html[],
): string {
  const texts = messages[language].signInPages;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        ${pageBasics}
        <meta name="robots" content="noindex" />
        <title>Vitrine</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="sign-in/auth.css" />
        <script type="module" src="sign-in/${name}.js"></script>
      </head>
      <body data-address="${publicUrl}/studio/${name}">
        <main>
          <p class="wordmark">Vitrine</p>
          <noscript><p>${texts.needsScript}</p></noscript>
          <p id="wait" role="status" hidden>${texts.wait}</p>
          ${steps(texts)}
        </main>
        <template id="words">
          ${Object.entries(texts.problems).map(([code, text]) => html`<p data-word="${code}">${text}</p>`)}
          ${roles.map((role) => html`<p data-word="role-${role}">${texts.roles[role]}</p>`)}
        </template>
      </body>
    </html> `.toString();
}

/** A step, hidden until the script shows it. */
export function step(id: string, title: string, content: Html): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title" hidden>
    <h1 id="${id}-title" tabindex="-1">${title}</h1>
    ${content}
  </section>`;
}

/** The place for a sentence about what went wrong, which screen readers say at once. */
export const error = html`<p class="fault" role="alert" hidden></p>`;

/** A place that the script fills, as text. */
export function slot(name: string): Html {
  return html`<strong data-slot="${name}"></strong>`;
}

interface Field {
  id: string;
  label: string;
  type?: "text" | "email" | "password";
  autocomplete: string;
  hint?: string;
  min?: number;
  max: number;
}

export function field({ id, label, type = "text", autocomplete, hint, min, max }: Field): Html {
  return html`<p class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      type="${type}"
      autocomplete="${autocomplete}"
      ${type !== "email" ? null : html`inputmode="email"`}
      autocapitalize="none"
      spellcheck="false"
      ${min !== undefined && html`minlength="${min}"`}
      maxlength="${max}"
      ${hint !== undefined && html`aria-describedby="${id}-hint"`}
      required
    />
    ${hint !== undefined && html`<span id="${id}-hint" class="hint">${hint}</span>`}
  </p>`;
}

/** A new password, which can be looked at. */
export function newPassword({ newPassword: label, passwordHint, showPassword }: SignInPageMessages, autocomplete = "new-password"): Html {
  return html`${field({ id: "password", label, type: "password", autocomplete, hint: passwordHint, min: 8, max: 200 })}
    <p class="check"><input id="shows" type="checkbox" /> <label for="shows">${showPassword}</label></p>`;
}
