import { html } from "../../../lib/text/html.ts";
import type { Language } from "../../../lib/text/language.ts";
import { authPage, error, newPassword, step, type AboutServer } from "./auth-page.ts";

/** The page on which the token of a link is exchanged for a new password. */
export function passwordPage(language: Language, { publicUrl }: Pick<AboutServer, "publicUrl">): string {
  return authPage(language, { name: "password", publicUrl }, (texts) => [
    step(
      "choose",
      texts.choose.title,
      html`<p>${texts.choose.lead}</p>
        <form method="post">
          ${error} ${newPassword(texts)}
          <button type="submit">${texts.choose.button}</button>
        </form>`,
    ),
    step(
      "chosen",
      texts.chosen.title,
      html`<p>${texts.chosen.lead}</p>
        <p><a class="button" href="sign-in">${texts.chosen.button}</a></p>`,
    ),
    step(
      "unusable",
      texts.unusable.title,
      html`<p>${texts.unusable.lead}</p>
        <p><a class="button" href="sign-in#forgot=yes">${texts.unusable.button}</a></p>`,
    ),
  ]);
}
