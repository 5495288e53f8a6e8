import { html } from "../../../lib/text/html.ts";
import type { Language } from "../../../lib/text/language.ts";
import { authPage, error, field, newPassword, slot, step, type AboutServer } from "./auth-page.ts";

/** The page that shows who invites to what, and accepts it: with a new account, or for the one that is signed in. */
export function invitationPage(language: Language, { publicUrl }: Pick<AboutServer, "publicUrl">): string {
  return authPage(language, { name: "invitation", publicUrl }, (texts) => {
    const words = texts.invitation;
    const [site, role] = [slot("site"), slot("role")];
    return [
      step(
        "invitation",
        words.title,
        html`<p data-case="by-somebody" hidden>${words.invited(slot("inviter"), site, role)}</p>
          <p data-case="by-nobody" hidden>${words.invitedByNobody(site, role)}</p>
          ${error}
          <div data-case="new" hidden>
            <p>${words.newAccount(slot("email"))}</p>
            <form method="post" id="new">
              ${field({ id: "name", label: texts.name, autocomplete: "name", max: 100 })}
              ${newPassword({ ...texts, newPassword: texts.password })}
              <button type="submit">${words.accept}</button>
            </form>
          </div>
          <p data-case="own" hidden><button type="button" id="accept">${words.acceptAs(slot("name"))}</button></p>
          <div data-case="other" hidden>
            <p>${words.otherAccount(slot("email"))}</p>
            <p><a class="button" id="to-sign-in" href="sign-in">${words.signIn}</a></p>
          </div>`,
      ),
      step(
        "accepted",
        texts.accepted.title,
        html`<p>${texts.accepted.lead(site)}</p>
          <p><a class="button" href="sign-in">${texts.accepted.button}</a></p>`,
      ),
      step("unusable", texts.invitationUnusable.title, html`<p>${texts.invitationUnusable.lead}</p>`),
    ];
  });
}
